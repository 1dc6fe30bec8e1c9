import type { GitDiff, Mention, ProblemSeverity } from './mention.ts';
import { wholeLinesRange } from './textRange.ts';
import {
  uriBasename,
  parseQuery,
  splitUri,
  decodeUriText,
  EXTENSION_URI_AUTHORITY,
  type UriParts,
} from './uri.ts';

/**
 * Converts a URI back to a mention, the inverse of `mentionUri`. The editor's URI scheme differs between products
 * (`vscode-insiders`, `cursor`), so our own URIs are recognized by their authority.
 */
export function parseMentionUri(uri: string): Mention | undefined {
  const parts = splitUri(uri);
  if (parts.authority.toLowerCase() === EXTENSION_URI_AUTHORITY) {
    return extensionMention(decodeUriText(parts.path), parseQuery(parts.query));
  }
  switch (parts.scheme) {
    case 'http':
    case 'https':
      return { kind: 'url', url: uri };
    case 'file':
      return fileMention(uri, parts);
    case 'vscode-notebook-cell':
      return cellMention(uri, parts);
    case 'untitled':
      return inDocument(uri, parts) ?? { kind: 'buffer', uri, name: uriBasename(uri) };
    default:
      return undefined;
  }
}

/**
 * Converts one of our own URIs that VS Code has already decoded, as it does for a URI handler. It must not be decoded
 * twice, and a value may contain `&`, so only `&` before a known name separates values.
 */
export function parseHandlerUri(path: string, query: string): Mention | undefined {
  const names = 'scope|base|commit|file|staged|repo|uri|severity|name|command|capture|kind';
  const pairs = query.split(new RegExp(`&(?=(?:${names})=)`));
  const values = pairs.map((pair): [string, string] => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  return extensionMention(path, new Map(values));
}

type Values = ReadonlyMap<string, string>;

function extensionMention(path: string, values: Values): Mention | undefined {
  const [, type = '', rest] = /^\/([^/]*)(?:\/([\s\S]+))?$/.exec(path) ?? [];
  switch (type) {
    case 'git-diff':
      return {
        kind: 'gitDiff',
        diff: gitDiff(values),
        ...given(values.get('repo'), repo => ({ repo })),
      };
    case 'problems':
      return {
        kind: 'problems',
        ...given(values.get('uri'), uri => ({ uri })),
        severity: severity(values.get('severity')),
      };
    case 'terminal':
      return {
        kind: 'terminal',
        name: values.get('name') ?? '',
        capture: values.get('capture') ?? '',
        ...given(values.get('command'), command => ({ command })),
      };
    case 'session':
      return rest ? { kind: 'session', id: rest, title: '' } : undefined;
    case 'pasted':
      return rest ? pastedMention(rest, values) : undefined;
    default:
      return undefined;
  }
}

function gitDiff(values: Values): GitDiff {
  const base = values.get('base');
  const commit = values.get('commit');
  const file = values.get('file');
  const staged = values.get('scope') === 'staged' || values.get('staged') === 'true';
  if (file) {
    return { kind: 'file', uri: file, staged };
  }
  if (base) {
    return { kind: 'branch', base };
  }
  if (commit) {
    return { kind: 'commit', commit };
  }
  return { kind: staged ? 'staged' : 'workingTree' };
}

function severity(text: string | undefined): ProblemSeverity {
  return text === 'error' || text === 'warning' || text === 'information' ? text : 'hint';
}

function pastedMention(capture: string, values: Values): Mention {
  const kind = values.get('kind') === 'audio' ? 'audio' : 'image';
  return { kind, name: values.get('name') ?? kind, capture };
}

function fileMention(uri: string, parts: UriParts): Mention {
  const inside = inDocument(uri, parts);
  if (inside) {
    return inside;
  }
  const bare = uri.replace(/[?#][\s\S]*$/, '');
  return bare.endsWith('/') ? { kind: 'folder', uri: bare } : { kind: 'file', uri: bare };
}

function cellMention(uri: string, parts: UriParts): Mention {
  return inDocument(uri, parts) ?? { kind: 'cell', uri, notebook: uriBasename(uri), index: 0 };
}

/** A selection or a symbol, if the URI ends in lines: `#L5:15`, or the variants `#L5`, `#L5-15`, `#L5-L15`. */
function inDocument(uri: string, parts: UriParts): Mention | undefined {
  const [, first, last = first] =
    /(?:^|,)L(\d{1,9})(?:[:-]L?(\d{1,9}))?$/.exec(parts.fragment) ?? [];
  if (first === undefined || last === undefined || Number(first) < 1) {
    return undefined;
  }
  const lines = { start: Number(first) - 1, end: Math.max(Number(first), Number(last)) };
  const document = uri.replace(/[#,]L\d+(?:[:-]L?\d+)?$/, '');
  const [, front, name, rest] = /^([^?#]*)\?symbol=([^&#]*)([^&]*)$/.exec(document) ?? [];
  return front !== undefined && name
    ? { kind: 'symbol', uri: front + rest, name: decodeUriText(name), lines }
    : { kind: 'selection', uri: document, range: wholeLinesRange(lines.start, lines.end) };
}

/** An object to spread if there is a value. */
function given<T extends object>(
  value: string | undefined,
  make: (value: string) => T,
): T | undefined {
  return value ? make(value) : undefined;
}
