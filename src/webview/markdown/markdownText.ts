import type { Token } from 'markdown-it';
import { definedIn, parseBlocks, type ParsedBlock, type References } from './parser.ts';

/** One block of a text, ready to be drawn. The same value as before if nothing in it changed. */
export interface Block {
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly references: References;
}

/** Link references beyond this many stay plain text. */
const REFERENCE_LIMIT = 200;

/** Blocks at the end that later text can still change: a `2` that becomes `2.` joins the list above it. */
const LIVE_BLOCKS = 2;

/**
 * A Markdown text that grows. Blocks before the last two are closed: they are parsed once and stay the same values,
 * so that a chunk costs no more at the end of a long message than at its beginning.
 */
export class MarkdownText {
  #closedText = '';
  #closed: readonly Block[] = [];
  /** References that closed blocks define; those of live blocks may still change. */
  #defined: References = {};
  /** All that are known now. */
  #references: References = {};
  #blocks: readonly Block[] = [];
  #text = '';

  /** The blocks of a text. It is quick if the text is the one before with more at its end. */
  blocks(text: string): readonly Block[] {
    if (text === this.#text) {
      return this.#blocks;
    }
    if (!text.startsWith(this.#closedText)) {
      this.#closedText = '';
      this.#closed = [];
      this.#defined = {};
    }
    this.#text = text;
    this.#parse(text.slice(this.#closedText.length));
    return this.#blocks;
  }

  #parse(live: string): void {
    const { blocks: parsed, references: found } = parseBlocks(live, this.#defined);
    const references = this.#settle(found);
    const starts = lineStarts(live);
    const sourceOf = ({ start, end }: ParsedBlock): string =>
      live.slice(starts[start] ?? live.length, starts[end] ?? live.length);
    const before = this.#blocks.slice(this.#closed.length);
    const drawn = parsed.map((block, index) =>
      kept(before[index], { source: sourceOf(block), tokens: block.tokens, references }),
    );
    const closing = Math.max(0, parsed.length - LIVE_BLOCKS);
    this.#relink(references);
    this.#blocks = [...this.#closed, ...drawn];
    this.#closed = this.#blocks.slice(0, this.#closed.length + closing);
    this.#define(parsed.slice(0, closing), found);
    const firstLive = parsed[closing];
    if (closing > 0 && firstLive) {
      this.#closedText += live.slice(0, starts[firstLive.start] ?? 0);
    }
  }

  /** The same value as before when nothing new is defined, which is the rule. */
  #settle(found: References): References {
    const before = this.#references;
    const entries = Object.entries(found).slice(0, REFERENCE_LIMIT);
    const same =
      entries.length === Object.keys(before).length &&
      entries.every(([label, { href }]) => before[label]?.href === href);
    this.#references = same ? before : Object.fromEntries(entries);
    return this.#references;
  }

  /** A reference may come after its use: then what was closed is drawn once more. */
  #relink(references: References): void {
    if (this.#closed.some(block => block.references !== references && usesReference(block))) {
      this.#closed = this.#closed.map(block =>
        usesReference(block) ? { ...block, references } : block,
      );
    }
  }

  #define(closing: readonly ParsedBlock[], found: References): void {
    for (const label of closing.flatMap(definedIn)) {
      const target = found[label];
      if (target && Object.keys(this.#defined).length < REFERENCE_LIMIT) {
        this.#defined = { ...this.#defined, [label]: target };
      }
    }
  }
}

const usesReference = (block: Block): boolean => block.source.includes('[');

function kept(before: Block | undefined, block: Block): Block {
  const same =
    before !== undefined &&
    before.source === block.source &&
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
