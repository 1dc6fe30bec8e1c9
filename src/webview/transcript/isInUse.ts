/**
 * Whether the user is busy within the work of a turn: it has the focus or a part of the selection, or, as long as
 * `opened` counts, something in it was opened by hand. The prompt and the answer stay where they are, and do not count.
 */
export function isInUse(turn: Element, opened: boolean): boolean {
  const answer = [...turn.querySelectorAll(':scope > .agent')].at(-1);
  const work = [...turn.children].filter(
    part => part !== answer && !part.matches(':is(.user,.fold-line)'),
  );
  const selection = getSelection();
  const range =
    selection && !selection.isCollapsed && selection.rangeCount > 0
      ? selection.getRangeAt(0)
      : undefined;
  return work.some(
    part =>
      part.contains(document.activeElement) ||
      range?.intersectsNode(part) === true ||
      (opened && part.querySelector('[data-opened]') !== null),
  );
}
