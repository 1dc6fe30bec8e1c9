/** A text to be searched, made ready once. */
export interface FuzzyText {
  readonly text: string;
  /** The same in lower case and of the same length. */
  readonly lower: string;
  /** Where the last name in the path starts: a match in there counts more. */
  readonly nameAt: number;
  readonly mask: number;
}

/** Makes a text ready for searching. */
export function fuzzyText(text: string): FuzzyText {
  const lower = lowerCase(text);
  const nameAt = lower.lastIndexOf('/', lower.length - 2) + 1;
  return { text, lower, nameAt, mask: letterMask(lower) };
}

/**
 * How well a text matches, or `NO_MATCH` if the query's letters do not occur in it in this order. A match that cannot
 * reach `floor` is `POOR`: over a whole workspace most of the time would go into scores that nobody looks at.
 */
export function fuzzyScore(query: FuzzyQuery, target: FuzzyText, floor = NO_MATCH): number {
  if ((target.mask & query.mask) !== query.mask) {
    return NO_MATCH;
  }
  let total = 0;
  for (const term of query.terms) {
    const start = startOf(term, target);
    if (start < 0) {
      return NO_MATCH;
    }
    const isScattered = start < target.nameAt && !isAt(term, target.lower, start);
    const isPoor = isScattered && query.terms.length === 1 && term.length * SCATTERED_HIT < floor;
    total += isPoor ? POOR : scoreOf(term, target, start);
  }
  return total - target.text.length * LENGTH_SHARE;
}

/** Lower than any score. */
export const NO_MATCH = -Infinity;

/** A match, but not among the best. */
const POOR = -1e6;

/** Which characters of a text matched, for highlighting; empty if it does not match. */
export function fuzzyPositions(query: FuzzyQuery, target: FuzzyText): readonly number[] {
  if (fuzzyScore(query, target) === NO_MATCH) {
    return [];
  }
  const found = query.terms.flatMap(term => {
    let last = startOf(term, target) - 1;
    return Array.from(term, letter => (last = target.lower.indexOf(letter, last + 1)));
  });
  return [...new Set(found)].toSorted((one, other) => one - other);
}

/** What the user typed, made ready: several words must all match, in any order. */
export interface FuzzyQuery {
  readonly terms: readonly string[];
  /** One bit per sort of letter, to pass over most texts at a glance. */
  readonly mask: number;
}

/** Makes a query of what was typed. */
export function fuzzyQuery(typed: string): FuzzyQuery {
  const terms = lowerCase(typed.replaceAll('\\', '/')).split(/\s+/).filter(Boolean);
  return { terms, mask: letterMask(terms.join('')) };
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
/** The most that one letter of a match with gaps, outside the name, brings on the whole. */
const SCATTERED_HIT = HIT + NEXT_TO_LAST_HIT + WORD_START;

/** Where a match starts: in the name if it can, and as tight as it can; -1 if nowhere. */
function startOf(term: string, { lower, nameAt }: FuzzyText): number {
  const inName = startFrom(term, lower, nameAt);
  return inName >= 0 || nameAt === 0 ? inName : startFrom(term, lower, 0);
}

/**
 * The whole term in one piece if it occurs so; else the letters apart, from the very start if the first one is there;
 * else ended as early and started as late as can be.
 */
function startFrom(term: string, lower: string, from: number): number {
  const end = endOfLetters(term, lower, from);
  if (end < 0) {
    return -1;
  }
  const whole = wholeFrom(term, lower, from);
  if (whole >= 0 || lower.charCodeAt(from) === term.charCodeAt(0)) {
    return whole >= 0 ? whole : from;
  }
  let at = end;
  for (let left = term.length; left > 0;) {
    at--;
    left -= lower.charCodeAt(at) === term.charCodeAt(left - 1) ? 1 : 0;
  }
  return at;
}

function endOfLetters(term: string, lower: string, from: number): number {
  let found = 0;
  for (let at = from; at < lower.length; at++) {
    found += lower.charCodeAt(at) === term.charCodeAt(found) ? 1 : 0;
    if (found === term.length) {
      return at + 1;
    }
  }
  return -1;
}

/** As `indexOf`, which for such short texts spends most of its time on being called. */
function wholeFrom(term: string, lower: string, from: number): number {
  const last = lower.length - term.length;
  for (let at = from; at <= last; at++) {
    if (isAt(term, lower, at)) {
      return at;
    }
  }
  return -1;
}

function isAt(term: string, lower: string, at: number): boolean {
  for (let i = 0; i < term.length; i++) {
    if (lower.charCodeAt(at + i) !== term.charCodeAt(i)) {
      return false;
    }
  }
  return true;
}

function scoreOf(term: string, target: FuzzyText, start: number): number {
  const { text, lower, nameAt } = target;
  let score = start >= nameAt ? nameBonus(term, target, start) : 0;
  let at = start;
  let gap = 0;
  for (let found = 0; found < term.length; at++) {
    if (lower.charCodeAt(at) !== term.charCodeAt(found)) {
      gap++;
      continue;
    }
    score += HIT + startBonus(text, at);
    score += gap > 0 || found === 0 ? -Math.min(gap, GAP_LIMIT) : NEXT_TO_LAST_HIT;
    gap = 0;
    found++;
  }
  return score;
}

/** The query as the start of the name, or as the whole name up to its ending, is most likely what is meant. */
function nameBonus(term: string, { lower, nameAt }: FuzzyText, start: number): number {
  if (start !== nameAt) {
    return NAME;
  }
  const end = nameAt + term.length;
  const after = lower.charCodeAt(end);
  const isWhole =
    isAt(term, lower, nameAt) && (end === lower.length || after === DOT || after === SLASH);
  return NAME + NAME_START + (isWhole ? WHOLE_NAME : 0);
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

/** The bits of the letters that occur in a text of lower case. */
function letterMask(lower: string): number {
  let mask = 0;
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at);
    const isLetter = code >= 97 && code <= 122;
    mask |= 1 << (isLetter ? code - 97 : 26 + (code % 6));
  }
  return mask;
}

/** Lower case of the same length, so that positions stay: the few letters that grow keep their case. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : Array.from(text, lowerLetter).join('');
}

const lowerLetter = (letter: string): string =>
  letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter;
