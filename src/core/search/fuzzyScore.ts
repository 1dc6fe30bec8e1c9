import {
  sameLengthLowerCase,
  letterMask,
  PAIR_WORDS,
  letterPairs,
  type FuzzyCorpus,
} from './fuzzyCorpus.ts';

/** What the user typed, made ready: several words must all match, in any order. */
export interface FuzzyQuery {
  readonly terms: readonly string[];
  /** The bits of all its letters, and of those side by side in a term. */
  readonly mask: number;
  readonly pairs: Int32Array;
  /** The letters of each term, as numbers. */
  readonly letters: readonly Uint16Array[];
}

/** Makes a query of what was typed. */
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

/** Lower than any score. */
export const NO_MATCH = -Infinity;

/** How well a text matches, or `NO_MATCH` if the query's letters do not occur in it in this order. */
export function fuzzyScore(query: FuzzyQuery, texts: FuzzyCorpus, place: number): number {
  return hasAllBits(texts.masks[place], query.mask)
    ? total(query, texts, place, anyStart)
    : NO_MATCH;
}

/** The same, for the last name of a path alone. */
export function fuzzyNameScore(query: FuzzyQuery, texts: FuzzyCorpus, place: number): number {
  return hasAllBits(texts.nameMasks[place], query.mask)
    ? total(query, texts, place, nameStart)
    : NO_MATCH;
}

/** The same, for words in one piece anywhere in a path. */
export function substringScore(query: FuzzyQuery, texts: FuzzyCorpus, place: number): number {
  return hasPairs(texts.pairs, place, query.pairs)
    ? total(query, texts, place, wholeStart)
    : NO_MATCH;
}

/** Whether all letters of a query occur at all. */
export const hasAllBits = (mask: number | undefined, wanted: number): boolean =>
  ((mask ?? 0) & wanted) === wanted;

function hasPairs(pairs: Int32Array, place: number, wanted: Int32Array): boolean {
  const first = place * PAIR_WORDS;
  for (let at = 0; at < PAIR_WORDS; at++) {
    if (!hasAllBits(pairs[first + at], wanted[at] ?? 0)) {
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
const LENGTH_SHARE = 0.05;

/** Where a term starts in a text, or -1. */
type StartOf = (term: Uint16Array, texts: FuzzyCorpus, place: number) => number;

function total(query: FuzzyQuery, texts: FuzzyCorpus, place: number, startOf: StartOf): number {
  const { letters } = query;
  let score = ((texts.to[place] ?? 0) - (texts.from[place] ?? 0)) * -LENGTH_SHARE;
  for (let i = 0; i < letters.length; i++) {
    const term = letters[i] ?? NOTHING;
    const start = startOf(term, texts, place);
    if (start < 0) {
      return NO_MATCH;
    }
    score += scoreOf(term, texts, place, start);
  }
  return score;
}

const NOTHING = new Uint16Array();

const nameStart: StartOf = (term, { letters, nameAt, to }, place) =>
  startFrom(term, letters, nameAt[place] ?? 0, to[place] ?? 0);

const wholeStart: StartOf = (term, { letters, from, to }, place) =>
  wholeFrom(term, letters, from[place] ?? 0, to[place] ?? 0);

/** In the name if it can. */
const anyStart: StartOf = (term, texts, place) => {
  const inName = nameStart(term, texts, place);
  const from = texts.from[place] ?? 0;
  return inName >= 0 || texts.nameAt[place] === from
    ? inName
    : startFrom(term, texts.letters, from, texts.to[place] ?? 0);
};

/**
 * The whole term in one piece if it occurs so; else the letters apart, from the very start if the first one is there;
 * else ended as early and started as late as can be.
 */
function startFrom(term: Uint16Array, letters: Uint16Array, from: number, to: number): number {
  const end = endOfLetters(term, letters, from, to);
  if (end < 0 || end - from === term.length) {
    return end < 0 ? -1 : from;
  }
  const whole = wholeFrom(term, letters, from, to);
  if (whole >= 0 || letters[from] === term[0]) {
    return whole >= 0 ? whole : from;
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
  let wanted = term[0];
  for (let at = from; at < to; at++) {
    if (letters[at] === wanted) {
      found++;
      if (found === term.length) {
        return at + 1;
      }
      wanted = term[found];
    }
  }
  return -1;
}

function wholeFrom(term: Uint16Array, letters: Uint16Array, from: number, to: number): number {
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

function scoreOf(term: Uint16Array, texts: FuzzyCorpus, place: number, start: number): number {
  const { letters, starts } = texts;
  let score = start >= (texts.nameAt[place] ?? 0) ? nameBonus(term, texts, place, start) : 0;
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

/** The query as the start of the name, or as the whole name up to its ending, is most likely what is meant. */
function nameBonus(term: Uint16Array, texts: FuzzyCorpus, place: number, start: number): number {
  const { letters, nameAt, to } = texts;
  if (start !== nameAt[place]) {
    return NAME;
  }
  const end = start + term.length;
  const endsName = end === to[place] || letters[end] === DOT || letters[end] === SLASH;
  return NAME + NAME_START + (endsName && isAt(term, letters, start) ? WHOLE_NAME : 0);
}

const DOT = 46;
const SLASH = 47;
