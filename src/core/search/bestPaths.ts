import { NO_MATCH } from './fuzzyScore.ts';

/** A path that matches, and how well. */
export interface PathMatch {
  readonly path: string;
  readonly score: number;
}

/** What makes one path likelier than another that matches as well. */
export interface PathBoosts {
  /** The folder the user is in, with a slash at the end; empty for none. */
  readonly nearFolder: string;
  /** Points for files in use: open, recent, often mentioned. */
  readonly usage: ReadonlyMap<string, number>;
}

const SAME_FOLDER = 8;
const FOLDER_ABOVE = 4;

/** Keeps the best few of many paths; ties go to the shorter path, then to the alphabet. */
export class BestPaths {
  readonly #limit: number;
  readonly #likely: PathBoosts;
  readonly #above: string;
  #kept: PathMatch[] = [];
  #worst = NO_MATCH;

  constructor(limit: number, likely: PathBoosts) {
    this.#limit = limit;
    this.#likely = likely;
    this.#above = likely.nearFolder.slice(
      0,
      likely.nearFolder.lastIndexOf('/', likely.nearFolder.length - 2) + 1,
    );
  }

  /** Whether a path that is in use by nobody could still come in, however near it is. */
  couldAccept(fuzzy: number): boolean {
    return fuzzy + SAME_FOLDER > this.#worst;
  }

  add(path: string, fuzzy: number): void {
    const score = fuzzy + (this.#likely.usage.get(path) ?? 0) + this.#nearness(path);
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

  #nearness(path: string): number {
    if (this.#likely.nearFolder === '') {
      return 0;
    }
    if (path.startsWith(this.#likely.nearFolder)) {
      return SAME_FOLDER;
    }
    return this.#above !== '' && path.startsWith(this.#above) ? FOLDER_ABOVE : 0;
  }
}

function byScore(one: PathMatch, other: PathMatch): number {
  const byLength = one.path.length - other.path.length;
  return other.score - one.score || byLength || (one.path < other.path ? -1 : 1);
}
