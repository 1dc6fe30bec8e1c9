const CHUNK_CHARS = 24;

const paragraph =
  'The parser reads **one line** at a time and keeps the `offset` of each, so that [links](src/a.ts#L3) stay right.\n\n';

/** Markdown with a bit of everything, as agents write it. */
export const section = [
  '## What changes\n\n',
  paragraph,
  '- first, the counter moves\n- then the loop *ends*\n  - and nothing else\n\n',
  '```ts\nexport function count(text: string): number {\n  return text.split("\\n").length;\n}\n```\n\n',
  '| input | lines |\n|---|--:|\n| a | 1 |\n| b | 2 |\n\n',
  paragraph.repeat(3),
].join('');

/** This Markdown, repeated and cut into chunks. */
export function chunksOf(count: number): string[] {
  const text = section.repeat(Math.ceil((count * CHUNK_CHARS) / section.length));
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * CHUNK_CHARS, (index + 1) * CHUNK_CHARS),
  );
}
