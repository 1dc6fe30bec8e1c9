import { lineCount } from '../text/lineRange.ts';
import type { MergeConflict } from '../text/merge3.ts';

/** Of each place no more lines than this are quoted. */
const QUOTED_LINES = 20;

/** What the user is told when the agent changed lines that the user had changed as well; the first line is the title. */
export function conflictNote(path: string, conflicts: readonly MergeConflict[]): string {
  const places = conflicts.length === 1 ? 'one place' : `${conflicts.length} places`;
  return [
    `Your text was kept in ${places} of ${path} that the agent changed too. The agent's version waits in your review.`,
    ...conflicts.flatMap(quoted),
  ].join('\n');
}

function quoted({ merged, theirs }: MergeConflict): readonly string[] {
  const lines = theirs.slice(0, QUOTED_LINES).map(line => `+ ${line.trimEnd()}`);
  const rest = theirs.length - lines.length;
  const wanted = theirs.length === 0 ? 'the agent wanted to delete this' : 'the agent wanted';
  const where =
    lineCount(merged) > 1
      ? `Lines ${merged.start + 1} to ${merged.end}`
      : `Line ${merged.start + 1}`;
  return [`${where}: ${wanted}`, ...lines, ...(rest > 0 ? [`  and ${rest} more lines`] : [])];
}
