/** The lines of a text, each including its line ending, so that `lines.join('')` is exactly the text. */
export type Lines = readonly string[];

/**
 * Splits a text after every `\n`. A lone `\r` or U+2028 does not end a line: if it did, inserting `a\r` before `\n` would turn
 * two lines into one and invalidate line numbers after an edit. VS Code's documents never contain a lone `\r`.
 */
export function splitLines(text: string): Lines {
  const lines: string[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  cache(lines, text);
  return lines;
}

/** The inverse of `splitLines`. */
export function joinLines(lines: Lines): string {
  return texts.get(lines) ?? cache(lines, lines.join(''));
}

/** From this size on, the joined text is cached, since joining takes long and the same text is needed repeatedly. */
const CACHE_MIN_LINES = 1_000;
const texts = new WeakMap<Lines, string>();

function cache(lines: Lines, text: string): string {
  if (lines.length >= CACHE_MIN_LINES) {
    texts.set(lines, text);
  }
  return text;
}

export function sameLines(one: Lines, other: Lines): boolean {
  return (
    one === other || (one.length === other.length && one.every((line, at) => line === other[at]))
  );
}

export function hasLineEnding(line: string): boolean {
  return line.endsWith('\n');
}

/** Whether the last line has no line ending, so that nothing can be appended as it is. */
export function lacksFinalNewline(lines: Lines): boolean {
  const last = lines.at(-1);
  return last !== undefined && !hasLineEnding(last);
}

/** The line ending of the first line that has one. */
export function detectEol(lines: Lines): '\n' | '\r\n' {
  return lines.find(hasLineEnding)?.endsWith('\r\n') ? '\r\n' : '\n';
}

/** Adds a missing line ending to each line; to the last one only if other lines will follow it (`isLast` is false). */
export function withLineEndings(lines: Lines, eol: string, isLast: boolean): Lines {
  const open = isLast ? lines.length - 1 : lines.length;
  return lines.map((line, at) => (at < open && !hasLineEnding(line) ? line + eol : line));
}
