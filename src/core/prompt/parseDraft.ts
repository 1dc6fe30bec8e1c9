import * as z from 'zod';
import { countSchema, strictParser } from '../parseStrict.ts';
import { DRAFT_LIMIT_CHARS, DRAFT_LIMIT_MENTIONS, toDraft } from './draft.ts';
import { mentionSchema } from './mention/parseMention.ts';

/** A draft as the chat view sends it: `{ text, mentions: [{ at, mention }] }`. */
export const draftSchema = z
  .object({
    text: z.string().max(DRAFT_LIMIT_CHARS),
    mentions: z
      .array(z.object({ at: countSchema, mention: mentionSchema }))
      .max(DRAFT_LIMIT_MENTIONS),
  })
  .refine(({ text, mentions }) => mentions.every(({ at }) => at <= text.length))
  .transform(toDraft);

export const parseDraft = strictParser(draftSchema);
