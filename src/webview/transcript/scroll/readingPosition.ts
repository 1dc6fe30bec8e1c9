import type { ReadingPosition } from '../../state/savedState.ts';

/** The position at the top of the viewport. */
export function getReadingPosition(
  box: HTMLElement,
  content: HTMLElement,
): ReadingPosition | undefined {
  const { top } = box.getBoundingClientRect();
  const isBelow = (part: Element): boolean => part.getBoundingClientRect().bottom > top;
  const turn = [...content.querySelectorAll<HTMLElement>('.turn')].find(isBelow);
  const parts = turn ? partsOf(turn) : [];
  const child = parts.findIndex(isBelow);
  const part = parts[child];
  return turn && part
    ? {
        turn: Number(turn.dataset['turn']),
        child,
        entry: entryOf(part)?.dataset['entry'],
        abovePx: Math.round(top - part.getBoundingClientRect().top),
        open: turn.querySelector(':scope > .fold-line[aria-expanded="false"]') === null,
      }
    : undefined;
}

/** Scrolls to a reading position, as far as it still exists. */
export function restoreReadingPosition(
  position: ReadingPosition,
  box: HTMLElement,
  content: HTMLElement,
): void {
  const turn = content.querySelector(`.turn[data-turn="${position.turn}"]`);
  const parts = turn ? partsOf(turn) : [];
  const isEntry = (part: Element): boolean => entryOf(part)?.dataset['entry'] === position.entry;
  const found = position.entry === undefined ? undefined : parts.find(isEntry);
  const part = found ?? parts[position.child] ?? turn;
  if (part) {
    const distance = part.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += Math.round(distance + position.abovePx);
  }
}

/** The entries, without the summary line, which is only there after the turn, and the plan, which stays at the top. */
const partsOf = (turn: Element): readonly Element[] =>
  [...turn.children].filter(part => !part.matches(':is(.fold-line,.plan)'));

/** The element of the entry, which may be wrapped. */
const entryOf = (part: Element): HTMLElement | null =>
  part.matches('[data-entry]') && part instanceof HTMLElement
    ? part
    : part.querySelector<HTMLElement>('[data-entry]');
