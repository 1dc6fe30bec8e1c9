/** How much of the content below an answer that fills the viewport is visible. */
const PEEK_PX = 48;
/** The space above an answer. */
const ABOVE_PX = 8;

/**
 * How far the view scrolls by itself when pending changes are below the last answer: so far that the beginning of the
 * answer stays visible, or its end if it is longer than the viewport. `undefined` without such changes.
 */
export function restingScrollTop(box: HTMLElement, content: HTMLElement): number | undefined {
  const waits = content.querySelector(':scope > .pending-files.settled') !== null;
  const turn = waits ? [...content.querySelectorAll(':scope > .turn')].at(-1) : undefined;
  if (!turn) {
    return undefined;
  }
  const above = box.getBoundingClientRect().top - box.scrollTop;
  const endsAt = turn.getBoundingClientRect().bottom - above;
  const answer = [...turn.querySelectorAll(':scope > .agent')].at(-1);
  const beginsAt = answer ? answer.getBoundingClientRect().top - above : -Infinity;
  return Math.max(endsAt + PEEK_PX - box.clientHeight, beginsAt - ABOVE_PX);
}
