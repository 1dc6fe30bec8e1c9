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
  place: ReadingPosition,
  box: HTMLElement,
  content: HTMLElement,
): void {
  const turn = content.querySelector(`.turn[data-turn="${place.turn}"]`);
  const parts = turn ? partsOf(turn) : [];
  const isIt = (part: Element): boolean => entryOf(part)?.dataset['entry'] === place.entry;
  const found = place.entry === undefined ? undefined : parts.find(isIt);
  const part = found ?? parts[place.child] ?? turn;
  if (part) {
    const distance = part.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += Math.round(distance + place.abovePx);
  }
}

/** The entries, without the summary line, which is only there after the turn. */
const partsOf = (turn: Element): readonly Element[] =>
  [...turn.children].filter(part => !part.matches('.fold-line'));

/** The element of the entry, which may be wrapped. */
const entryOf = (part: Element): HTMLElement | null =>
  part.matches('[data-entry]') && part instanceof HTMLElement
    ? part
    : part.querySelector<HTMLElement>('[data-entry]');
