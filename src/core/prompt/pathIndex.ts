import { fuzzyScore, fuzzyText, NO_MATCH, type FuzzyQuery, type FuzzyText } from './fuzzy.ts';

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

const SAME_FOLDER = 8;
const FOLDER_ABOVE = 4;

/**
 * The paths of a workspace, made to be searched at each keystroke: of 100,000 most are passed over by one look at a
 * bit mask, and a longer query looks only at what the shorter one found.
 */
export class PathIndex {
  #places = new Map<string, number>();
  #texts: FuzzyText[] = [];
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
      this.#texts.push(fuzzyText(path));
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

  /** The best matches, best first. */
  search(query: FuzzyQuery, limit: number, likely: Likelihood): readonly PathMatch[] {
    const best = new Best(limit);
    const hits: FuzzyText[] = [];
    const above = likely.near.slice(0, likely.near.lastIndexOf('/', likely.near.length - 2) + 1);
    const mostPoints = Math.max(0, ...likely.used.values()) + SAME_FOLDER;
    for (const target of this.#candidates(query)) {
      const fuzzy = fuzzyScore(query, target, best.worst - mostPoints);
      if (fuzzy !== NO_MATCH) {
        hits.push(target);
        const { text } = target;
        best.offer(text, fuzzy + (likely.used.get(text) ?? 0) + nearness(text, likely.near, above));
      }
    }
    const [term = '', ...more] = query.terms;
    this.#last = more.length === 0 ? { term, hits } : undefined;
    return best.sorted();
  }

  /** What a shorter query found holds all that a longer one can find. */
  #candidates({ terms: [term = '', ...more] }: FuzzyQuery): readonly FuzzyText[] {
    const narrows =
      this.#last !== undefined && more.length === 0 && term.startsWith(this.#last.term);
    return narrows ? (this.#last?.hits ?? []) : this.#texts;
  }
}

function nearness(path: string, near: string, above: string): number {
  if (near === '') {
    return 0;
  }
  if (path.startsWith(near)) {
    return SAME_FOLDER;
  }
  return above !== '' && path.startsWith(above) ? FOLDER_ABOVE : 0;
}

/** Keeps the best few of many; ties go to the shorter path, then to the alphabet. */
class Best {
  readonly #limit: number;
  #kept: PathMatch[] = [];
  /** What a match must beat by now. */
  worst = -Infinity;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(path: string, score: number): void {
    if (this.#kept.length >= this.#limit * 4) {
      this.#kept = this.sorted();
      this.worst = this.#kept.at(-1)?.score ?? -Infinity;
    }
    if (score > this.worst) {
      this.#kept.push({ path, score });
    }
  }

  sorted(): PathMatch[] {
    return this.#kept.toSorted(byScore).slice(0, this.#limit);
  }
}

function byScore(one: PathMatch, other: PathMatch): number {
  const byLength = one.path.length - other.path.length;
  return other.score - one.score || byLength || (one.path < other.path ? -1 : 1);
}
