import type { Frame, Page } from 'playwright-core';

/** A moment, by the clock of the machine. */
export interface Appearance {
  atMs(): Promise<number>;
}

/** Watches for text in an element from now on; `atMs` is the moment it was on screen. */
export function nextAppearance(
  page: Page | Frame,
  selector: string,
  text: string,
): Promise<Appearance> {
  return nextState(
    page,
    `[...document.querySelectorAll(${JSON.stringify(selector)})]
      .some(element => element.textContent.includes(${JSON.stringify(text)}))`,
  );
}

/** Watches from now on for an expression to become true of the page. */
export async function nextState(page: Page | Frame, expression: string): Promise<Appearance> {
  const name = `sight${++sights}`;
  await page.evaluate(`window.${name} = new Promise(resolve => {
    const look = () => {
      if (${expression}) {
        observer.disconnect();
        requestAnimationFrame(() => resolve(Date.now()));
      }
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  }); undefined`);
  return { atMs: () => page.evaluate<number>(`window.${name}`) };
}

let sights = 0;
