/** Wraps a text in a Markdown code block. The fence is longer than any run of backticks in the text. */
export function codeFence(text: string, language: string): string {
  const ticks = fenceBackticks(text);
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${ticks}${language}\n${text}${end}${ticks}`;
}

/** A run of at least three backticks that is longer than any in the text. */
function fenceBackticks(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  return '`'.repeat(1 + runs.reduce((longest, { length }) => Math.max(longest, length), 2));
}
