import { Fields } from '../../fields.ts';
import type { Mention } from './mention.ts';
import { wholeLinesRange } from './textRange.ts';

const ATTACH_LIMIT = 100;
const URI_LIMIT_CHARACTERS = 8192;
const NAME_LIMIT_CHARACTERS = 1024;

/**
 * The attachments of the command `accord.prompt`: `{ uri, range? }` with lines from 1 and inclusive, `{ gitDiff: { base?,
 * staged? } }` or `{ problems: { uri? } }`. Nothing if one of them is none of these. `uri` makes a URI ours.
 */
export function parseAttachments(
  raw: unknown,
  uri: (text: string) => string,
): readonly Mention[] | undefined {
  if (raw === undefined) {
    return [];
  }
  if (!Array.isArray(raw) || raw.length > ATTACH_LIMIT) {
    return undefined;
  }
  const mentions = raw.map(item => attached(item, uri));
  return mentions.every(mention => mention !== undefined) ? mentions : undefined;
}

function attached(raw: unknown, uri: (text: string) => string): Mention | undefined {
  const from = new Fields(raw);
  const mention = mentionOf(from, uri);
  return from.sound ? mention : undefined;
}

function mentionOf(from: Fields, uri: (text: string) => string): Mention {
  const place = (fields: Fields): string =>
    uri(fields.text('uri', URI_LIMIT_CHARACTERS, /^[a-z][a-z0-9+.-]*:/i));
  if (from.raw('gitDiff') !== undefined) {
    return from.inner('gitDiff', gitDiff);
  }
  if (from.raw('problems') !== undefined) {
    return from.inner('problems', inner => ({
      kind: 'problems',
      ...inner.maybe('uri', () => ({ uri: place(inner) })),
      severity: 'hint',
    }));
  }
  if (from.raw('range') === undefined) {
    const found = place(from);
    return found.endsWith('/') ? { kind: 'folder', uri: found } : { kind: 'file', uri: found };
  }
  const range = from.inner('range', lines => {
    const [start, end] = [lines.count('start'), lines.count('end')];
    lines.insist(start >= 1 && end >= start);
    return wholeLinesRange(start - 1, end);
  });
  return { kind: 'selection', uri: place(from), range };
}

function gitDiff(from: Fields): Mention {
  const base = from.maybe('base', () => ({ base: from.text('base', NAME_LIMIT_CHARACTERS) }))?.base;
  const staged = from.maybe('staged', () => ({ staged: from.flag('staged') }))?.staged;
  if (base !== undefined) {
    return { kind: 'gitDiff', diff: { kind: 'branch', base } };
  }
  return { kind: 'gitDiff', diff: { kind: staged === true ? 'staged' : 'workingTree' } };
}
