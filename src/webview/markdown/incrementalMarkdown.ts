import type { Token } from 'markdown-it';
import { getDefinedLabels, parseBlocks, type ParsedBlock, type LinkReferences } from './parser.ts';

/** A block ready to be rendered. It is the same object as before if nothing in it changed. */
export interface MarkdownBlock {
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly references: LinkReferences;
  /** The level of the heading before it. */
  readonly parentLevel: number;
}

/** The page has the only heading of level 1. */
const PAGE_LEVEL = 1;

/**
 * The level of a heading on the page: one below what the agent wrote, and never more than one below the heading before it, so
 * that the outline for screen readers has no gaps.
 */
export const headingLevel = ({ tag }: Token, parentLevel: number): number =>
  Math.min(Number(tag.slice(1)) + 1, parentLevel + 1, 6);

/** Link references beyond this number stay plain text. */
const REFERENCE_LIMIT = 200;

/** Blocks at the end that later text can still change: a `2` that becomes `2.` joins the list above it. */
const LIVE_BLOCKS = 2;

/** Blocks rendered as one group. The browser lays out few large elements faster than many small ones. */
export const GROUP_BLOCKS = 20;

/** Text is parsed in chunks of at least this size, so that parsing can be interrupted. */
const CHUNK_CHARS = 16_000;

/** Blocks in groups; an unchanged group is the same object as before. */
export type BlockGroups = readonly (readonly MarkdownBlock[])[];

/**
 * Parses a growing Markdown text. All blocks but the last two are closed: they are parsed once and stay the same
 * objects, so a chunk costs the same at the end of a long message as at its beginning.
 */
export class IncrementalMarkdown {
  #text = '';
  /** The end of the parsed text. */
  #end = 0;
  #closedText = '';
  /** Closed blocks in full groups. */
  #full: BlockGroups = [];
  /** Closed blocks of the last group, which is not full yet. */
  #closed: readonly MarkdownBlock[] = [];
  #live: readonly MarkdownBlock[] = [];
  /** The level of the last heading in closed blocks. */
  #level = PAGE_LEVEL;
  /** References defined by closed blocks; those of live blocks may still change. */
  #defined: LinkReferences = {};
  /** All references known now. */
  #references: LinkReferences = {};

  /** Whether the last text is parsed completely. */
  get isComplete(): boolean {
    return this.#end >= this.#text.length;
  }

  /**
   * The blocks of a text. This is fast if the text is the previous one with an addition. If there is no time left it
   * returns the blocks of the beginning; each further call parses more.
   */
  groups(text: string, hasTimeLeft: () => boolean = () => true): BlockGroups {
    if (text !== this.#text || !this.isComplete) {
      if (!text.startsWith(this.#closedText)) {
        this.#startOver();
      }
      this.#text = text;
      do {
        this.#end = this.#nextEnd(text);
        this.#parse(text.slice(this.#closedText.length, this.#end));
      } while (!this.isComplete && hasTimeLeft());
    }
    const last = [...this.#closed, ...this.#live];
    return last.length === 0 ? this.#full : [...this.#full, last];
  }

  /**
   * Live blocks are parsed again with each chunk, so a chunk is at least as long as they are: the total effort stays
   * linear.
   */
  #nextEnd(text: string): number {
    const begun = Math.min(this.#end, text.length);
    const end = begun + Math.max(CHUNK_CHARS, begun - this.#closedText.length);
    if (end >= text.length) {
      return text.length;
    }
    const line = text.lastIndexOf('\n', end - 1) + 1;
    const isPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    return line > begun ? line : isPair ? end - 1 : end;
  }

  #startOver(): void {
    this.#end = 0;
    this.#closedText = '';
    this.#full = [];
    this.#closed = [];
    this.#live = [];
    this.#level = PAGE_LEVEL;
    this.#defined = {};
  }

  #parse(text: string): void {
    const { blocks: parsed, references: found } = parseBlocks(text, this.#defined);
    this.#updateReferences(found);
    const starts = lineStarts(text);
    const sourceOf = ({ start, end }: ParsedBlock): string =>
      text.slice(starts[start] ?? text.length, starts[end] ?? text.length);
    const levels = levelsIn(parsed, this.#level);
    const blocks = parsed.map((block, index) =>
      reuseBlock(this.#live[index], {
        source: sourceOf(block),
        tokens: block.tokens,
        references: this.#references,
        parentLevel: levels[index] ?? PAGE_LEVEL,
      }),
    );
    const closing = Math.max(0, parsed.length - LIVE_BLOCKS);
    this.#level = levels[closing] ?? PAGE_LEVEL;
    this.#close(blocks.slice(0, closing));
    this.#live = blocks.slice(closing);
    this.#define(parsed.slice(0, closing), found);
    const firstLive = parsed[closing];
    if (closing > 0 && firstLive) {
      this.#closedText += text.slice(0, starts[firstLive.start] ?? 0);
    }
  }

  #close(blocks: readonly MarkdownBlock[]): void {
    const closed = [...this.#closed, ...blocks];
    const groups: (readonly MarkdownBlock[])[] = [];
    while (closed.length >= GROUP_BLOCKS) {
      groups.push(closed.splice(0, GROUP_BLOCKS));
    }
    this.#closed = closed;
    this.#full = groups.length === 0 ? this.#full : [...this.#full, ...groups];
  }

  /** A reference may be defined after its use: then closed blocks are rendered again. */
  #updateReferences(found: LinkReferences): void {
    const entries = Object.entries(found).slice(0, REFERENCE_LIMIT);
    const before = this.#references;
    const isSame =
      entries.length === Object.keys(before).length &&
      entries.every(([label, { href }]) => before[label]?.href === href);
    if (!isSame) {
      const references: LinkReferences = Object.fromEntries(entries);
      this.#references = references;
      this.#full = this.#full.map(group => relinked(group, references));
      this.#closed = relinked(this.#closed, references);
    }
  }

  #define(closing: readonly ParsedBlock[], found: LinkReferences): void {
    for (const label of closing.flatMap(getDefinedLabels)) {
      const target = found[label];
      if (target && Object.keys(this.#defined).length < REFERENCE_LIMIT) {
        this.#defined = { ...this.#defined, [label]: target };
      }
    }
  }
}

/** The heading level before each block, and after the last one. */
function levelsIn(blocks: readonly ParsedBlock[], before: number): readonly number[] {
  const levels = [before];
  let level = before;
  for (const { tokens } of blocks) {
    for (const token of tokens) {
      level = token.type === 'heading_open' ? headingLevel(token, level) : level;
    }
    levels.push(level);
  }
  return levels;
}

const relinked = (
  blocks: readonly MarkdownBlock[],
  references: LinkReferences,
): readonly MarkdownBlock[] =>
  blocks.some(usesReference)
    ? blocks.map(block => (usesReference(block) ? { ...block, references } : block))
    : blocks;

const usesReference = (block: MarkdownBlock): boolean => block.source.includes('[');

function reuseBlock(before: MarkdownBlock | undefined, block: MarkdownBlock): MarkdownBlock {
  const same =
    before !== undefined &&
    before.source === block.source &&
    before.parentLevel === block.parentLevel &&
    before.tokens.length === block.tokens.length &&
    (before.references === block.references || !usesReference(block));
  return same ? before : block;
}

/** The offset of each line; the parser accepts CR, LF and CRLF. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: mark } of text.matchAll(/\r\n?|\n/g)) {
    starts.push(index + mark.length);
  }
  return starts;
}
