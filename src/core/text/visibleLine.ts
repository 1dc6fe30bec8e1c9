import { t } from '../l10n.ts';

/**
 * Characters that are invisible or change the text direction; a reviewer must see them. These are control characters except
 * the tab, directional marks, zero-width characters, blank letters, and repeated variation selectors (an emoji has one).
 */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- control characters are what we look for
  /[\u0000-\u0008\u000A-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]|\u034F|[\u{E0100}-\u{E01EF}]|[\uFE00-\uFE0F]{2,}/gu;
/** The share of the characters shown of a long line that is taken from its end. */
const END_SHARE = 0.25;

/** Makes invisible characters of a line visible as `<U+XXXX>`. */
export const showInvisible = (line: string): string =>
  line.replaceAll(INVISIBLE, found =>
    found.replaceAll(/./gsu, character => `<U+${hex(character)}>`),
  );

/** Makes invisible characters of a line visible as `<U+XXXX>`, and cuts the middle out of a long line. */
export function visibleLine(line: string, limitChars: number): string {
  const text = showInvisible(line);
  if (text.length <= limitChars) {
    return text;
  }
  const endChars = Math.round(limitChars * END_SHARE);
  const head = text.slice(0, limitChars - endChars);
  return `${head} <${t('{0} characters not shown', text.length - limitChars)}> ${text.slice(-endChars)}`;
}

const hex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
