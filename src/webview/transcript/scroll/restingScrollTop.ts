/** Of what stands below an answer that fills the box, so much is seen. */
const PEEK_PX = 48;
/** What is left free above an answer. */
const ABOVE_PX = 8;

/**
 * How far down the view goes by itself when changes wait for a decision below the last answer: as far as the beginning of
 * that stays in sight, or its end, if it is longer than the box. Nothing if there are no such changes.
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
