/** A Markdown code block whose fence is longer than any run of backticks inside, so that the text stays whole. */
export function fence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(run => run.length));
  const ticks = '`'.repeat(longest + 1);
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${ticks}${language}\n${text}${end}${ticks}`;
}
