import type { ReadingPosition } from '../../state/savedState.ts';

/** What is at the top of the box. */
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

/** Brings a place back to the top of the box, as far as it is still there. */
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

/** The entries: the line of a turn comes when it is over. */
const partsOf = (turn: Element): readonly Element[] =>
  [...turn.children].filter(part => !part.matches('.fold-line'));

/** The entry itself, which may stand in a frame. */
const entryOf = (part: Element): HTMLElement | null =>
  part.matches('[data-entry]') && part instanceof HTMLElement
    ? part
    : part.querySelector<HTMLElement>('[data-entry]');
