import { BestPaths, type PathBoosts, type PathMatch } from './bestPaths.ts';
import {
  fuzzyScore,
  hasAllBits,
  fuzzyNameScore,
  NO_MATCH,
  substringScore,
  type FuzzyQuery,
} from './fuzzyScore.ts';
import { FuzzyCorpus } from './fuzzyCorpus.ts';

/** Letters that stand apart all over a path are a poor match: if so many tries fill the list, the next is no better. */
const APART_TRIES = 8000;

/**
 * The paths of a workspace, made to be searched at each keystroke: of 100,000 most are passed over by one look at a
 * bit mask, and a longer query looks only at what the shorter one found.
 */
export class PathIndex {
  readonly #places = new Map<string, number>();
  readonly #texts = new FuzzyCorpus();
  /** All places, in order. */
  readonly #all: number[] = [];
  #last: (Candidates & { readonly terms: readonly string[] }) | undefined;

  get size(): number {
    return this.#texts.size;
  }

  has(path: string): boolean {
    return this.#places.has(path);
  }

  add(path: string): void {
    if (!this.#places.has(path)) {
      const place = this.#texts.add(path);
      this.#places.set(path, place);
      this.#all.push(place);
      this.#last = undefined;
    }
  }

  remove(path: string): void {
    const place = this.#places.get(path);
    if (place !== undefined) {
      this.#places.set(this.#texts.text(this.size - 1), place);
      this.#places.delete(path);
      this.#texts.remove(place);
      this.#all.pop();
      this.#last = undefined;
    }
  }

  /** The paths that start so. */
  withPrefix(start: string): readonly string[] {
    return [...this.#places.keys()].filter(path => path.startsWith(start));
  }

  /**
   * The best matches, best first: what is in use, then names, then words in one piece on the way there, then letters
   * apart. Each goes only as far as the one before leaves room, so that a keystroke is answered at once in any workspace.
   */
  search(query: FuzzyQuery, limit: number, likely: PathBoosts): readonly PathMatch[] {
    const best = new BestPaths(limit, likely);
    const sweep = new Sweep(this.#texts, query, best, this.#offerUsed(best, query, likely.usage));
    const from = this.#candidates(query);
    const named = sweep.take(from.named, fuzzyNameScore);
    const isFull = (): boolean => sweep.found >= limit;
    const toRead = named.missed.concat(from.whole);
    const whole = isFull() ? { hits: toRead, missed: [] } : sweep.take(toRead, substringScore);
    const left = whole.missed.concat(from.apart);
    let apart: readonly number[] = [];
    let seen = 0;
    for (; !isFull() && seen < left.length; seen += APART_TRIES) {
      apart = apart.concat(sweep.take(left.slice(seen, seen + APART_TRIES), fuzzyScore).hits);
    }
    this.#last = {
      terms: query.terms,
      named: named.hits,
      whole: whole.hits,
      apart: apart.concat(left.slice(seen)),
    };
    return best.sorted();
  }

  #offerUsed(
    best: BestPaths,
    query: FuzzyQuery,
    used: ReadonlyMap<string, number>,
  ): ReadonlySet<number> {
    const places = new Set<number>();
    for (const path of used.keys()) {
      const place = this.#places.get(path);
      const score = place === undefined ? NO_MATCH : fuzzyScore(query, this.#texts, place);
      if (place !== undefined && score !== NO_MATCH) {
        places.add(place);
        best.add(path, score);
      }
    }
    return places;
  }

  /** What a shorter query found, or did not rule out, holds all that a longer one can find. */
  #candidates({ terms }: FuzzyQuery): Candidates {
    const { terms: shorter } = this.#last ?? { terms: ['?', '?'] };
    const [term = ''] = terms;
    const [start = ''] = shorter;
    const narrows = terms.length <= 1 && shorter.length <= 1 && term.startsWith(start);
    return narrows && this.#last ? this.#last : { named: this.#all, whole: [], apart: [] };
  }
}

/** Paths by the best way in which they may match. */
interface Candidates {
  readonly named: readonly number[];
  readonly whole: readonly number[];
  readonly apart: readonly number[];
}

/** Goes over many paths and offers those that match. */
class Sweep {
  /** How many matched. */
  found = 0;
  readonly #texts: FuzzyCorpus;
  readonly #query: FuzzyQuery;
  readonly #best: BestPaths;
  readonly #offered: ReadonlySet<number>;

  constructor(
    texts: FuzzyCorpus,
    query: FuzzyQuery,
    best: BestPaths,
    offered: ReadonlySet<number>,
  ) {
    this.#texts = texts;
    this.#query = query;
    this.#best = best;
    this.#offered = offered;
  }

  /** Offers what matches in one way; tells what does, and what may match in another. */
  take(
    places: readonly number[],
    scoreOf: (query: FuzzyQuery, texts: FuzzyCorpus, place: number) => number,
  ): { readonly hits: readonly number[]; readonly missed: readonly number[] } {
    const { mask } = this.#query;
    const { masks } = this.#texts;
    const hits: number[] = [];
    const missed: number[] = [];
    for (const place of places) {
      if (hasAllBits(masks[place], mask)) {
        const score = scoreOf(this.#query, this.#texts, place);
        if (score === NO_MATCH) {
          missed.push(place);
        } else {
          hits.push(place);
          this.#offer(place, score);
        }
      }
    }
    this.found += hits.length;
    return { hits, missed };
  }

  #offer(place: number, score: number): void {
    if (this.#best.couldAccept(score) && !this.#offered.has(place)) {
      this.#best.add(this.#texts.text(place), score);
    }
  }
}
