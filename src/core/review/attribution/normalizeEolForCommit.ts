import type { Lines } from '../../text/lines.ts';

/**
 * Prepares the lines of a file for comparison with a commit. Git may convert line endings on checkout: if the commit
 * contains only `\n`, the line endings of the file are ignored.
 */
export function normalizeEolForCommit(lines: Lines, committed: Lines): Lines {
  return committed.some(hasCrlf) || !lines.some(hasCrlf) ? lines : lines.map(withLf);
}

const hasCrlf = (line: string): boolean => line.endsWith('\r\n');

const withLf = (line: string): string => (hasCrlf(line) ? `${line.slice(0, -2)}\n` : line);
