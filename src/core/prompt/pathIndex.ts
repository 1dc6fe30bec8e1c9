import { fuzzyScore, nameScore, NO_MATCH, wholeScore, type FuzzyQuery } from './fuzzy.ts';
import { FuzzyTexts, type FuzzyText } from './fuzzyText.ts';

/** A path that matches, and how well. */
export interface PathMatch {
  readonly path: string;
  readonly score: number;
}

/** What makes one path likelier than another that matches as well. */
export interface Likelihood {
  /** The folder the user is in, with a slash at the end; empty for none. */
  readonly near: string;
  /** Points for files in use: open, recent, often mentioned. */
  readonly used: ReadonlyMap<string, number>;
}

/** Letters that stand apart all over a path are a poor match: if so many tries fill the list, the next is no better. */
const APART_TRIES = 30_000;
const SAME_FOLDER = 8;
const FOLDER_ABOVE = 4;

/**
 * The paths of a workspace, made to be searched at each keystroke: of 100,000 most are passed over by one look at a
 * bit mask, and a longer query looks only at what the shorter one found.
 */
export class PathIndex {
  #places = new Map<string, number>();
  #texts: FuzzyText[] = [];
  #letters = new FuzzyTexts();
  #last: { readonly term: string; readonly hits: readonly FuzzyText[] } | undefined;

  get size(): number {
    return this.#texts.length;
  }

  has(path: string): boolean {
    return this.#places.has(path);
  }

  add(path: string): void {
    if (!this.#places.has(path)) {
      this.#places.set(path, this.#texts.length);
      this.#texts.push(this.#letters.add(path));
      this.#last = undefined;
    }
  }

  /** The last path takes the place of the one that goes. */
  remove(path: string): void {
    const place = this.#places.get(path);
    const last = this.#texts.at(-1);
    if (place !== undefined && last !== undefined) {
      this.#places.set(last.text, place);
      this.#places.delete(path);
      this.#texts[place] = last;
      this.#texts.pop();
      this.#last = undefined;
    }
  }

  /** The paths that start so. */
  under(start: string): readonly string[] {
    return this.#texts.map(({ text }) => text).filter(text => text.startsWith(start));
  }

  /**
   * The best matches, best first: names, then words in one piece on the way there, then letters apart. Each goes only as
   * far as the one before leaves room, so that a keystroke is answered at once in any workspace.
   */
  search(query: FuzzyQuery, limit: number, likely: Likelihood): readonly PathMatch[] {
    const best = new Best(limit, likely);
    const named = best.take(this.#candidates(query), query, nameScore);
    let { hits } = named;
    const wants = (): boolean => hits.length < limit;
    const whole = wants()
      ? best.take(named.rest, query, wholeScore)
      : { hits: [], rest: named.rest };
    hits = hits.concat(whole.hits);
    let seen = 0;
    for (; wants() && seen < whole.rest.length; seen += APART_TRIES) {
      const some = whole.rest.slice(seen, seen + APART_TRIES);
      hits = hits.concat(best.take(some, query, fuzzyScore).hits);
    }
    const [term = '', ...more] = query.terms;
    // What was not looked at is not ruled out, and may match with the next letter.
    const left = more.length > 0 ? undefined : { term, hits: hits.concat(whole.rest.slice(seen)) };
    this.#last = left;
    return best.sorted();
  }

  /** What a shorter query found, or did not rule out, holds all that a longer one can find. */
  #candidates({ terms: [term = '', ...more] }: FuzzyQuery): readonly FuzzyText[] {
    const narrows =
      this.#last !== undefined && more.length === 0 && term.startsWith(this.#last.term);
    return narrows ? (this.#last?.hits ?? []) : this.#texts;
  }
}

interface Taken {
  readonly hits: readonly FuzzyText[];
  readonly rest: readonly FuzzyText[];
}

/** Keeps the best few of many; ties go to the shorter path, then to the alphabet. */
class Best {
  readonly #limit: number;
  readonly #likely: Likelihood;
  readonly #above: string;
  #kept: PathMatch[] = [];
  #worst = NO_MATCH;

  constructor(limit: number, likely: Likelihood) {
    this.#limit = limit;
    this.#likely = likely;
    this.#above = likely.near.slice(0, likely.near.lastIndexOf('/', likely.near.length - 2) + 1);
  }

  /** Keeps what matches well enough; tells what matched at all, and what did not. */
  take(
    targets: readonly FuzzyText[],
    query: FuzzyQuery,
    scoreOf: (query: FuzzyQuery, target: FuzzyText) => number,
  ): Taken {
    const hits: FuzzyText[] = [];
    const rest: FuzzyText[] = [];
    for (const target of targets) {
      if ((target.mask & query.mask) === query.mask) {
        const score = scoreOf(query, target);
        if (score === NO_MATCH) {
          rest.push(target);
        } else {
          hits.push(target);
          this.#offer(target.text, score);
        }
      }
    }
    return { hits, rest };
  }

  #offer(path: string, fuzzy: number): void {
    const score = fuzzy + (this.#likely.used.get(path) ?? 0) + this.#nearness(path);
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
    if (this.#likely.near === '') {
      return 0;
    }
    if (path.startsWith(this.#likely.near)) {
      return SAME_FOLDER;
    }
    return this.#above !== '' && path.startsWith(this.#above) ? FOLDER_ABOVE : 0;
  }
}

function byScore(one: PathMatch, other: PathMatch): number {
  const byLength = one.path.length - other.path.length;
  return other.score - one.score || byLength || (one.path < other.path ? -1 : 1);
}
