/** Longer code is not highlighted. */
const TOTAL_LIMIT_CHARS = 30_000;

/**
 * The longest part that is highlighted at once. Some grammars take time that grows with the square of the length: 30,000
 * characters block the page for seconds, 2,000 for less than a tenth of one.
 */
const PART_LIMIT_CHARS = 2_000;

/** A longer line is minified code or data, and stays plain. */
const LINE_LIMIT_CHARS = 500;

/** A part of some code, in order, and whether it is highlighted. */
export interface CodePart {
  readonly text: string;
  readonly isPlain: boolean;
}

/** Divides code into parts that can each be highlighted without blocking the page; `undefined` if it is too long. */
export function splitForHighlighting(code: string): readonly CodePart[] | undefined {
  if (code.length > TOTAL_LIMIT_CHARS) {
    return undefined;
  }
  const parts: CodePart[] = [];
  const lines: string[] = [];
  let chars = 0;
  const push = (count: number): void => {
    const text = lines.splice(0, count).join('');
    chars -= text.length;
    parts.push({ text, isPlain: false });
  };
  for (const line of code.split(/(?<=\n)/)) {
    if (line.length > LINE_LIMIT_CHARS) {
      push(lines.length);
      parts.push({ text: line, isPlain: true });
      continue;
    }
    while (chars + line.length > PART_LIMIT_CHARS) {
      push(cutBefore(lines));
    }
    lines.push(line);
    chars += line.length;
  }
  push(lines.length);
  return parts.filter(({ text }) => text !== '');
}

/** Comments and strings rarely span an empty line, so the last one in the second half is a good place to divide. */
function cutBefore(lines: readonly string[]): number {
  const last = lines.findLastIndex(line => line.trim() === '');
  return last > lines.length / 2 ? last : lines.length;
}
