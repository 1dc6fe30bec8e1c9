import MarkdownIt, { type Token } from 'markdown-it';
import { BlockState } from './blockState.ts';
import { mathRule } from './mathRule.ts';

/** Quotes and lists nested deeper than this are shown as plain text. */
export const NESTING_LIMIT = 40;

/** The targets of `[label]` references, in the format of the parser. */
export type LinkReferences = Readonly<
  Record<string, { readonly href: string; readonly title: string }>
>;

/** A top-level block: its tokens without the inline ones, and its lines. */
export interface ParsedBlock {
  readonly tokens: readonly Token[];
  /** Lines from 0, ending before `end`. */
  readonly start: number;
  readonly end: number;
}

const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: NESTING_LIMIT });

markdown.block.State = BlockState;
markdown.block.ruler.after('fence', 'math', mathRule, {
  alt: ['paragraph', 'reference', 'blockquote', 'list'],
});
// Inline parsing is the expensive part. `inlineTokens` does it block by block, and only for rendered blocks.
markdown.core.ruler.enableOnly(['normalize', 'block']);
// `linkTarget` validates links when they are rendered.
markdown.validateLink = () => true;

/** The top-level blocks of a text, and the link references known after it. */
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

/** The reference labels that a block defines. */
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
