import {
  sameLengthLowerCase,
  letterMask,
  PAIR_WORDS,
  letterPairs,
  type FuzzyCorpus,
} from './fuzzyCorpus.ts';

/** A prepared query. All of its terms must match, in any order. */
export interface FuzzyQuery {
  readonly terms: readonly string[];
  /** The masks of its letters and of the adjacent letters in its terms. */
  readonly mask: number;
  readonly pairs: Int32Array;
  /** The character codes of each term. */
  readonly letters: readonly Uint16Array[];
}

/** Prepares what the user typed. */
export function createFuzzyQuery(typed: string): FuzzyQuery {
  const terms = sameLengthLowerCase(typed.replaceAll('\\', '/')).split(/\s+/).filter(Boolean);
  const letters = terms.map(term =>
    Uint16Array.from({ length: term.length }, (_, at) => term.charCodeAt(at)),
  );
  const mask = letters.reduce((bits, term) => bits | letterMask(term), 0);
  const pairs = letters
    .map(letterPairs)
    .reduce(
      (all, some) => all.map((bits, at) => bits | (some[at] ?? 0)),
      new Int32Array(PAIR_WORDS),
    );
  return { terms, letters, mask, pairs };
}

/** Lower than any other score. */
export const NO_MATCH = -Infinity;

/** Scores a text; `NO_MATCH` if it does not contain the query's letters in order. */
export function fuzzyScore(query: FuzzyQuery, texts: FuzzyCorpus, index: number): number {
  return hasAllBits(texts.masks[index], query.mask)
    ? total(query, texts, index, anyStart)
    : NO_MATCH;
}

/** Scores only the last segment of a path. */
export function fuzzyNameScore(query: FuzzyQuery, texts: FuzzyCorpus, index: number): number {
  return hasAllBits(texts.nameMasks[index], query.mask)
    ? total(query, texts, index, nameStart)
    : NO_MATCH;
}

/** Scores terms that occur as substrings anywhere in a path. */
export function substringScore(query: FuzzyQuery, texts: FuzzyCorpus, index: number): number {
  return hasPairs(texts.pairs, index, query.pairs)
    ? total(query, texts, index, substringStart)
    : NO_MATCH;
}

/** Whether a mask contains all required bits. */
export const hasAllBits = (mask: number | undefined, required: number): boolean =>
  ((mask ?? 0) & required) === required;

function hasPairs(pairs: Int32Array, index: number, required: Int32Array): boolean {
  const first = index * PAIR_WORDS;
  for (let at = 0; at < PAIR_WORDS; at++) {
    if (!hasAllBits(pairs[first + at], required[at] ?? 0)) {
      return false;
    }
  }
  return true;
}

const HIT = 16;
const NEXT_TO_LAST_HIT = 12;
const NAME = 30;
const NAME_START = 20;
const WHOLE_NAME = 40;
const GAP_LIMIT = 12;
const LENGTH_PENALTY = 0.05;

/** Returns the offset where the match of a term starts, or -1. */
type StartOf = (term: Uint16Array, texts: FuzzyCorpus, index: number) => number;

function total(query: FuzzyQuery, texts: FuzzyCorpus, index: number, startOf: StartOf): number {
  const { letters } = query;
  let score = ((texts.to[index] ?? 0) - (texts.from[index] ?? 0)) * -LENGTH_PENALTY;
  for (let i = 0; i < letters.length; i++) {
    const term = letters[i] ?? EMPTY_TERM;
    const start = startOf(term, texts, index);
    if (start < 0) {
      return NO_MATCH;
    }
    score += scoreOf(term, texts, index, start);
  }
  return score;
}

const EMPTY_TERM = new Uint16Array();

const nameStart: StartOf = (term, { letters, nameAt, to }, index) =>
  findStart(term, letters, nameAt[index] ?? 0, to[index] ?? 0);

const substringStart: StartOf = (term, { letters, from, to }, index) =>
  findSubstring(term, letters, from[index] ?? 0, to[index] ?? 0);

/** Prefers a match in the last segment. */
const anyStart: StartOf = (term, texts, index) => {
  const inName = nameStart(term, texts, index);
  const from = texts.from[index] ?? 0;
  return inName >= 0 || texts.nameAt[index] === from
    ? inName
    : findStart(term, texts.letters, from, texts.to[index] ?? 0);
};

/**
 * Prefers the term as a substring; otherwise a match of separate letters from the very start if the first letter is there;
 * otherwise the match that ends as early and starts as late as possible.
 */
function findStart(term: Uint16Array, letters: Uint16Array, from: number, to: number): number {
  const end = endOfLetters(term, letters, from, to);
  if (end < 0 || end - from === term.length) {
    return end < 0 ? -1 : from;
  }
  const substring = findSubstring(term, letters, from, to);
  if (substring >= 0 || letters[from] === term[0]) {
    return substring >= 0 ? substring : from;
  }
  let at = end;
  for (let left = term.length; left > 0;) {
    at--;
    left -= letters[at] === term[left - 1] ? 1 : 0;
  }
  return at;
}

function endOfLetters(term: Uint16Array, letters: Uint16Array, from: number, to: number): number {
  let found = 0;
  let required = term[0];
  for (let at = from; at < to; at++) {
    if (letters[at] === required) {
      found++;
      if (found === term.length) {
        return at + 1;
      }
      required = term[found];
    }
  }
  return -1;
}

function findSubstring(term: Uint16Array, letters: Uint16Array, from: number, to: number): number {
  const first = term[0];
  const last = to - term.length;
  for (let at = from; at <= last; at++) {
    if (letters[at] === first && isAt(term, letters, at)) {
      return at;
    }
  }
  return -1;
}

function isAt(term: Uint16Array, letters: Uint16Array, at: number): boolean {
  for (let i = 1; i < term.length; i++) {
    if (letters[at + i] !== term[i]) {
      return false;
    }
  }
  return letters[at] === term[0];
}

function scoreOf(term: Uint16Array, texts: FuzzyCorpus, index: number, start: number): number {
  const { letters, starts } = texts;
  let score = start >= (texts.nameAt[index] ?? 0) ? nameBonus(term, texts, index, start) : 0;
  let gap = 0;
  let found = 0;
  for (let at = start; found < term.length; at++) {
    if (letters[at] !== term[found]) {
      gap++;
      continue;
    }
    score += HIT + (starts[at] ?? 0);
    score += gap > 0 || found === 0 ? -Math.min(gap, GAP_LIMIT) : NEXT_TO_LAST_HIT;
    gap = 0;
    found++;
  }
  return score;
}

/** A query that is the start of the name, or the whole name without its extension, is most likely what is meant. */
function nameBonus(term: Uint16Array, texts: FuzzyCorpus, index: number, start: number): number {
  const { letters, nameAt, to } = texts;
  if (start !== nameAt[index]) {
    return NAME;
  }
  const end = start + term.length;
  const endsName = end === to[index] || letters[end] === DOT || letters[end] === SLASH;
  return NAME + NAME_START + (endsName && isAt(term, letters, start) ? WHOLE_NAME : 0);
}

const DOT = 46;
const SLASH = 47;
