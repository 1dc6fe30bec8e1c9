import { setImmediate as nextRound } from 'node:timers/promises';
import { foldCase } from '../../core/history/snippet.ts';

/** A search yields to other tasks at this interval. */
const SLICE_MS = 10;
/** Hits beyond this number are not ranked within one session. */
const RANKED_HITS = 100;

/** The text of one entry of a session. */
export interface IndexedText {
  readonly entryId: string;
  readonly text: string;
}

/** The entry of a session in which something was found. */
export interface SearchHit {
  readonly id: string;
  readonly entryId: string;
}

interface Indexed {
  /** All texts, case-folded, with a line break after each. */
  readonly text: Buffer;
  readonly entryIds: readonly string[];
  /** The end offset of each text. */
  readonly ends: Uint32Array;
  readonly trigrams: Uint32Array;
}

/**
 * The texts of all sessions, ready to be searched. Each has a table of the trigrams that occur in it, so that most
 * sessions without a match are skipped without reading their text. The buffers are outside the JavaScript heap.
 */
export class SearchIndex {
  readonly #sessions = new Map<string, Indexed>();

  set(id: string, texts: readonly IndexedText[]): void {
    const buffers = texts.map(({ text }) => Buffer.from(`${foldCase(text)}\n`));
    let end = 0;
    const ends = Uint32Array.from(buffers, ({ length }) => (end += length));
    const text = Buffer.concat(buffers);
    const entryIds = texts.map(({ entryId }) => entryId);
    this.#sessions.set(id, { text, entryIds, ends, trigrams: createTrigramTable(text) });
  }

  delete(id: string): void {
    this.#sessions.delete(id);
  }

  /** The first `limit` of these sessions that contain all words, with the best entry of each. */
  async find(
    terms: readonly string[],
    among: readonly string[],
    { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly SearchHit[]> {
    const words = terms.map(term => Buffer.from(term));
    const found: SearchHit[] = [];
    let sliceEndsMs = performance.now() + SLICE_MS;
    for (const id of among) {
      if (found.length >= limit || signal?.aborted) {
        break;
      }
      const entryId = findHit(this.#sessions.get(id), words);
      if (entryId !== undefined) {
        found.push({ id, entryId });
      }
      if (performance.now() > sliceEndsMs) {
        await nextRound();
        sliceEndsMs = performance.now() + SLICE_MS;
      }
    }
    return found;
  }
}

/** The entry that contains most of the words, if the session contains all of them. */
function findHit(session: Indexed | undefined, words: readonly Buffer[]): string | undefined {
  const [first, ...others] = words;
  return session &&
    first &&
    words.every(word => mayContain(session.trigrams, word)) &&
    words.every(word => session.text.includes(word))
    ? findBestPosition(session, first, others)
    : undefined;
}

function findBestPosition(
  { text, ends, entryIds }: Indexed,
  first: Buffer,
  others: readonly Buffer[],
): string | undefined {
  let best: string | undefined;
  let most = -1;
  let at = text.indexOf(first);
  for (let weighed = 0; at >= 0 && weighed < RANKED_HITS; weighed += 1) {
    const piece = pieceAt(ends, at);
    const end = ends[piece] ?? text.length;
    const inside = text.subarray(ends[piece - 1] ?? 0, end);
    const count = others.filter(word => inside.includes(word)).length;
    if (count > most) {
      best = entryIds[piece];
      most = count;
    }
    at = count === others.length ? -1 : text.indexOf(first, end);
  }
  return best;
}

const pieceAt = (ends: Uint32Array, at: number): number => ends.findIndex(end => at < end);

const GROUP_BYTES = 3;
const MIN_BITS = 12;
const MAX_BITS = 22;

/** A bit for each trigram that occurs. The table grows with the text, so that it stays sparse. */
function createTrigramTable(text: Buffer): Uint32Array {
  const wanted = Math.ceil(Math.log2(text.length + 1));
  const bits = Math.min(MAX_BITS, Math.max(MIN_BITS, wanted));
  const trigrams = new Uint32Array(2 ** bits / 32);
  const shift = 32 - bits;
  let group = 0;
  for (let at = 0; at < text.length; at += 1) {
    group = ((group << 8) | (text[at] ?? 0)) & 0xff_ff_ff;
    if (at >= GROUP_BYTES - 1) {
      const bit = Math.imul(group, HASH_FACTOR) >>> shift;
      trigrams[bit >>> 5] = (trigrams[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }
  return trigrams;
}

/** Spreads neighboring values over the whole table. */
const HASH_FACTOR = 0x9e_37_79_b1;

function mayContain(trigrams: Uint32Array, word: Buffer): boolean {
  const shift = 32 - Math.log2(trigrams.length * 32);
  for (let at = 0; at + GROUP_BYTES <= word.length; at += 1) {
    const bit = Math.imul(word.readUIntBE(at, GROUP_BYTES), HASH_FACTOR) >>> shift;
    if (((trigrams[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) {
      return false;
    }
  }
  return true;
}
