import type { LineRange } from '../../text/lineRange.ts';
/** Who answers for our own URIs: the extension's id, as VS Code routes them to us. */
export const EXTENSION_URI_AUTHORITY = 'accord-acp.accord';

/**
 * The URI of a file by its absolute path, of Unix, Windows (drive or share) alike.
 * Only what every reader takes literally stays unescaped; brackets do not, since agents put URIs into Markdown links.
 */
export function fileUri(path: string): string {
  if (/^[a-z]:[\\/]/i.test(path)) {
    return `file:///${path.slice(0, 2)}${escapePath(path.slice(2).replaceAll('\\', '/'))}`;
  }
  if (/^(\\\\|\/\/)[^\\/]/.test(path)) {
    return `file://${escapePath(path.slice(2).replaceAll('\\', '/'))}`;
  }
  return `file://${escapePath(path)}`;
}

/** The URI of a folder: that of a file with a slash at the end. */
export function folderUri(path: string): string {
  const uri = fileUri(path);
  return uri.endsWith('/') ? uri : `${uri}/`;
}

/** Whether an agent can find the thing by itself. */
export const isFileUri = (uri: string): boolean => uri.startsWith('file://');

/** The last name in a URI's path, readable. */
export function uriBasename(uri: string): string {
  const names = uriPathSegments(uri);
  return names[names.length - 1] ?? uri;
}

/** The names along a URI's path, readable. */
export function uriPathSegments(uri: string): readonly string[] {
  return splitUri(uri)
    .path.split('/')
    .filter(name => name !== '')
    .map(decodeUriText);
}

/** Puts `L5:15` behind a URI: the lines from 0 up to `end`, written from 1 and inclusive. */
export function withLineFragment(uri: string, lines: LineRange): string {
  const mark = `L${lines.start + 1}:${Math.max(lines.end, lines.start + 1)}`;
  return uri.includes('#') ? `${uri},${mark}` : `${uri}#${mark}`;
}

/** Adds one `name=value` to the query of a URI. */
export function withQuery(uri: string, name: string, value: string): string {
  const hash = uri.indexOf('#');
  const front = hash < 0 ? uri : uri.slice(0, hash);
  const fragment = hash < 0 ? '' : uri.slice(hash);
  return `${front}${front.includes('?') ? '&' : '?'}${name}=${escapeQuery(value)}${fragment}`;
}

/** One of our own URIs: `vscode://accord-acp.accord/git-diff?base=main`. */
export function extensionUri(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
): string {
  let uri = `vscode://${EXTENSION_URI_AUTHORITY}/${escapePath(path)}`;
  for (const [name, value] of Object.entries(query)) {
    uri = value === undefined ? uri : withQuery(uri, name, value);
  }
  return uri;
}

/** A URI in its five parts, each as written. */
export interface UriParts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** Takes a URI apart. It never fails: what is no URI ends up in the path. */
export function splitUri(uri: string): UriParts {
  const [, scheme, authority, path, query, fragment] =
    /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/i.exec(
      uri,
    ) ?? [];
  return {
    scheme: (scheme ?? '').toLowerCase(),
    authority: authority ?? '',
    path: path ?? '',
    query: query ?? '',
    fragment: fragment ?? '',
  };
}

/** The values of a query, unescaped. */
export function parseQuery(query: string): ReadonlyMap<string, string> {
  const pairs = query.split('&').map(pair => /^([^=]*)=?([\s\S]*)$/.exec(pair) ?? []);
  return new Map(
    pairs.map(([, name, value]) => [decodeUriText(name ?? ''), decodeUriText(value ?? '')]),
  );
}

/** Unescapes what is well escaped and leaves the rest as it is. */
export function decodeUriText(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, escaped => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped; // Bytes that are no UTF-8: better shown as they are than lost.
    }
  });
}

const escapePath = (path: string): string =>
  escapeAll(path).replaceAll(/%(?:2F|3A|40|24|26|2B|2C|3B|3D)/g, decodeURIComponent);

const escapeQuery = (value: string): string =>
  escapeAll(value).replaceAll(/%(?:2F|3A|40)/g, decodeURIComponent);

/** A lone surrogate has no UTF-8 form; it becomes the replacement character, as everywhere else. */
const escapeAll = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
