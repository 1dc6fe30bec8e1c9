import * as z from 'zod';
import { mentionSchema } from '../prompt/mention/parseMention.ts';
import type { Draft } from '../prompt/draft.ts';
import type { Entry } from '../session/transcript/entry.ts';
import type { QueuedPrompt } from '../session/state/sessionState.ts';
import type { Usage } from '../session/state/usage.ts';
import type { TranscriptPatch, TerminalState } from '../session/transcript/transcript.ts';

/*
 * We write journals ourselves, but disks fail and versions differ. These schemas require the lists and names that the rest
 * of the program relies on; everything else in a record stays as it is.
 */

const text = z.string();
const number = z.number();
const tagged = z.looseObject({ kind: text });
const blocks = z.array(z.looseObject({ type: text }));

const draft = z.array(
  z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('text'), text }),
    z.looseObject({ kind: z.literal('mention'), mention: mentionSchema }),
  ]),
);

const entry = z.looseObject({ id: text, turn: number, atMs: number });

const toolEntry = entry.extend({
  callId: text,
  title: text,
  toolKind: text,
  content: z.array(tagged),
  locations: z.array(z.looseObject({ path: text })),
});

const rejectedHunk = z.looseObject({
  id: text,
  turnId: text,
  line: number,
  above: z.array(text),
  below: z.array(text),
  base: z.array(text),
  wrote: z.array(text),
});

const rejectedFile = z.looseObject({
  path: text,
  label: text,
  change: text,
  hunks: z.array(rejectedHunk),
});

/** What an entry of each kind must have. */
const ENTRIES: Readonly<Record<Entry['kind'], z.ZodType>> = {
  user: entry.extend({ blocks, draft: draft.optional() }),
  agent: entry.extend({ blocks }),
  thought: entry.extend({ blocks, untilMs: number }),
  tool: toolEntry.extend({ status: text }),
  subagent: entry.extend({ subagentId: text, name: text, status: text }),
  plan: entry.extend({ items: z.array(z.looseObject({ text, status: text })) }),
  permission: toolEntry.extend({
    answer: tagged,
    choices: z.array(z.looseObject({ optionId: text, name: text, kind: text })),
  }),
  question: entry.extend({ message: text, answer: tagged, ask: tagged }),
  compaction: entry.extend({ blocks, compactionId: text, status: text }),
  notice: entry.extend({
    severity: text,
    title: text,
    actions: z.array(z.unknown()),
    times: number,
  }),
  rejected: entry.extend({ left: number, files: z.array(rejectedFile) }),
  turnEnd: entry.extend({ reason: text, startedMs: number, toolCount: number, fileCount: number }),
};

const terminal = z.looseObject({ id: text, command: text, output: text });
const anyEntry = z.custom(isEntry);

const PATCHES: Readonly<Record<TranscriptPatch['kind'], z.ZodType>> = {
  added: z.looseObject({ entry: anyEntry }),
  replaced: z.looseObject({ entry: anyEntry }),
  grew: z.looseObject({ id: text, text, atMs: number }),
  removed: z.looseObject({ id: text }),
  terminal: z.looseObject({ terminal }),
  terminalGrew: z.looseObject({ id: text, text }),
};

export function isEntry(raw: unknown): raw is Entry {
  return fitsKind(ENTRIES, raw);
}

export const isPatch = (raw: unknown): raw is TranscriptPatch => fitsKind(PATCHES, raw);

export const isTerminal = (raw: unknown): raw is TerminalState => fits(terminal, raw);

export const isDraft = (raw: unknown): raw is Draft => fits(draft, raw);

export const isQueuedPrompt = (raw: unknown): raw is QueuedPrompt =>
  fits(z.looseObject({ id: text, draft }), raw);

export const isUsage = (raw: unknown): raw is Usage =>
  fits(z.looseObject({ usedTokens: number, sizeTokens: number }), raw);

const fits = (schema: z.ZodType, raw: unknown): boolean => schema.safeParse(raw).success;

function fitsKind(schemas: Readonly<Record<string, z.ZodType>>, raw: unknown): boolean {
  const { data } = tagged.safeParse(raw);
  const schema = data && Object.hasOwn(schemas, data.kind) ? schemas[data.kind] : undefined;
  return schema !== undefined && fits(schema, raw);
}
