import { lineDiff } from '../../diff/lineDiff.ts';
import { sliceRange } from '../../text/lineRange.ts';
import { hasLineEnding, type Lines } from '../../text/lines.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/**
 * A base for a file whose last known state differs from its text, because events are lost. It has all lines of the known
 * base, and all lines of the text that are not known to be the agent's. So a rejection loses neither base nor user lines.
 */
export function recoverBase({ base, current, hunks }: ReviewedFile, text: Lines): Lines {
  const agentLines = new Set(hunks.flatMap(hunk => sliceRange(current.lines, hunk.current)));
  const recovered: string[] = [];
  let at = 0;
  for (const change of lineDiff(base.lines, text)) {
    const added = sliceRange(text, change.current).filter(line => !agentLines.has(line));
    recovered.push(...base.lines.slice(at, change.base.end), ...added);
    at = change.base.end;
  }
  recovered.push(...base.lines.slice(at));
  return recovered.map((line, row) =>
    row === recovered.length - 1 || hasLineEnding(line) ? line : `${line}\n`,
  );
}
