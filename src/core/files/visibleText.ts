/**
 * A path or command on one line, with everything visible that could deceive the eye: line breaks, control and invisible
 * characters and those that turn the direction of reading appear as `\u{...}`; long runs of blanks as their number.
 */
export function visibleText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, escaped)
    .replaceAll(/\s{4,}/g, blanks => ` [${blanks.length} blanks] `);
}

const escaped = (character: string): string =>
  character === '\n' ? '\\n' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
