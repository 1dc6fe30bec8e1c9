import { letterBit, lowerCase, type FuzzyText } from './fuzzyText.ts';

/** What the user typed, made ready: several words must all match, in any order. */
export interface FuzzyQuery {
  readonly terms: readonly string[];
  readonly mask: number;
  /** The letters of each term, as numbers. */
  readonly letters: readonly Uint16Array[];
}

/** Makes a query of what was typed. */
export function fuzzyQuery(typed: string): FuzzyQuery {
  const terms = lowerCase(typed.replaceAll('\\', '/')).split(/\s+/).filter(Boolean);
  const letters = terms.map(term =>
    Uint16Array.from({ length: term.length }, (_, at) => term.charCodeAt(at)),
  );
  const mask = letters.reduce(
    (bits, term) => term.reduce((all, letter) => all | letterBit(letter), bits),
    0,
  );
  return { terms, letters, mask };
}

/** Lower than any score. */
export const NO_MATCH = -Infinity;

/** How well a text matches, or `NO_MATCH` if the query's letters do not occur in it in this order. */
export function fuzzyScore(query: FuzzyQuery, target: FuzzyText): number {
  let total = target.text.length * -LENGTH_SHARE;
  for (const term of query.letters) {
    const start = startOf(term, target);
    if (start < 0) {
      return NO_MATCH;
    }
    total += scoreOf(term, target, start);
  }
  return total;
}

/** The same, for the last name of a path alone. */
export function nameScore(query: FuzzyQuery, target: FuzzyText): number {
  let total = target.text.length * -LENGTH_SHARE;
  for (const term of query.letters) {
    const start = startFrom(term, target.letters, target.nameAt, target.to);
    if (start < 0) {
      return NO_MATCH;
    }
    total += scoreOf(term, target, start);
  }
  return total;
}

/** The same, for words in one piece anywhere in a path. */
export function wholeScore(query: FuzzyQuery, target: FuzzyText): number {
  let total = target.text.length * -LENGTH_SHARE;
  for (const term of query.letters) {
    const start = wholeFrom(term, target.letters, target.from, target.to);
    if (start < 0) {
      return NO_MATCH;
    }
    total += scoreOf(term, target, start);
  }
  return total;
}

/** Which characters of a text matched, for highlighting; empty if it does not match. */
export function fuzzyPositions(query: FuzzyQuery, target: FuzzyText): readonly number[] {
  if (fuzzyScore(query, target) === NO_MATCH) {
    return [];
  }
  const found = query.letters.flatMap(term => {
    let last = startOf(term, target) - 1;
    return Array.from(
      term,
      letter => (last = target.letters.indexOf(letter, last + 1)) - target.from,
    );
  });
  return [...new Set(found)].toSorted((one, other) => one - other);
}

const HIT = 16;
const NEXT_TO_LAST_HIT = 12;
const WORD_START = 10;
const HUMP = 8;
const NAME = 30;
const NAME_START = 20;
const WHOLE_NAME = 40;
const GAP_LIMIT = 12;
const LENGTH_SHARE = 0.05;

/** Where a match starts: in the name if it can, and as tight as it can; -1 if nowhere. */
function startOf(term: Uint16Array, { letters, from, nameAt, to }: FuzzyText): number {
  const inName = startFrom(term, letters, nameAt, to);
  return inName >= 0 || nameAt === from ? inName : startFrom(term, letters, from, to);
}

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

function scoreOf(term: Uint16Array, target: FuzzyText, start: number): number {
  const { text, letters, from, nameAt } = target;
  let score = start >= nameAt ? nameBonus(term, target, start) : 0;
  let gap = 0;
  let found = 0;
  for (let at = start; found < term.length; at++) {
    if (letters[at] !== term[found]) {
      gap++;
      continue;
    }
    score += HIT + startBonus(text, at - from);
    score += gap > 0 || found === 0 ? -Math.min(gap, GAP_LIMIT) : NEXT_TO_LAST_HIT;
    gap = 0;
    found++;
  }
  return score;
}

/** The query as the start of the name, or as the whole name up to its ending, is most likely what is meant. */
function nameBonus(term: Uint16Array, target: FuzzyText, start: number): number {
  const { letters, nameAt, to } = target;
  if (start !== nameAt) {
    return NAME;
  }
  const end = nameAt + term.length;
  const endsName = end === to || letters[end] === DOT || letters[end] === SLASH;
  return NAME + NAME_START + (endsName && isAt(term, letters, nameAt) ? WHOLE_NAME : 0);
}

function startBonus(text: string, at: number): number {
  const before = at === 0 ? SLASH : text.charCodeAt(at - 1);
  if (before <= SLASH ? WORD_BREAKS.has(before) : before === UNDERSCORE) {
    return WORD_START;
  }
  const here = text.charCodeAt(at);
  const isHump = here >= 65 && here <= 90 && before >= 97 && before <= 122;
  return isHump ? HUMP : 0;
}

const DOT = 46;
const SLASH = 47;
const UNDERSCORE = 95;
const WORD_BREAKS: ReadonlySet<number> = new Set([32, 45, DOT, SLASH]);
