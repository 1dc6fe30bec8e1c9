import { localizable } from '../l10n.ts';
import type { PathStyle } from './pathStyle.ts';

/** Why a path is refused without looking at the file system. */
export type PathRefusal =
  | 'empty'
  | 'too long'
  | 'not text'
  | 'url'
  | 'relative'
  | 'network'
  | 'device'
  | 'stream'
  | 'short name'
  | 'bad name';

/** An absolute path in its shortest form, or the reason why it is refused. */
export type NormalizedPath =
  | { readonly kind: 'plain'; readonly path: string }
  | { readonly kind: 'refused'; readonly reason: PathRefusal };

/** The longest paths that the platforms support, in UTF-16 units. */
const POSIX_LIMIT_CHARS = 4_096;
const WINDOWS_LIMIT_CHARS = 32_000;

/** Checks and normalizes a path from an agent by its text alone, without accessing the disk or network. */
export function normalizePath(raw: string, style: PathStyle): NormalizedPath {
  const reason =
    checkCommon(raw) ?? (style.platform === 'win32' ? checkWindows(raw) : checkPosix(raw));
  if (reason) {
    return { kind: 'refused', reason };
  }
  return {
    kind: 'plain',
    path: style.platform === 'win32' ? toWindowsPath(raw) : toPosixPath(raw),
  };
}

/** The messages for refused paths: in English for the agent, and localized with `t` for the user, who may have clicked a link. */
export const PATH_REFUSAL_MESSAGES: Readonly<Record<PathRefusal, string>> = {
  empty: localizable('the path is empty'),
  'too long': localizable('the path is too long'),
  'not text': localizable('the path contains invalid characters'),
  url: localizable('a path is required, not a URL'),
  relative: localizable('the path must be absolute'),
  network: localizable("network paths aren't supported"),
  device: localizable("devices aren't supported"),
  stream: localizable("alternate data streams aren't supported"),
  'short name': localizable("short (8.3) names aren't supported; use the full name"),
  'bad name': localizable('the path contains a name that the system would change'),
};

function checkCommon(raw: string): PathRefusal | undefined {
  if (raw === '') {
    return 'empty';
  }
  if (raw.includes('\0') || !isWellFormed(raw)) {
    return 'not text';
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(raw)) {
    return 'url';
  }
  return /^[\\/]{2}/.test(raw) ? checkDoubleSlash(raw) : undefined;
}

/** `\\?\`, `\\.\` and `\??\` lead to devices; two slashes and a name lead to another machine. */
function checkDoubleSlash(raw: string): PathRefusal {
  return /^[\\/]{2}[?.][\\/]/.test(raw) ? 'device' : 'network';
}

/** A lone surrogate would become another character on disk. */
const isWellFormed = (raw: string): boolean =>
  !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(raw);

/** These folders contain no regular files, and reading may block or have effects. Shared memory is a regular folder. */
const POSIX_DEVICES = /^\/(?:dev(?!\/shm\/)|proc|sys|\.vol)(?:\/|$)/;

function checkPosix(raw: string): PathRefusal | undefined {
  if (!raw.startsWith('/')) {
    return 'relative';
  }
  if (raw.length > POSIX_LIMIT_CHARS) {
    return 'too long';
  }
  if (/\/\.\.namedfork(?:\/|$)/i.test(raw)) {
    return 'stream'; // The resource fork of macOS.
  }
  return POSIX_DEVICES.test(toPosixPath(raw)) ? 'device' : undefined;
}

function checkWindows(raw: string): PathRefusal | undefined {
  if (/^[\\/]\?\?[\\/]/.test(raw)) {
    return 'device';
  }
  if (!/^[a-z]:[\\/]/i.test(raw)) {
    return 'relative';
  }
  if (raw.length > WINDOWS_LIMIT_CHARS) {
    return 'too long';
  }
  for (const name of raw.slice(3).split(/[\\/]/)) {
    const reason = checkWindowsName(name);
    if (reason) {
      return reason;
    }
  }
  return undefined;
}

const DEVICE_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\s*[.:].*)?\s*$/i;
const SHORT_NAME = /^[^.~]{0,7}~\d{1,6}(?:\.[^.]{0,3})?$/;
// oxlint-disable-next-line no-control-regex -- Control characters are what it looks for.
const FORBIDDEN = /[<>"|?*\u0001-\u001F]/;

function checkWindowsName(name: string): PathRefusal | undefined {
  if (name === '.' || name === '..') {
    return undefined;
  }
  if (DEVICE_NAME.test(name)) {
    return 'device';
  }
  if (name.includes(':')) {
    return 'stream';
  }
  if (SHORT_NAME.test(name)) {
    return 'short name';
  }
  return FORBIDDEN.test(name) || /[. ]$/.test(name) ? 'bad name' : undefined;
}

const toPosixPath = (raw: string): string => `/${resolveSegments(raw.split('/')).join('/')}`;

function toWindowsPath(raw: string): string {
  const drive = raw.slice(0, 1).toUpperCase();
  return `${drive}:\\${resolveSegments(raw.slice(3).split(/[\\/]/)).join('\\')}`;
}

/** Resolves `.`, `..` and empty segments. `..` at the root is ignored. */
function resolveSegments(names: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const name of names) {
    if (name === '..') {
      kept.pop();
    } else if (name !== '' && name !== '.') {
      kept.push(name);
    }
  }
  return kept;
}
