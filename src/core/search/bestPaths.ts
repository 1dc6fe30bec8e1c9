import { NO_MATCH } from './fuzzyScore.ts';

export interface PathMatch {
  readonly path: string;
  readonly score: number;
}

/** What ranks a path above others that match equally well. */
export interface PathBoosts {
  /** The folder of the active file, with a trailing slash; empty if there is none. */
  readonly nearFolder: string;
  /** Points for files in use: open, recently used, often mentioned. */
  readonly usage: ReadonlyMap<string, number>;
}

const SAME_FOLDER = 8;
const PARENT_FOLDER = 4;

/** Collects the best matches; of equal scores the shorter path wins, then alphabetical order. */
export class BestPaths {
  readonly #limit: number;
  readonly #boosts: PathBoosts;
  readonly #parentFolder: string;
  #kept: PathMatch[] = [];
  #worst = NO_MATCH;

  constructor(limit: number, boosts: PathBoosts) {
    this.#limit = limit;
    this.#boosts = boosts;
    this.#parentFolder = boosts.nearFolder.slice(
      0,
      boosts.nearFolder.lastIndexOf('/', boosts.nearFolder.length - 2) + 1,
    );
  }

  /** Whether a path with this fuzzy score could be among the best, even with the full bonus for proximity. */
  couldAccept(fuzzy: number): boolean {
    return fuzzy + SAME_FOLDER > this.#worst;
  }

  add(path: string, fuzzy: number): void {
    const score = fuzzy + (this.#boosts.usage.get(path) ?? 0) + this.#proximityBonus(path);
    if (score > this.#worst) {
      this.#kept.push({ path, score });
    }
    if (this.#kept.length >= this.#limit * 4) {
      this.#kept = this.sorted();
      this.#worst = this.#kept.at(-1)?.score ?? NO_MATCH;
    }
  }

  sorted(): PathMatch[] {
    return this.#kept.toSorted(byScore).slice(0, this.#limit);
  }

  #proximityBonus(path: string): number {
    if (this.#boosts.nearFolder === '') {
      return 0;
    }
    if (path.startsWith(this.#boosts.nearFolder)) {
      return SAME_FOLDER;
    }
    return this.#parentFolder !== '' && path.startsWith(this.#parentFolder) ? PARENT_FOLDER : 0;
  }
}

function byScore(one: PathMatch, other: PathMatch): number {
  const byLength = one.path.length - other.path.length;
  return other.score - one.score || byLength || (one.path < other.path ? -1 : 1);
}
