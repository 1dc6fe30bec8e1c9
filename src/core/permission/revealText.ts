/** A part of a text that the user is asked to approve. Characters that could hide something are described, not shown. */
export type RevealedPart =
  | { readonly kind: 'text'; readonly text: string }
  /** A run of whitespace that is long enough to push the rest out of sight. */
  | { readonly kind: 'run'; readonly of: 'spaces' | 'tabs' | 'lineBreaks'; readonly count: number }
  /** An invisible character, a direction mark, or a look-alike of another letter. */
  | { readonly kind: 'escaped'; readonly text: string };

/** Longer runs of whitespace are counted instead of shown. */
const SPACE_RUN_LIMIT = 16;
const LINE_BREAK_RUN_LIMIT = 3;

/** Splits a command or path into parts such that nothing in it is hidden. */
export function revealText(text: string): readonly RevealedPart[] {
  const parts: RevealedPart[] = [];
  let from = 0;
  for (const { 0: match, index } of text.matchAll(NOTABLE)) {
    const special = /^(?:[ \t]|\r?\n)+$/.test(match)
      ? revealWhitespace(match)
      : revealCharacters(match);
    if (special) {
      parts.push({ kind: 'text', text: text.slice(from, index) }, ...special);
      from = index + match.length;
    }
  }
  parts.push({ kind: 'text', text: text.slice(from) });
  return parts.filter(part => part.kind !== 'text' || part.text !== '');
}

/** Leaves out the middle of a long text; runs and escaped characters count as one character. */
export function elideMiddle(
  parts: readonly RevealedPart[],
  headChars: number,
  tailChars: number,
): {
  readonly head: readonly RevealedPart[];
  readonly hidden: number;
  readonly tail: readonly RevealedPart[];
} {
  const total = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  return total <= headChars + tailChars
    ? { head: parts, hidden: 0, tail: [] }
    : {
        head: sliceParts(parts, 0, headChars),
        hidden: total - headChars - tailChars,
        tail: sliceParts(parts, total - tailChars, total),
      };
}

const lengthOf = (part: RevealedPart): number => (part.kind === 'text' ? part.text.length : 1);

/** The parts between two offsets. */
function sliceParts(
  parts: readonly RevealedPart[],
  from: number,
  to: number,
): readonly RevealedPart[] {
  let at = 0;
  return parts.flatMap((part): RevealedPart[] => {
    const start = at;
    at += lengthOf(part);
    if (at <= from || start >= to) {
      return [];
    }
    return part.kind === 'text'
      ? [{ kind: 'text', text: part.text.slice(Math.max(0, from - start), to - start) }]
      : [part];
  });
}

/** The distinct escaped characters, which the user is warned about. */
export function getSuspiciousCharacters(parts: readonly RevealedPart[]): readonly string[] {
  return [...new Set(parts.flatMap(part => (part.kind === 'escaped' ? [part.text] : [])))];
}

/**
 * Whitespace; control and format characters (direction marks, zero-width characters, escape sequences), unusual spaces,
 * private and unassigned characters; and words, which may mix Latin letters with look-alikes.
 */
const NOTABLE =
  /(?:[ \t]|\r?\n)+|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\u2800]|\u034f|[\u115f\u1160\u3164\uffa0]|[\u{e0100}-\u{e01ef}]|(?:(?!\u034f|[\u115f\u1160\u3164\uffa0]|[\u{e0100}-\u{e01ef}])[\p{L}\p{M}])+/gu;

/** Invisible letters and marks. */
const BLANK_LETTER = /^(?:\u034f|[\u115f\u1160\u3164\uffa0]|[\u{e0100}-\u{e01ef}])$/u;

function revealWhitespace(run: string): readonly RevealedPart[] | undefined {
  const breaks = run.split('\n').length - 1;
  if (breaks > LINE_BREAK_RUN_LIMIT) {
    return [{ kind: 'run', of: 'lineBreaks', count: breaks }];
  }
  const count = run.length - breaks;
  return count > SPACE_RUN_LIMIT
    ? [
        { kind: 'text', text: '\n'.repeat(breaks) },
        { kind: 'run', of: run.includes(' ') ? 'spaces' : 'tabs', count },
      ]
    : undefined;
}

function revealCharacters(match: string): readonly RevealedPart[] | undefined {
  if (BLANK_LETTER.test(match) || !/^[\p{L}\p{M}]/u.test(match)) {
    return [{ kind: 'escaped', text: codePoint(match) }];
  }
  return mixesAlphabets(match) ? [{ kind: 'escaped', text: escapedLetters(match) }] : undefined;
}

/** Cyrillic or Greek letters among Latin ones: `раssword` with a Cyrillic а and р. */
const mixesAlphabets = (word: string): boolean =>
  /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);

const escapedLetters = (word: string): string =>
  word.replaceAll(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, codePoint);

const codePoint = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
