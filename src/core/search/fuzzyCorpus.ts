/**
 * Texts prepared for fuzzy search. The lower-case letters of all texts are stored in one typed array, which is read many
 * times faster than separate strings. A text is identified by its index.
 */
export class FuzzyCorpus {
  /** The letters of all texts, and the bonus of each as the start of a word. */
  letters: Uint16Array = new Uint16Array(INITIAL_LETTERS);
  starts: Uint8Array = new Uint8Array(INITIAL_LETTERS);
  /** The offsets where each text starts, where its last path segment starts, and where it ends. */
  from: Int32Array = new Int32Array(INITIAL_TEXTS);
  nameAt: Int32Array = new Int32Array(INITIAL_TEXTS);
  to: Int32Array = new Int32Array(INITIAL_TEXTS);
  /** Bloom-like masks of the letters in each text and in its last segment, to skip most texts quickly. */
  masks: Int32Array = new Int32Array(INITIAL_TEXTS);
  nameMasks: Int32Array = new Int32Array(INITIAL_TEXTS);
  /** The same for pairs of adjacent letters, with `PAIR_WORDS` numbers per text. */
  pairs: Int32Array = new Int32Array(INITIAL_TEXTS * PAIR_WORDS);
  readonly #texts: string[] = [];
  #used = 0;

  get size(): number {
    return this.#texts.length;
  }

  text(index: number): string {
    return this.#texts[index] ?? '';
  }

  add(text: string): number {
    const index = this.size;
    const from = this.#used;
    const lower = sameLengthLowerCase(text);
    this.#ensureCapacity(index, text.length);
    this.from[index] = from;
    this.to[index] = from + lower.length;
    this.nameAt[index] = from + lower.lastIndexOf('/', lower.length - 2) + 1;
    this.#write(text, lower);
    this.masks[index] = letterMask(this.letters.subarray(from, this.#used));
    this.nameMasks[index] = letterMask(this.letters.subarray(this.nameAt[index], this.#used));
    this.pairs.set(letterPairs(this.letters.subarray(from, this.#used)), index * PAIR_WORDS);
    this.#texts.push(text);
    return index;
  }

  /** Removes a text; the last text takes its index. */
  remove(index: number): void {
    const last = this.size - 1;
    for (const array of [this.from, this.nameAt, this.to, this.masks, this.nameMasks]) {
      array[index] = array[last] ?? 0;
    }
    this.pairs.copyWithin(index * PAIR_WORDS, last * PAIR_WORDS, (last + 1) * PAIR_WORDS);
    this.#texts[index] = this.text(last);
    this.#texts.pop();
  }

  #write(text: string, lower: string): void {
    for (let at = 0; at < lower.length; at++) {
      this.letters[this.#used] = lower.charCodeAt(at);
      this.starts[this.#used] = startBonus(text, at);
      this.#used++;
    }
  }

  #ensureCapacity(index: number, length: number): void {
    const required = this.#used + length;
    this.letters = ensureCapacity(this.letters, required, capacity => new Uint16Array(capacity));
    this.starts = ensureCapacity(this.starts, required, capacity => new Uint8Array(capacity));
    const numbers = (array: Int32Array, perText = 1): Int32Array =>
      ensureCapacity(array, (index + 1) * perText, capacity => new Int32Array(capacity));
    this.from = numbers(this.from);
    this.nameAt = numbers(this.nameAt);
    this.to = numbers(this.to);
    this.masks = numbers(this.masks);
    this.nameMasks = numbers(this.nameMasks);
    this.pairs = numbers(this.pairs, PAIR_WORDS);
  }
}

/** Enough bits that the pairs of a long path set only a few of them. */
export const PAIR_WORDS = 4;
const PAIR_BITS = PAIR_WORDS * 32;
const INITIAL_LETTERS = 1 << 9;
const INITIAL_TEXTS = 1 << 4;

function ensureCapacity<T extends Uint8Array | Uint16Array | Int32Array>(
  numbers: T,
  required: number,
  make: (capacity: number) => T,
): T {
  if (required <= numbers.length) {
    return numbers;
  }
  const larger = make(Math.max(required, numbers.length * 2));
  larger.set(numbers);
  return larger;
}

/** A mask with one bit per class of letters. */
export const letterMask = (letters: Uint16Array): number =>
  letters.reduce((mask, letter) => mask | letterBit(letter), 0);

const letterBit = (letter: number): number =>
  1 << (letter >= 97 && letter <= 122 ? letter - 97 : 26 + (letter % 6));

/** A mask with one bit per class of adjacent letters. */
export function letterPairs(letters: Uint16Array): Int32Array {
  const pairs = new Int32Array(PAIR_WORDS);
  for (let at = 1; at < letters.length; at++) {
    const bit = ((letters[at - 1] ?? 0) * 31 + (letters[at] ?? 0)) % PAIR_BITS;
    pairs[bit >> 5] = (pairs[bit >> 5] ?? 0) | (1 << (bit & 31));
  }
  return pairs;
}

/** Converts to lower case without changing the length, so that offsets stay valid; letters that would grow keep their case. */
export function sameLengthLowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : Array.from(text, lowerLetter).join('');
}

const lowerLetter = (letter: string): string =>
  letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter;

const WORD_START = 10;
const CAMEL_CASE = 8;
/** Space, dash, dot, slash, underscore. */
const WORD_BREAKS: ReadonlySet<number> = new Set([32, 45, 46, 47, 95]);

function startBonus(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  if (at === 0 || WORD_BREAKS.has(before)) {
    return WORD_START;
  }
  const here = text.charCodeAt(at);
  return here >= 65 && here <= 90 && before >= 97 && before <= 122 ? CAMEL_CASE : 0;
}
