import * as z from 'zod';
import { facetsSchema, lineRangeSchema, originSchema } from './reviewEventSchema.ts';

const text = z.number().int().nonnegative();
const side = z.enum(['base', 'current']);
const hunkProperties = {
  id: z.string(),
  origins: z.array(originSchema).readonly(),
  wrote: text.nullable(),
};

const comparedProperties = {
  base: facetsSchema.extend({ text }),
  current: facetsSchema.extend({ text: text.nullable() }),
  hunks: z.array(
    z.object({
      ...hunkProperties,
      revision: z.number(),
      base: lineRangeSchema,
      current: lineRangeSchema,
      text,
    }),
  ),
  origins: z.array(originSchema).readonly(),
  mixed: z.boolean(),
};

const vanished = z.object(comparedProperties);

const file = z.object({
  id: z.string(),
  ...comparedProperties,
  vanished: z.array(vanished).default([]),
  hasReturned: z.boolean().default(false),
  revision: z.number(),
  facetsRevision: z.number(),
  proposal: z
    .object({ target: facetsSchema.extend({ text }), origin: originSchema })
    .nullable()
    .default(null),
});

const anchor = z.object({ patchId: z.string(), offset: z.number().int() });

/** Reviews that were saved before patches had ids and anchors are still read. */
const linePatch = z.object({
  id: z.string().default(''),
  range: lineRangeSchema,
  before: text,
  after: text,
  hunk: z.object(hunkProperties),
  anchors: z
    .array(z.object({ start: anchor, end: anchor }))
    .readonly()
    .default([]),
});

const decision = z.object({
  verdict: z.enum(['accept', 'reject']),
  patches: z.array(
    z.object({
      fileId: z.string(),
      side,
      lines: z.array(linePatch),
      facets: z.object({ before: facetsSchema, after: facetsSchema }).nullable(),
    }),
  ),
});

const counts = { accepted: z.number(), rejected: z.number() };

const turnVerdicts = z.object({
  sessionId: z.string(),
  turnId: z.string(),
  ...counts,
  earlier: z.object(counts),
});

/** A saved review. Texts are represented by their index in `texts`. */
export const reviewSnapshotSchema = z.object({
  version: z.literal(1),
  revision: z.number(),
  files: z.array(file),
  done: z.array(decision),
  undone: z.array(decision),
  verdicts: z.array(turnVerdicts).readonly().default([]),
  texts: z.array(z.string()),
});

export type ReviewSnapshot = z.infer<typeof reviewSnapshotSchema>;
export type SavedVanishedChange = z.infer<typeof vanished>;
export type SavedFile = z.infer<typeof file>;
export type SavedDecision = z.infer<typeof decision>;
