import * as z from 'zod';
import { countSchema, strictParser } from '../../parseStrict.ts';
import type { Mention } from './mention.ts';
import { wholeLinesRange } from './textRange.ts';

const ATTACHMENT_LIMIT = 100;
const URI_LIMIT_CHARS = 8192;
const NAME_LIMIT_CHARS = 1024;

/**
 * Reads the attachments of the command `accord.prompt`: `{ uri, range? }` with lines from 1 and inclusive, `{ gitDiff:
 * { base?, staged? } }` or `{ problems: { uri? } }`. Returns nothing if one of them is none of these. `normalizeUri` writes
 * a caller's URI the way we write it.
 */
export function parseAttachments(
  raw: unknown,
  normalizeUri: (text: string) => string,
): readonly Mention[] | undefined {
  return parse(raw)?.map(attachment => toMention(attachment, normalizeUri));
}

const uri = z
  .string()
  .max(URI_LIMIT_CHARS)
  .regex(/^[a-z][a-z0-9+.-]*:/i);

const gitDiff = z.object({
  base: z.string().max(NAME_LIMIT_CHARS).optional(),
  staged: z.boolean().optional(),
});

const range = z
  .object({ start: countSchema, end: countSchema })
  .refine(({ start, end }) => start >= 1 && end >= start);

const attachment = z.union([
  z.object({ gitDiff }),
  z.object({ gitDiff: z.undefined().optional(), problems: z.object({ uri: uri.optional() }) }),
  z.object({
    gitDiff: z.undefined().optional(),
    problems: z.undefined().optional(),
    uri,
    range: range.optional(),
  }),
]);

const parse = strictParser(z.array(attachment).max(ATTACHMENT_LIMIT).default([]));

function toMention(
  from: z.infer<typeof attachment>,
  normalizeUri: (text: string) => string,
): Mention {
  if (from.gitDiff) {
    const { base, staged } = from.gitDiff;
    return base === undefined
      ? { kind: 'gitDiff', diff: { kind: staged === true ? 'staged' : 'workingTree' } }
      : { kind: 'gitDiff', diff: { kind: 'branch', base } };
  }
  if (from.problems) {
    const { uri: file } = from.problems;
    return {
      kind: 'problems',
      ...(file === undefined ? {} : { uri: normalizeUri(file) }),
      severity: 'hint',
    };
  }
  const found = normalizeUri(from.uri);
  if (from.range) {
    const { start, end } = from.range;
    return { kind: 'selection', uri: found, range: wholeLinesRange(start - 1, end) };
  }
  return found.endsWith('/') ? { kind: 'folder', uri: found } : { kind: 'file', uri: found };
}
