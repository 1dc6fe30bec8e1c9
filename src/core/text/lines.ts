/** The lines of a text, each with its own ending: `lines.join('')` is the text again, byte for byte. */
export type Lines = readonly string[];

/**
 * Cuts a text after every `\n`; `\r\n` stays with its line.
 * A lone `\r` or U+2028 is an ordinary character here: cut there, `a\r` put before `\n` would become one line instead of
 * two, and line numbers could not be trusted after an edit. VS Code's documents never hold a lone `\r`.
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
  keep(lines, text);
  return lines;
}

/** The text that `splitLines` cut. */
export function joinLines(lines: Lines): string {
  return texts.get(lines) ?? keep(lines, lines.join(''));
}

/** The text of so many lines is kept as long as they are: it is asked for again and again, and joining them takes a while. */
const KEPT_FROM_LINES = 1_000;
const texts = new WeakMap<Lines, string>();

function keep(lines: Lines, text: string): string {
  if (lines.length >= KEPT_FROM_LINES) {
    texts.set(lines, text);
  }
  return text;
}

/** Whether two lists hold the same lines. */
export function sameLines(one: Lines, other: Lines): boolean {
  return (
    one === other || (one.length === other.length && one.every((line, at) => line === other[at]))
  );
}

/** Whether a line may be followed by another. */
export function hasLineEnding(line: string): boolean {
  return line.endsWith('\n');
}

/** Whether more lines can be put after these as they are. */
export function lacksFinalNewline(lines: Lines): boolean {
  const last = lines.at(-1);
  return last !== undefined && !hasLineEnding(last);
}

/** The line ending these lines use: that of the first line which has one. */
export function detectEol(lines: Lines): '\n' | '\r\n' {
  return lines.find(hasLineEnding)?.endsWith('\r\n') ? '\r\n' : '\n';
}

/** The same lines with an ending on each that another one follows; on the last as well, unless it is the last of all. */
export function withLineEndings(lines: Lines, eol: string, isLast: boolean): Lines {
  const open = isLast ? lines.length - 1 : lines.length;
  return lines.map((line, at) => (at < open && !hasLineEnding(line) ? line + eol : line));
}
