/**
 * Texts to be searched, made ready once. All letters lie side by side in lower case, as numbers: they are read many times
 * faster than those of single strings. A text is known by its place.
 */
export class FuzzyCorpus {
  /** The letters of all texts, and what each is worth as the start of a word. */
  letters: Uint16Array = new Uint16Array(FIRST_LETTERS);
  starts: Uint8Array = new Uint8Array(FIRST_LETTERS);
  /** Where each text starts, where its last name does, and where it ends. */
  from: Int32Array = new Int32Array(FIRST_TEXTS);
  nameAt: Int32Array = new Int32Array(FIRST_TEXTS);
  to: Int32Array = new Int32Array(FIRST_TEXTS);
  /** One bit per sort of letter, in the text and in its last name, to pass over most at a glance. */
  masks: Int32Array = new Int32Array(FIRST_TEXTS);
  nameMasks: Int32Array = new Int32Array(FIRST_TEXTS);
  /** Likewise for letters side by side in the text, in `PAIR_WORDS` numbers each. */
  pairs: Int32Array = new Int32Array(FIRST_TEXTS * PAIR_WORDS);
  readonly #texts: string[] = [];
  #used = 0;

  get size(): number {
    return this.#texts.length;
  }

  text(place: number): string {
    return this.#texts[place] ?? '';
  }

  /** Adds a text and gives its place. */
  add(text: string): number {
    const place = this.size;
    const from = this.#used;
    const lower = sameLengthLowerCase(text);
    this.#makeRoom(place, text.length);
    this.from[place] = from;
    this.to[place] = from + lower.length;
    this.nameAt[place] = from + lower.lastIndexOf('/', lower.length - 2) + 1;
    this.#write(text, lower);
    this.masks[place] = letterMask(this.letters.subarray(from, this.#used));
    this.nameMasks[place] = letterMask(this.letters.subarray(this.nameAt[place], this.#used));
    this.pairs.set(letterPairs(this.letters.subarray(from, this.#used)), place * PAIR_WORDS);
    this.#texts.push(text);
    return place;
  }

  /** Removes the text at a place; the last one takes it over. */
  remove(place: number): void {
    const last = this.size - 1;
    for (const facts of [this.from, this.nameAt, this.to, this.masks, this.nameMasks]) {
      facts[place] = facts[last] ?? 0;
    }
    this.pairs.copyWithin(place * PAIR_WORDS, last * PAIR_WORDS, (last + 1) * PAIR_WORDS);
    this.#texts[place] = this.text(last);
    this.#texts.pop();
  }

  #write(text: string, lower: string): void {
    for (let at = 0; at < lower.length; at++) {
      this.letters[this.#used] = lower.charCodeAt(at);
      this.starts[this.#used] = startBonus(text, at);
      this.#used++;
    }
  }

  #makeRoom(place: number, length: number): void {
    const wanted = this.#used + length;
    this.letters = withRoom(this.letters, wanted, room => new Uint16Array(room));
    this.starts = withRoom(this.starts, wanted, room => new Uint8Array(room));
    const numbers = (facts: Int32Array, perText = 1): Int32Array =>
      withRoom(facts, (place + 1) * perText, room => new Int32Array(room));
    this.from = numbers(this.from);
    this.nameAt = numbers(this.nameAt);
    this.to = numbers(this.to);
    this.masks = numbers(this.masks);
    this.nameMasks = numbers(this.nameMasks);
    this.pairs = numbers(this.pairs, PAIR_WORDS);
  }
}

/** Enough bits that the pairs of a long path leave most of them free. */
export const PAIR_WORDS = 4;
const PAIR_BITS = PAIR_WORDS * 32;
const FIRST_LETTERS = 1 << 9;
const FIRST_TEXTS = 1 << 4;

function withRoom<T extends Uint8Array | Uint16Array | Int32Array>(
  numbers: T,
  wanted: number,
  make: (room: number) => T,
): T {
  if (wanted <= numbers.length) {
    return numbers;
  }
  const larger = make(Math.max(wanted, numbers.length * 2));
  larger.set(numbers);
  return larger;
}

/** One bit per sort of letter in lower case. */
export const letterMask = (letters: Uint16Array): number =>
  letters.reduce((mask, letter) => mask | letterBit(letter), 0);

const letterBit = (letter: number): number =>
  1 << (letter >= 97 && letter <= 122 ? letter - 97 : 26 + (letter % 6));

/** One bit per sort of two letters side by side. */
export function letterPairs(letters: Uint16Array): Int32Array {
  const pairs = new Int32Array(PAIR_WORDS);
  for (let at = 1; at < letters.length; at++) {
    const bit = ((letters[at - 1] ?? 0) * 31 + (letters[at] ?? 0)) % PAIR_BITS;
    pairs[bit >> 5] = (pairs[bit >> 5] ?? 0) | (1 << (bit & 31));
  }
  return pairs;
}

/** Lower case of the same length, so that positions stay: the few letters that grow keep their case. */
export function sameLengthLowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : Array.from(text, lowerLetter).join('');
}

const lowerLetter = (letter: string): string =>
  letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter;

const WORD_START = 10;
const HUMP = 8;
/** Blank, dash, dot, slash, underscore. */
const WORD_BREAKS: ReadonlySet<number> = new Set([32, 45, 46, 47, 95]);

function startBonus(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  if (at === 0 || WORD_BREAKS.has(before)) {
    return WORD_START;
  }
  const here = text.charCodeAt(at);
  return here >= 65 && here <= 90 && before >= 97 && before <= 122 ? HUMP : 0;
}
