import { lineDelta, type LineChange } from './lineChange.ts';

/** How many lines a list of changes adds above a line: a table, so that many lines can be asked for. */
export class LineShift {
  readonly #ends: number[] = [];
  readonly #sums: number[] = [0];

  /** `side` says in whose line numbers the questions are asked. */
  constructor(changes: readonly LineChange[], side: 'base' | 'current') {
    let sum = 0;
    for (const change of changes) {
      sum += lineDelta(change);
      this.#ends.push(change[side].end);
      this.#sums.push(sum);
    }
  }

  /** What the changes that end at `line` or above it add. */
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
