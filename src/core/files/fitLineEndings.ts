import { lineDiff } from '../diff/lineDiff.ts';
import { splitLines, type Lines } from '../text/lines.ts';

/**
 * Gives a new text the line endings of the existing one, because models mostly write `\n`. A text that contains `\r` stays
 * unchanged, because its line endings are intended.
 */
export function fitLineEndings(text: string, existing: string): string {
  if (text.includes('\r') || !existing.includes('\r\n')) {
    return text;
  }
  const old = splitLines(existing);
  return old.every(line => !line.endsWith('\n') || line.endsWith('\r\n'))
    ? text.replaceAll('\n', '\r\n')
    : matchLineEndings(splitLines(text), old).join('');
}

/** In a file with mixed line endings, unchanged lines keep theirs, and a new line gets that of the line before it. */
function matchLineEndings(lines: Lines, old: Lines): Lines {
  const plain = old.map(line => line.replace(/\r\n$/, '\n'));
  const parts: Lines[] = [];
  let at = 0;
  for (const change of lineDiff(plain, lines)) {
    parts.push(old.slice(at, change.base.start));
    const before = old[Math.max(0, change.base.start - 1)];
    const ending = before?.endsWith('\r\n') ? '\r\n' : '\n';
    const added = lines.slice(change.current.start, change.current.end);
    parts.push(added.map(line => line.replace(/\n$/, ending)));
    at = change.base.end;
  }
  return [...parts, old.slice(at)].flat();
}
