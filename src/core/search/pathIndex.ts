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

/** Separate letters all over a path are a poor match: if so many candidates fill the list, further ones are not better. */
const SCATTERED_BATCH = 8000;

/**
 * An index of paths that is searched at each keystroke. Most of 100,000 paths are skipped by their bit masks, and a longer
 * query searches only the candidates of the shorter one.
 */
export class PathIndex {
  readonly #indexByPath = new Map<string, number>();
  readonly #corpus = new FuzzyCorpus();
  /** All indexes, in order. */
  readonly #allIndexes: number[] = [];
  #lastCandidates: (Candidates & { readonly terms: readonly string[] }) | undefined;

  get size(): number {
    return this.#corpus.size;
  }

  has(path: string): boolean {
    return this.#indexByPath.has(path);
  }

  add(path: string): void {
    if (!this.#indexByPath.has(path)) {
      const index = this.#corpus.add(path);
      this.#indexByPath.set(path, index);
      this.#allIndexes.push(index);
      this.#lastCandidates = undefined;
    }
  }

  remove(path: string): void {
    const index = this.#indexByPath.get(path);
    if (index !== undefined) {
      this.#indexByPath.set(this.#corpus.text(this.size - 1), index);
      this.#indexByPath.delete(path);
      this.#corpus.remove(index);
      this.#allIndexes.pop();
      this.#lastCandidates = undefined;
    }
  }

  withPrefix(start: string): readonly string[] {
    return [...this.#indexByPath.keys()].filter(path => path.startsWith(start));
  }

  /**
   * Returns the best matches, best first: files in use, then matching names, then substrings of the path, then scattered
   * letters. A later group is searched only if the groups before did not fill the list, so that each keystroke is fast.
   */
  search(query: FuzzyQuery, limit: number, boosts: PathBoosts): readonly PathMatch[] {
    const best = new BestPaths(limit, boosts);
    const scan = new Scan(this.#corpus, query, best, this.#addUsed(best, query, boosts.usage));
    const from = this.#candidates(query);
    const named = scan.take(from.named, fuzzyNameScore);
    const isFull = (): boolean => scan.found >= limit;
    const toRead = named.missed.concat(from.substring);
    const substring = isFull() ? { hits: toRead, missed: [] } : scan.take(toRead, substringScore);
    const left = substring.missed.concat(from.scattered);
    let scattered: readonly number[] = [];
    let seen = 0;
    for (; !isFull() && seen < left.length; seen += SCATTERED_BATCH) {
      scattered = scattered.concat(
        scan.take(left.slice(seen, seen + SCATTERED_BATCH), fuzzyScore).hits,
      );
    }
    this.#lastCandidates = {
      terms: query.terms,
      named: named.hits,
      substring: substring.hits,
      scattered: scattered.concat(left.slice(seen)),
    };
    return best.sorted();
  }

  #addUsed(
    best: BestPaths,
    query: FuzzyQuery,
    used: ReadonlyMap<string, number>,
  ): ReadonlySet<number> {
    const indexes = new Set<number>();
    for (const path of used.keys()) {
      const index = this.#indexByPath.get(path);
      const score = index === undefined ? NO_MATCH : fuzzyScore(query, this.#corpus, index);
      if (index !== undefined && score !== NO_MATCH) {
        indexes.add(index);
        best.add(path, score);
      }
    }
    return indexes;
  }

  /** The candidates of a shorter query include all matches of a longer one. */
  #candidates({ terms }: FuzzyQuery): Candidates {
    const { terms: shorter } = this.#lastCandidates ?? { terms: ['?', '?'] };
    const [term = ''] = terms;
    const [start = ''] = shorter;
    const narrows = terms.length <= 1 && shorter.length <= 1 && term.startsWith(start);
    return narrows && this.#lastCandidates
      ? this.#lastCandidates
      : { named: this.#allIndexes, substring: [], scattered: [] };
  }
}

/** Candidates by the best kind of match that they may have. */
interface Candidates {
  readonly named: readonly number[];
  readonly substring: readonly number[];
  readonly scattered: readonly number[];
}

/** Scores candidates and collects the matches. */
class Scan {
  /** The number of matches. */
  found = 0;
  readonly #corpus: FuzzyCorpus;
  readonly #query: FuzzyQuery;
  readonly #best: BestPaths;
  readonly #alreadyAdded: ReadonlySet<number>;

  constructor(
    corpus: FuzzyCorpus,
    query: FuzzyQuery,
    best: BestPaths,
    alreadyAdded: ReadonlySet<number>,
  ) {
    this.#corpus = corpus;
    this.#query = query;
    this.#best = best;
    this.#alreadyAdded = alreadyAdded;
  }

  /** Scores candidates in one way; returns the matches, and the rest, which may match in another way. */
  take(
    indexes: readonly number[],
    scoreOf: (query: FuzzyQuery, corpus: FuzzyCorpus, index: number) => number,
  ): { readonly hits: readonly number[]; readonly missed: readonly number[] } {
    const { mask } = this.#query;
    const { masks } = this.#corpus;
    const hits: number[] = [];
    const missed: number[] = [];
    for (const index of indexes) {
      if (hasAllBits(masks[index], mask)) {
        const score = scoreOf(this.#query, this.#corpus, index);
        if (score === NO_MATCH) {
          missed.push(index);
        } else {
          hits.push(index);
          this.#add(index, score);
        }
      }
    }
    this.found += hits.length;
    return { hits, missed };
  }

  #add(index: number, score: number): void {
    if (this.#best.couldAccept(score) && !this.#alreadyAdded.has(index)) {
      this.#best.add(this.#corpus.text(index), score);
    }
  }
}
