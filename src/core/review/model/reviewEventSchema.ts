import * as z from 'zod';
import type { ReviewEvent } from './reviewEvent.ts';

/** Parses a saved event. Undefined if it is invalid. */
export function parseReviewEvent(raw: unknown): ReviewEvent | undefined {
  const parsed = eventShape.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}

const line = z.number().int().nonnegative();

export const lineRangeSchema = z
  .object({ start: line, end: line })
  .refine(range => range.start <= range.end);

export const originSchema = z.object({
  sessionId: z.string(),
  turnId: z.string(),
  toolCallId: z.string().exactOptional(),
  subagent: z.string().exactOptional(),
});

const mode = z.number().int().exactOptional();
const absent = z.object({ kind: z.literal('absent') });
const binary = z.object({
  kind: z.literal('binary'),
  hash: z.string(),
  sizeBytes: z.number(),
  mode,
});

export const facetsSchema = z.object({
  path: z.string(),
  form: z.discriminatedUnion('kind', [absent, z.object({ kind: z.literal('text'), mode }), binary]),
});

export const fileContentSchema = z.discriminatedUnion('kind', [
  absent,
  z.object({ kind: z.literal('text'), text: z.string(), mode }),
  binary,
]);

const path = z.string();

const scope = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hunks'),
    hunks: z.array(z.object({ path, id: z.string(), revision: z.number() })),
  }),
  z.object({
    kind: z.literal('lines'),
    path,
    revision: z.number(),
    selection: z.object({ side: z.enum(['base', 'current']), range: lineRangeSchema }),
  }),
  z.object({ kind: z.literal('file'), path }),
  z.object({ kind: z.literal('folder'), path }),
  z.object({ kind: z.literal('turn'), sessionId: z.string(), turnId: z.string() }),
  z.object({ kind: z.literal('session'), sessionId: z.string() }),
  z.object({ kind: z.literal('all') }),
]);

const author = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('agent'), origin: originSchema }),
  z.object({ kind: z.literal('user'), onDisk: z.literal(true).exactOptional() }),
]);

const edits = z.array(z.object({ range: lineRangeSchema, lines: z.array(z.string()) }));

const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lines'), edits }),
  z.object({
    kind: z.literal('restored'),
    edits,
    baseEdits: edits,
    origins: z.array(originSchema),
  }),
  z.object({ kind: z.literal('content'), content: fileContentSchema }),
  z.object({ kind: z.literal('renamed'), path }),
]);

const differences = z.object({
  kind: z.literal('differing'),
  changes: z.array(z.object({ base: lineRangeSchema, current: lineRangeSchema })),
});

const head = z.intersection(
  z.union([fileContentSchema, differences]),
  z.object({ isExecutable: z.boolean().exactOptional() }),
);

const eventShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('proposed'),
    path,
    target: path,
    before: fileContentSchema,
    after: z.string(),
    origin: originSchema,
  }),
  z.object({ kind: z.literal('followed'), path, change }),
  z.object({ kind: z.enum(['placed', 'returned']), path }),
  z.object({
    kind: z.literal('changed'),
    path,
    author,
    change,
    before: fileContentSchema.nullable(),
  }),
  z.object({ kind: z.literal('committed'), path, head, was: head.optional() }),
  z.object({ kind: z.literal('removed'), path }),
  z.object({
    kind: z.literal('decided'),
    verdict: z.enum(['accept', 'reject']),
    scope,
    seen: z.number().nullable(),
    force: z.boolean(),
  }),
  z.object({
    kind: z.literal('undone'),
    change: z.object({ fileId: z.string(), hunkId: z.string().exactOptional() }).exactOptional(),
  }),
  z.object({ kind: z.literal('prompted'), sessionId: z.string() }),
  z.object({ kind: z.literal('redone') }),
  z.object({ kind: z.literal('reinstated'), review: z.unknown() }),
  z.object({ kind: z.literal('abandoned'), what: z.enum(['decision', 'undo']), path }),
]);
