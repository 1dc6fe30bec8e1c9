import type { Lines } from '../../text/lines.ts';

/**
 * The lines of a file as they are to be compared with those of a commit. Git may keep a text with other line endings than it
 * gives to the work tree: where a commit has none but plain ones, the file's endings tell nothing.
 */
export function normalizeEolForCommit(lines: Lines, committed: Lines): Lines {
  return committed.some(hasReturn) || !lines.some(hasReturn) ? lines : lines.map(withoutReturn);
}

const hasReturn = (line: string): boolean => line.endsWith('\r\n');

const withoutReturn = (line: string): string => (hasReturn(line) ? `${line.slice(0, -2)}\n` : line);
