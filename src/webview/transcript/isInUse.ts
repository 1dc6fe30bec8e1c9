/**
 * Whether the user is interacting with the work of a turn: it contains the focus or a part of the selection, or, if
 * `opened` is set, something the user has expanded. The prompt and the answer do not count, since they stay visible.
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
