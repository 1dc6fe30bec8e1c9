import type { Token } from 'markdown-it';
import { getDefinedLabels, parseBlocks, type ParsedBlock, type LinkReferences } from './parser.ts';

/** One block of a text, ready to be drawn. The same value as before if nothing in it changed. */
export interface MarkdownBlock {
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly references: LinkReferences;
  /** The level of the heading that stands before it. */
  readonly parentLevel: number;
}

/** The page has the only heading of level 1. */
const PAGE_LEVEL = 1;

/**
 * The level of an answer's heading on the page: one below what the agent wrote, and never more than one below the heading
 * before it, whatever levels the agent left out. A screen reader's list of headings then has no gaps.
 */
export const headingLevel = ({ tag }: Token, below: number): number =>
  Math.min(Number(tag.slice(1)) + 1, below + 1, 6);

/** Link references beyond this many stay plain text. */
const REFERENCE_LIMIT = 200;

/** Blocks at the end that later text can still change: a `2` that becomes `2.` joins the list above it. */
const LIVE_BLOCKS = 2;

/** Blocks that are drawn together. A page with few large parts is laid out faster than one with many small ones. */
export const GROUP_BLOCKS = 20;

/** Text is parsed in pieces of at least this many characters: between two of them one can stop. */
const PIECE_CHARS = 16_000;

/** Blocks in groups; a group that did not change is the same value as before. */
export type BlockGroups = readonly (readonly MarkdownBlock[])[];

/**
 * A Markdown text that grows. Blocks before the last two are closed: they are parsed once and stay the same values,
 * so that a chunk costs no more at the end of a long message than at its beginning.
 */
export class IncrementalMarkdown {
  #text = '';
  /** Where what has been parsed ends. */
  #end = 0;
  #closedText = '';
  /** Closed blocks in full groups. */
  #full: BlockGroups = [];
  /** Closed blocks of the group that is being filled. */
  #closed: readonly MarkdownBlock[] = [];
  #live: readonly MarkdownBlock[] = [];
  /** The level of the last heading in closed blocks. */
  #level = PAGE_LEVEL;
  /** References that closed blocks define; those of live blocks may still change. */
  #defined: LinkReferences = {};
  /** All that are known now. */
  #references: LinkReferences = {};

  /** Whether the last text has been parsed to its end. */
  get isComplete(): boolean {
    return this.#end >= this.#text.length;
  }

  /**
   * The blocks of a text. It is quick if the text is the one before with more at its end. If there is no time left, it is
   * the blocks of a beginning of it, which is longer each time.
   */
  groups(text: string, isTimeLeft: () => boolean = () => true): BlockGroups {
    if (text !== this.#text || !this.isComplete) {
      if (!text.startsWith(this.#closedText)) {
        this.#startOver();
      }
      this.#text = text;
      do {
        this.#end = this.#nextEnd(text);
        this.#parse(text.slice(this.#closedText.length, this.#end));
      } while (!this.isComplete && isTimeLeft());
    }
    const last = [...this.#closed, ...this.#live];
    return last.length === 0 ? this.#full : [...this.#full, last];
  }

  /** What is live is parsed again with each piece: a piece is at least as long, so that this stays in proportion. */
  #nextEnd(text: string): number {
    const begun = Math.min(this.#end, text.length);
    const end = begun + Math.max(PIECE_CHARS, begun - this.#closedText.length);
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
    this.#settle(found);
    const starts = lineStarts(text);
    const sourceOf = ({ start, end }: ParsedBlock): string =>
      text.slice(starts[start] ?? text.length, starts[end] ?? text.length);
    const levels = levelsIn(parsed, this.#level);
    const drawn = parsed.map((block, index) =>
      kept(this.#live[index], {
        source: sourceOf(block),
        tokens: block.tokens,
        references: this.#references,
        parentLevel: levels[index] ?? PAGE_LEVEL,
      }),
    );
    const closing = Math.max(0, parsed.length - LIVE_BLOCKS);
    this.#level = levels[closing] ?? PAGE_LEVEL;
    this.#close(drawn.slice(0, closing));
    this.#live = drawn.slice(closing);
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

  /** A reference may come after its use: then what was closed is drawn once more. */
  #settle(found: LinkReferences): void {
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

/** The level before each block, and after the last one. */
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

function kept(before: MarkdownBlock | undefined, block: MarkdownBlock): MarkdownBlock {
  const same =
    before !== undefined &&
    before.source === block.source &&
    before.parentLevel === block.parentLevel &&
    before.tokens.length === block.tokens.length &&
    (before.references === block.references || !usesReference(block));
  return same ? before : block;
}

/** Where each line starts; the parser takes CR, LF and CRLF for the end of one. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: mark } of text.matchAll(/\r\n?|\n/g)) {
    starts.push(index + mark.length);
  }
  return starts;
}
