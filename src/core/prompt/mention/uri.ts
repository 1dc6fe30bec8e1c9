import type { LineRange } from '../../text/lineRange.ts';
/** The authority of our own URIs: the extension's id, by which VS Code routes them to us. */
export const EXTENSION_URI_AUTHORITY = 'accord-acp.accord';

/**
 * The URI of a file by its absolute path, on Unix or Windows (drive or share). Brackets are escaped, because agents put URIs
 * into Markdown links.
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

/** The URI of a folder, which ends in a slash. */
export function folderUri(path: string): string {
  const uri = fileUri(path);
  return uri.endsWith('/') ? uri : `${uri}/`;
}

/** Whether an agent can read the resource itself. */
export const isFileUri = (uri: string): boolean => uri.startsWith('file://');

/** The last segment of a URI's path, decoded. */
export function uriBasename(uri: string): string {
  const names = uriPathSegments(uri);
  return names[names.length - 1] ?? uri;
}

/** The segments of a URI's path, decoded. */
export function uriPathSegments(uri: string): readonly string[] {
  return splitUri(uri)
    .path.split('/')
    .filter(name => name !== '')
    .map(decodeUriText);
}

/** Appends a line range to the fragment of a URI: `L5:15`, from 1 and inclusive. */
export function withLineFragment(uri: string, lines: LineRange): string {
  const mark = `L${lines.start + 1}:${Math.max(lines.end, lines.start + 1)}`;
  return uri.includes('#') ? `${uri},${mark}` : `${uri}#${mark}`;
}

/** Adds a parameter to the query of a URI. */
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

/** The five components of a URI, not decoded. */
export interface UriParts {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** Splits a URI into its components. It never fails; text that is not a URI ends up in the path. */
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

/** The parameters of a query, decoded. */
export function parseQuery(query: string): ReadonlyMap<string, string> {
  const pairs = query.split('&').map(pair => /^([^=]*)=?([\s\S]*)$/.exec(pair) ?? []);
  return new Map(
    pairs.map(([, name, value]) => [decodeUriText(name ?? ''), decodeUriText(value ?? '')]),
  );
}

/** Decodes valid escape sequences and leaves the rest unchanged. */
export function decodeUriText(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, escaped => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped; // Not UTF-8.
    }
  });
}

const escapePath = (path: string): string =>
  escapeAll(path).replaceAll(/%(?:2F|3A|40|24|26|2B|2C|3B|3D)/g, decodeURIComponent);

const escapeQuery = (value: string): string =>
  escapeAll(value).replaceAll(/%(?:2F|3A|40)/g, decodeURIComponent);

/** A lone surrogate cannot be encoded as UTF-8 and becomes the replacement character. */
const escapeAll = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
