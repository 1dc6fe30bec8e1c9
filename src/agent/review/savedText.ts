import type { FileContent, FileForm } from '../../core/review/file/fileSide.ts';
import { normalizeText } from '../../core/text/normalizeText.ts';
import { toDisplayText } from './exactText.ts';

/** A text with the mode of the first text among others: saving keeps the mode. */
export function withModeOf(
  others: readonly (FileForm | undefined)[],
  text: FileContent & { kind: 'text' },
): FileContent {
  const mode = others.find(one => one?.kind === 'text')?.mode;
  return mode === undefined ? text : { ...text, mode };
}

/** Whether the editor shows a content as this text. */
export const isDisplayedAs = (content: FileContent, text: string): boolean =>
  content.kind === 'text' &&
  normalizeText(toDisplayText(content.text)) === normalizeText(toDisplayText(text));
