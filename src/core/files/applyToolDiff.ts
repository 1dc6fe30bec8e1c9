import { fitLineEndings } from './fitLineEndings.ts';

/** The diff of a tool call: of the whole file, or of a part of it. */
export interface ToolDiff {
  readonly oldText?: string;
  readonly newText: string;
}

/**
 * Applies the diff of a tool call to the current text of a file, which is `undefined` if the file does not exist. Agents send
 * the whole file or only the changed part; returns nothing if that part does not occur exactly once.
 */
export function applyToolDiff(current: string | undefined, change: ToolDiff): string | undefined {
  const { oldText, newText } = change;
  if (current === undefined || oldText === undefined) {
    return oldText === undefined || oldText === ''
      ? fitLineEndings(newText, current ?? '')
      : undefined;
  }
  const old = fitLineEndings(oldText, current);
  const fitted = fitLineEndings(newText, current);
  if (old === current) {
    return fitted;
  }
  const at = old === '' ? -1 : current.indexOf(old);
  const isUnique = at >= 0 && current.indexOf(old, at + 1) < 0;
  return isUnique ? current.slice(0, at) + fitted + current.slice(at + old.length) : undefined;
}
