/** Returns `count` lines from line `start` (from 0), including line endings. */
export function sliceLines(text: string, start: number, count: number): string {
  const from = offsetAfter(text, 0, start);
  return text.slice(from, offsetAfter(text, from, count));
}

/** The offset after so many more lines. */
function offsetAfter(text: string, offset: number, lineCount: number): number {
  let at = offset;
  for (let passed = 0; passed < lineCount && at < text.length; passed += 1) {
    const newline = text.indexOf('\n', at);
    at = newline < 0 ? text.length : newline + 1;
  }
  return at;
}
