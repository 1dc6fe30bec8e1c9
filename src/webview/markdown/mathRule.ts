import type MarkdownIt from 'markdown-it';

type State = InstanceType<typeof MarkdownIt.StateBlock>;

/** The text that closes a formula, by the two characters that open it. */
const CLOSERS: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]' };

/** Deeper indented lines are code. */
const CODE_INDENT = 4;

/** A line of `=` makes the lines above it a heading. */
const UNDERLINE = /^(=+|-+)\s*$/;

/**
 * Reads a formula, `$$...$$` or `\[...\]` on lines of its own, as a code block in the language `math`.
 *
 * Each decision depends only on lines that are in no later block, so a growing text is parsed as if it was complete. What
 * opens on a line of its own is a formula until it is closed, as with code. With text after it, `$$` can also be prose: then
 * the end must follow in the same paragraph.
 */
export function mathRule(
  state: State,
  startLine: number,
  endLine: number,
  isSilent: boolean,
): boolean {
  if (indentOf(state, startLine) >= CODE_INDENT) {
    return false;
  }
  const found = findFormula(state, startLine, endLine);
  if (found && !isSilent) {
    const token = state.push('fence', 'code', 0);
    token.info = 'math';
    token.content = found.lines.map(line => `${line}\n`).join('');
    token.map = [startLine, found.end];
    state.line = found.end;
  }
  return found !== undefined;
}

interface Formula {
  readonly lines: readonly string[];
  /** The line after it. */
  readonly end: number;
}

function findFormula(state: State, startLine: number, endLine: number): Formula | undefined {
  const first = lineAt(state, startLine).trim();
  const closer = closerOf(first);
  const rest = first.slice(2).trim();
  if (closer === undefined || rest === closer) {
    return undefined;
  }
  if (rest.includes(closer)) {
    return closed([], rest, closer, startLine);
  }
  const isAlone = rest === '';
  const { lines, last } = linesAfter(
    state,
    startLine,
    closer,
    line =>
      line >= endLine || (isAlone ? isOutside(state, line) : endsParagraph(state, line, endLine)),
  );
  const line = startLine + 1 + lines.length;
  if (last === undefined) {
    return isAlone ? { lines, end: line } : undefined;
  }
  return closed(isAlone ? lines : [rest, ...lines], last, closer, line);
}

/** The lines after the first one, up to one with the closer or a further opener, which is the last one. */
function linesAfter(
  state: State,
  startLine: number,
  closer: string,
  isEnd: (line: number) => boolean,
): { readonly lines: readonly string[]; readonly last?: string } {
  const lines: string[] = [];
  for (let line = startLine + 1; !isEnd(line); line++) {
    const text = state.getLines(line, line + 1, state.sCount[startLine] ?? 0, false);
    if (text.includes(closer) || closerOf(text.trim()) !== undefined) {
      return { lines, last: text.trimEnd() };
    }
    lines.push(text);
  }
  return { lines };
}

const closerOf = (line: string): string | undefined => CLOSERS[line.slice(0, 2)];

/** A formula whose last line has the closer. With text after the closer, it is a part of a sentence. */
function closed(
  lines: readonly string[],
  last: string,
  closer: string,
  line: number,
): Formula | undefined {
  if (last.indexOf(closer) !== last.length - closer.length) {
    return undefined;
  }
  const rest = last.slice(0, -closer.length).trimEnd();
  return { lines: rest === '' ? lines : [...lines, rest], end: line + 1 };
}

function endsParagraph(state: State, line: number, endLine: number): boolean {
  const rules = state.md.block.ruler.getRules('paragraph').filter(rule => rule !== mathRule);
  return (
    state.isEmpty(line) ||
    isOutside(state, line) ||
    UNDERLINE.test(lineAt(state, line)) ||
    rules.some(rule => rule(state, line, endLine, true))
  );
}

/** Whether a line is after the list item or quote around the formula. */
const isOutside = (state: State, line: number): boolean =>
  !state.isEmpty(line) && indentOf(state, line) < 0;

/** A line without the markers and the indentation of the blocks around it. */
const lineAt = (state: State, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

/** The columns of a line after the margin of the block around it. */
const indentOf = (state: State, line: number): number =>
  (state.sCount[line] ?? 0) - state.blkIndent;
