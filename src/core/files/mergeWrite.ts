import { merge3, resolveWithTheirs, type MergeConflict } from '../diff/merge3.ts';
import { joinLines, splitLines } from '../text/lines.ts';
import { fitLineEndings } from './fitLineEndings.ts';

/** The result of merging an agent's write with the user's changes. */
export interface MergedWrite {
  readonly text: string;
  /** Lines that both changed differently: the text contains the user's lines, the conflict contains the agent's. */
  readonly conflicts: readonly MergeConflict[];
  /** The same text with the agent's lines in place of the conflicting ones. */
  readonly theirs: string;
}

/**
 * Merges an agent's write into a file that may have changed since the agent read it. `seen` is the text that the agent
 * read; if it is unknown, the agent's text is used unchanged.
 */
export function mergeWrite({
  seen,
  current,
  wanted,
}: {
  readonly seen: string | undefined;
  readonly current: string;
  readonly wanted: string;
}): MergedWrite {
  const fitted = fitLineEndings(wanted.replace(/^\uFEFF/, ''), current);
  if (seen === undefined || seen === current || fitted === current) {
    return { text: fitted, conflicts: [], theirs: fitted };
  }
  const merged = merge3(splitLines(seen), splitLines(current), splitLines(fitted));
  const { lines, conflicts } = merged;
  return { text: joinLines(lines), conflicts, theirs: joinLines(resolveWithTheirs(merged)) };
}
