/** A Markdown code block whose fence is longer than any run of backticks inside, so that the text stays whole. */
export function fence(text: string, language: string): string {
  const ticks = backticksAround(text);
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${ticks}${language}\n${text}${end}${ticks}`;
}

/** At least three backticks, and more than stand together anywhere in the text. */
export function backticksAround(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  return '`'.repeat(1 + runs.reduce((longest, { length }) => Math.max(longest, length), 2));
}
