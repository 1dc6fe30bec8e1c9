/** A text to be searched, made ready once: its letters in lower case, as numbers, in a block they may share with others. */
export interface FuzzyText {
  readonly text: string;
  readonly letters: Uint16Array;
  readonly from: number;
  readonly to: number;
  /** Where the last name of a path starts: a match in there counts more. */
  readonly nameAt: number;
  /** One bit per sort of letter, to pass over most texts at a glance. */
  readonly mask: number;
}

/** Makes one text ready for searching. */
export const fuzzyText = (text: string): FuzzyText => new FuzzyTexts(text.length).add(text);

const BLOCK_LETTERS = 1 << 18;

/** Makes many texts ready. Letters that lie side by side are read many times faster than those of single strings. */
export class FuzzyTexts {
  #block: Uint16Array;
  #used = 0;

  constructor(blockLetters = BLOCK_LETTERS) {
    this.#block = new Uint16Array(blockLetters);
  }

  add(text: string): FuzzyText {
    const lower = lowerCase(text);
    if (this.#used + lower.length > this.#block.length) {
      this.#block = new Uint16Array(Math.max(BLOCK_LETTERS, lower.length));
      this.#used = 0;
    }
    const from = this.#used;
    const letters = this.#block;
    let mask = 0;
    for (let at = 0; at < lower.length; at++) {
      const letter = lower.charCodeAt(at);
      letters[from + at] = letter;
      mask |= letterBit(letter);
    }
    this.#used += lower.length;
    const nameAt = from + lower.lastIndexOf('/', lower.length - 2) + 1;
    return { text, letters, from, to: from + lower.length, nameAt, mask };
  }
}

/** The bit of a letter in lower case. */
export const letterBit = (letter: number): number =>
  1 << (letter >= 97 && letter <= 122 ? letter - 97 : 26 + (letter % 6));

/** Lower case of the same length, so that positions stay: the few letters that grow keep their case. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : Array.from(text, lowerLetter).join('');
}

const lowerLetter = (letter: string): string =>
  letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter;
