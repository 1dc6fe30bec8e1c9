import { lineDiff } from '../diff/lineDiff.ts';
import { splitLines, type Lines } from '../text/lines.ts';

/**
 * Gives a text the line endings of the one whose place it takes. Models mostly write `\n`, whatever the file has.
 * A text that has a `\r` of its own says what it wants, and stays as it is.
 */
export function fitLineEndings(text: string, existing: string): string {
  if (text.includes('\r') || !existing.includes('\r\n')) {
    return text;
  }
  const old = splitLines(existing);
  return old.every(line => !line.endsWith('\n') || line.endsWith('\r\n'))
    ? text.replaceAll('\n', '\r\n')
    : likeTheOldLines(splitLines(text), old).join('');
}

/** In a file of mixed endings, lines that stay keep theirs, and a new line ends like the one before it. */
function likeTheOldLines(lines: Lines, old: Lines): Lines {
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
