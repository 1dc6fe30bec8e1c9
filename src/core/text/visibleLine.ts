import { t } from '../words.ts';

/** Characters that turn text round or hide in it: what is reviewed must be what is written. */
const UNSEEN = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
/** Of a long line the beginning is shown, and this part of what is shown is its end. */
const END_SHARE = 0.25;

/** A line as it is shown for a decision: what hides in it is visible, and of a long one both ends stand. */
export function visibleLine(line: string, limitChars: number): string {
  const text = line.replaceAll(UNSEEN, character => `<U+${hex(character)}>`);
  if (text.length <= limitChars) {
    return text;
  }
  const endChars = Math.round(limitChars * END_SHARE);
  const head = text.slice(0, limitChars - endChars);
  return `${head} <${t('{0} characters not shown', text.length - limitChars)}> ${text.slice(-endChars)}`;
}

const hex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
