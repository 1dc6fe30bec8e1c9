import * as z from 'zod';
import { countSchema, strictParser } from '../../parseStrict.ts';
import { PROBLEM_SEVERITIES, type GitDiff, type Mention } from './mention.ts';

const URI_LIMIT_CHARS = 8192;
const NAME_LIMIT_CHARS = 1024;

/** Absolute, and without anything that could break out of a line. */
const ANY_URI = /^[a-z][a-z0-9+.-]*:[^\s\p{Cc}]*$/iu;
const WEB_URL = /^https?:\/\/[^\s\p{Cc}]+$/iu;

const name = z.string().max(NAME_LIMIT_CHARS);
const uri = z.string().max(URI_LIMIT_CHARS).regex(ANY_URI);
const seen = name.exactOptional();

const position = z.object({ line: countSchema, character: countSchema });

const range = z
  .object({ start: position, end: position })
  .refine(({ start, end }) =>
    start.line === end.line ? start.character <= end.character : start.line < end.line,
  );

const lines = z
  .object({ start: countSchema, end: countSchema })
  .refine(({ start, end }) => start < end);

const gitDiff: z.ZodType<GitDiff> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['workingTree', 'staged']) }),
  z.object({ kind: z.literal('branch'), base: name }),
  z.object({ kind: z.literal('commit'), commit: name }),
  z.object({ kind: z.literal('file'), uri, staged: z.boolean() }),
]);

export const mentionSchema: z.ZodType<Mention> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), uri, embed: z.boolean().exactOptional(), seen }),
  z.object({ kind: z.literal('folder'), uri }),
  z.object({ kind: z.literal('selection'), uri, range, seen }),
  z.object({ kind: z.literal('symbol'), uri, name, lines, seen }),
  z.object({ kind: z.literal('buffer'), uri, name, seen }),
  z.object({ kind: z.literal('cell'), uri, notebook: name, index: countSchema, seen }),
  z.object({ kind: z.literal('gitDiff'), diff: gitDiff, repo: uri.exactOptional() }),
  z.object({
    kind: z.literal('problems'),
    uri: uri.exactOptional(),
    severity: z.enum(PROBLEM_SEVERITIES),
  }),
  z.object({
    kind: z.literal('terminal'),
    name,
    capture: name,
    command: name.exactOptional(),
  }),
  z.object({ kind: z.enum(['image', 'audio']), name, capture: name }),
  z.object({
    kind: z.literal('url'),
    url: z.string().max(URI_LIMIT_CHARS).regex(WEB_URL),
    title: name.exactOptional(),
  }),
  z.object({ kind: z.literal('session'), id: name, title: name }),
]);

/** Reads a mention from the chat view or from a file of ours. */
export const parseMention = strictParser(mentionSchema);
