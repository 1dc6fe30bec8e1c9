/** The smallest and largest font size that keep the page usable. */
const MIN_PX = 8;
const MAX_PX = 40;

/** Sets the font size of the page; without one, the page has that of VS Code. */
export function applyFontSize(root: HTMLElement, px: number | undefined): void {
  if (px === undefined || !(px > 0)) {
    root.style.removeProperty('--chat-font-size');
  } else {
    root.style.setProperty('--chat-font-size', `${Math.min(MAX_PX, Math.max(MIN_PX, px))}px`);
  }
}
