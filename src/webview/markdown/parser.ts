import MarkdownIt, { type Token } from 'markdown-it';
import { BlockState } from './blockState.ts';

/** Quotes and lists nested deeper than this are shown as plain text. */
export const NESTING_LIMIT = 40;

/** Where `[label]` points to, by label, as the parser keeps it. */
export type LinkReferences = Readonly<
  Record<string, { readonly href: string; readonly title: string }>
>;

/** One top-level block: its tokens, without the inline ones, and the lines it takes up. */
export interface ParsedBlock {
  readonly tokens: readonly Token[];
  /** Lines from 0, ending before `end`. */
  readonly start: number;
  readonly end: number;
}

const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: NESTING_LIMIT });

markdown.block.State = BlockState;
// Inline parsing is the dear part. It is done block by block, by `inlineTokens`, and only for what is drawn.
markdown.core.ruler.enableOnly(['normalize', 'block']);
// Which links become links is decided where they are drawn: see `linkTarget`.
markdown.validateLink = () => true;

/** The top-level blocks of a text, and the link references that are known after it. */
export function parseBlocks(
  text: string,
  known: LinkReferences,
): { readonly blocks: readonly ParsedBlock[]; readonly references: LinkReferences } {
  const env = { references: { ...known } };
  const tokens = markdown.parse(text, env);
  return { blocks: topLevel(tokens), references: env.references };
}

/** The inline tokens of a paragraph, a heading or a cell. */
export function inlineTokens(content: string, references: LinkReferences): readonly Token[] {
  const tokens: Token[] = [];
  markdown.inline.parse(content, markdown, { references }, tokens);
  return tokens;
}

/** The labels that a block defines. */
export function getDefinedLabels(block: ParsedBlock): readonly string[] {
  return block.tokens.flatMap(({ type, meta }) => {
    const label: unknown = type === 'reference_definition' ? meta?.['label'] : undefined;
    return typeof label === 'string' ? [label] : [];
  });
}

function topLevel(tokens: readonly Token[]): readonly ParsedBlock[] {
  const blocks: ParsedBlock[] = [];
  let from = 0;
  tokens.forEach((token, index) => {
    if (token.level === 0 && token.nesting <= 0) {
      const [start, end] = tokens[from]?.map ?? [0, 0];
      blocks.push({ tokens: tokens.slice(from, index + 1), start, end });
      from = index + 1;
    }
  });
  return blocks;
}
