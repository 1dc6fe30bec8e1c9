/** A piece of a text that somebody wants us to approve. What could hide something is told, not shown. */
export type RevealedPart =
  | { readonly kind: 'text'; readonly text: string }
  /** A run of blanks so long that it could push the rest out of sight. */
  | { readonly kind: 'run'; readonly of: 'spaces' | 'tabs' | 'lineBreaks'; readonly count: number }
  /** A character that cannot be seen, turns the direction of the text, or looks like another one. */
  | { readonly kind: 'escaped'; readonly text: string };

/** Longer runs of blanks are counted instead of shown. */
const SPACE_RUN_LIMIT = 16;
const LINE_BREAK_RUN_LIMIT = 3;

/** A command or path as it really is: nothing in it can hide, and nothing in it acts. */
export function revealText(text: string): readonly RevealedPart[] {
  const pieces: RevealedPart[] = [];
  let from = 0;
  for (const { 0: match, index } of text.matchAll(NOTABLE)) {
    const told = /^(?:[ \t]|\r?\n)+$/.test(match) ? blanks(match) : characters(match);
    if (told) {
      pieces.push({ kind: 'text', text: text.slice(from, index) }, ...told);
      from = index + match.length;
    }
  }
  pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces.filter(piece => piece.kind !== 'text' || piece.text !== '');
}

/** The pieces with their middle left out if they are long; runs and marks count as one character. */
export function elideMiddle(
  pieces: readonly RevealedPart[],
  headChars: number,
  tailChars: number,
): {
  readonly head: readonly RevealedPart[];
  readonly hidden: number;
  readonly tail: readonly RevealedPart[];
} {
  const total = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  return total <= headChars + tailChars
    ? { head: pieces, hidden: 0, tail: [] }
    : {
        head: taken(pieces, 0, headChars),
        hidden: total - headChars - tailChars,
        tail: taken(pieces, total - tailChars, total),
      };
}

const lengthOf = (piece: RevealedPart): number => (piece.kind === 'text' ? piece.text.length : 1);

/** What lies between two places; a text on the edge is cut. */
function taken(pieces: readonly RevealedPart[], from: number, to: number): readonly RevealedPart[] {
  let at = 0;
  return pieces.flatMap((piece): RevealedPart[] => {
    const start = at;
    at += lengthOf(piece);
    if (at <= from || start >= to) {
      return [];
    }
    return piece.kind === 'text'
      ? [{ kind: 'text', text: piece.text.slice(Math.max(0, from - start), to - start) }]
      : [piece];
  });
}

/** The escaped characters of a text, each once: what the user is warned of. */
export function getSuspiciousCharacters(pieces: readonly RevealedPart[]): readonly string[] {
  return [...new Set(pieces.flatMap(piece => (piece.kind === 'escaped' ? [piece.text] : [])))];
}

/**
 * Blanks; control and format characters (directions, zero widths, escape sequences), blanks that are no spaces, and
 * private or unassigned ones; and words, which may mix Latin letters with look-alikes.
 */
const NOTABLE =
  /(?:[ \t]|\r?\n)+|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\u2800]|\u034f|[\u115f\u1160\u3164\uffa0]|[\u{e0100}-\u{e01ef}]|(?:(?!\u034f|[\u115f\u1160\u3164\uffa0]|[\u{e0100}-\u{e01ef}])[\p{L}\p{M}])+/gu;

/** Letters and marks that show nothing. */
const BLANK_LETTER = /^(?:\u034f|[\u115f\u1160\u3164\uffa0]|[\u{e0100}-\u{e01ef}])$/u;

function blanks(run: string): readonly RevealedPart[] | undefined {
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

function characters(match: string): readonly RevealedPart[] | undefined {
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
