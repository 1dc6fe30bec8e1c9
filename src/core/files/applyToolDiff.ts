import { fitLineEndings } from './fitLineEndings.ts';

/** A change as a tool call shows it: of the whole file, or of a piece of it. */
export interface ToolDiff {
  readonly oldText?: string;
  readonly newText: string;
}

/**
 * The text of a file once a change is made that a tool call shows. Some agents show the whole file, others only the piece they
 * change: nothing, if that piece is not there, or is there more than once. `now` is nothing if there is no file.
 */
export function applyToolDiff(now: string | undefined, change: ToolDiff): string | undefined {
  const { oldText, newText } = change;
  if (now === undefined || oldText === undefined) {
    return oldText === undefined || oldText === '' ? fitLineEndings(newText, now ?? '') : undefined;
  }
  const old = fitLineEndings(oldText, now);
  const fitted = fitLineEndings(newText, now);
  if (old === now) {
    return fitted;
  }
  const at = old === '' ? -1 : now.indexOf(old);
  const isOnly = at >= 0 && now.indexOf(old, at + 1) < 0;
  return isOnly ? now.slice(0, at) + fitted + now.slice(at + old.length) : undefined;
}
