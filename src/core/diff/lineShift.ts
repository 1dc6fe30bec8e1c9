import { lineDelta, type LineChange } from './lineChange.ts';

/** Looks up by how many lines a list of changes moves a given line, with binary search. */
export class LineShift {
  readonly #ends: number[] = [];
  readonly #sums: number[] = [0];

  /** `side` determines whether `before` takes line numbers of the base or of the current text. */
  constructor(changes: readonly LineChange[], side: 'base' | 'current') {
    let sum = 0;
    for (const change of changes) {
      sum += lineDelta(change);
      this.#ends.push(change[side].end);
      this.#sums.push(sum);
    }
  }

  /** The number of lines added by the changes that end at or above `line`. */
  before(line: number): number {
    return this.#sums[this.#countUpTo(line)] ?? 0;
  }

  #countUpTo(line: number): number {
    let low = 0;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) <= line) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
