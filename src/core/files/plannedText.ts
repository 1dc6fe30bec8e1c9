import { merge3, type MergeConflict } from '../text/merge3.ts';
import { joinLines, splitLines } from '../text/lines.ts';
import { fitLineEndings } from './fitLineEndings.ts';

/** What a file is to become when an agent writes it. */
export interface PlannedText {
  readonly text: string;
  /** Lines the user changed as well, in another way: the user's stand in the text, the agent's are told here. */
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Puts what the agent wrote into a file that may have changed since the agent saw it. `seen` is the text the agent
 * worked from; where we do not know it, the agent's text stands as it is.
 */
export function plannedText({
  seen,
  current,
  wanted,
}: {
  readonly seen: string | undefined;
  readonly current: string;
  readonly wanted: string;
}): PlannedText {
  const fitted = fitLineEndings(wanted.replace(/^\uFEFF/, ''), current);
  if (seen === undefined || seen === current || fitted === current) {
    return { text: fitted, conflicts: [] };
  }
  const { lines, conflicts } = merge3(splitLines(seen), splitLines(current), splitLines(fitted));
  return { text: joinLines(lines), conflicts };
}
