import type { LineRange } from '../../text/lineRange.ts';
import { Fields } from '../../fields.ts';
import type { GitDiff, Mention } from './mention.ts';
import type { TextPosition, TextRange } from './textRange.ts';

const URI_LIMIT_CHARACTERS = 8192;
const NAME_LIMIT_CHARACTERS = 1024;

/** A mention out of untrusted data, or nothing if it is not one. Fields we do not know are left behind. */
export function parseMention(raw: unknown): Mention | undefined {
  const from = new Fields(raw);
  const mention = documentMention(from) ?? otherMention(from);
  return from.sound ? mention : undefined;
}

/** Mentions of something in a file or an open document. */
function documentMention(from: Fields): Mention | undefined {
  const kind = name(from, 'kind');
  switch (kind) {
    case 'file': {
      const embed = from.maybe('embed', () => ({ embed: from.flag('embed') }));
      return { kind, uri: uri(from, 'uri'), ...embed, ...seen(from) };
    }
    case 'folder':
      return { kind, uri: uri(from, 'uri') };
    case 'selection':
      return { kind, uri: uri(from, 'uri'), range: from.inner('range', range), ...seen(from) };
    case 'symbol': {
      const lines = from.inner('lines', linesOf);
      return { kind, uri: uri(from, 'uri'), name: name(from, 'name'), lines, ...seen(from) };
    }
    case 'buffer':
      return { kind, uri: uri(from, 'uri'), name: name(from, 'name'), ...seen(from) };
    case 'cell': {
      const { notebook, index } = { notebook: name(from, 'notebook'), index: from.count('index') };
      return { kind, uri: uri(from, 'uri'), notebook, index, ...seen(from) };
    }
    default:
      return undefined;
  }
}

function otherMention(from: Fields): Mention | undefined {
  const kind = name(from, 'kind');
  switch (kind) {
    case 'gitDiff': {
      const repo = from.maybe('repo', () => ({ repo: uri(from, 'repo') }));
      return { kind, diff: from.inner('diff', gitDiff), ...repo };
    }
    case 'problems': {
      const where = from.maybe('uri', () => ({ uri: uri(from, 'uri') }));
      const severity = from.one('severity', ['error', 'warning', 'information', 'hint'], 'hint');
      return { kind, ...where, severity };
    }
    case 'terminal': {
      const command = from.maybe('command', () => ({ command: name(from, 'command') }));
      return { kind, name: name(from, 'name'), capture: name(from, 'capture'), ...command };
    }
    case 'image':
    case 'audio':
      return { kind, name: name(from, 'name'), capture: name(from, 'capture') };
    case 'url': {
      const title = from.maybe('title', () => ({ title: name(from, 'title') }));
      return { kind, url: from.text('url', URI_LIMIT_CHARACTERS, WEB_URL), ...title };
    }
    case 'session':
      return { kind, id: name(from, 'id'), title: name(from, 'title') };
    default:
      return undefined;
  }
}

function gitDiff(from: Fields): GitDiff {
  const kind = from.one(
    'kind',
    ['workingTree', 'staged', 'branch', 'commit', 'file'],
    'workingTree',
  );
  switch (kind) {
    case 'workingTree':
    case 'staged':
      return { kind };
    case 'branch':
      return { kind, base: name(from, 'base') };
    case 'commit':
      return { kind, commit: name(from, 'commit') };
    case 'file':
      return { kind, uri: uri(from, 'uri'), staged: from.flag('staged') };
  }
}

function range(from: Fields): TextRange {
  const start = from.inner('start', place);
  const end = from.inner('end', place);
  const sameLine = start.line === end.line;
  from.insist(sameLine ? start.character <= end.character : start.line < end.line);
  return { start, end };
}

function linesOf(from: Fields): LineRange {
  const lines = { start: from.count('start'), end: from.count('end') };
  from.insist(lines.start < lines.end);
  return lines;
}

const place = (from: Fields): TextPosition => ({
  line: from.count('line'),
  character: from.count('character'),
});

const name = (from: Fields, field: string): string => from.text(field, NAME_LIMIT_CHARACTERS);

const uri = (from: Fields, field: string): string =>
  from.text(field, URI_LIMIT_CHARACTERS, ANY_URI);

const seen = (from: Fields): { readonly seen: string } | undefined =>
  from.maybe('seen', () => ({ seen: name(from, 'seen') }));

/** Absolute, and without anything that could break out of a line. */
const ANY_URI = /^[a-z][a-z0-9+.-]*:[^\s\p{Cc}]*$/iu;
const WEB_URL = /^https?:\/\/[^\s\p{Cc}]+$/iu;
