/** Languages of code blocks that VS Code's Markdown preview draws, and the names it knows them by. */
const PREVIEWED: ReadonlyMap<string, string> = new Map([
  ['mermaid', 'mermaid'],
  ['math', 'math'],
  ['katex', 'math'],
  ['latex', 'math'],
  ['tex', 'math'],
]);

/** Whether VS Code's Markdown preview draws code in this language. */
export const hasPreview = (language: string): boolean => PREVIEWED.has(language.toLowerCase());

/**
 * A Markdown document with one code block. The text comes from an agent: the fence is longer than any in the text, so that
 * nothing of it is read as Markdown, such as an image that the preview would load.
 */
export function toFencedBlock(text: string, language: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${PREVIEWED.get(language.toLowerCase()) ?? ''}\n${text}\n${fence}\n`;
}
