import { merge3, resolveWithTheirs, type MergeConflict } from '../diff/merge3.ts';
import { joinLines, splitLines } from '../text/lines.ts';
import { fitLineEndings } from './fitLineEndings.ts';

/** What a file is to become when an agent writes it. */
export interface MergedWrite {
  readonly text: string;
  /** Lines the user changed as well, in another way: the user's stand in the text, the agent's are told here. */
  readonly conflicts: readonly MergeConflict[];
  /** The same text with the agent's lines in those places. */
  readonly theirs: string;
}

/**
 * Puts what the agent wrote into a file that may have changed since the agent saw it. `seen` is the text the agent
 * worked from; where we do not know it, the agent's text stands as it is.
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
