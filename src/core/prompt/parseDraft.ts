import { toDraft, type Draft, type PositionedMention } from './draft.ts';
import { Fields } from '../fields.ts';
import { parseMention } from './mention/parseMention.ts';

/** Longer text is not typed or pasted by a person; the composer refuses it before it comes here. */
export const DRAFT_LIMIT_CHARACTERS = 4_000_000;

/** More chips than this in one message is a mistake. */
export const DRAFT_LIMIT_MENTIONS = 500;

/** A draft as the chat view sends it, `{ text, mentions: [{ at, mention }] }`, or nothing if it is not one. */
export function parseDraft(raw: unknown): Draft | undefined {
  const from = new Fields(raw);
  const text = from.text('text', DRAFT_LIMIT_CHARACTERS);
  const marks = from
    .list('mentions', DRAFT_LIMIT_MENTIONS)
    .map(mark => parseMark(mark, text.length));
  const mentions = marks.filter(mark => mark !== undefined);
  return from.sound && mentions.length === marks.length ? toDraft({ text, mentions }) : undefined;
}

function parseMark(raw: unknown, length: number): PositionedMention | undefined {
  const from = new Fields(raw);
  const at = from.count('at');
  const mention = parseMention(from.raw('mention'));
  return from.sound && at <= length && mention ? { at, mention } : undefined;
}
