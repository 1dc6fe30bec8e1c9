import { localizable } from '../l10n.ts';
import type { PathStyle } from './pathStyle.ts';

/** Why a path is not even looked at. */
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

/** A path in its shortest form, absolute and without tricks, or the reason why it is refused. */
export type NormalizedPath =
  | { readonly kind: 'plain'; readonly path: string }
  | { readonly kind: 'refused'; readonly reason: PathRefusal };

/** The longest paths the systems take, in UTF-16 units. */
const POSIX_LIMIT_CHARS = 4_096;
const WINDOWS_LIMIT_CHARS = 32_000;

/** Reads a path that an agent sent. It decides by the text alone: nothing on disk or network is touched. */
export function normalizePath(raw: string, style: PathStyle): NormalizedPath {
  const reason = commonRefusal(raw) ?? (style.platform === 'win32' ? windows(raw) : posix(raw));
  if (reason) {
    return { kind: 'refused', reason };
  }
  return { kind: 'plain', path: style.platform === 'win32' ? tidyWindows(raw) : tidyPosix(raw) };
}

/** Why a path is refused: said to the agent in English, and to the user, who may have clicked a link to it, through `t`. */
export const PATH_REFUSAL_MESSAGES: Readonly<Record<PathRefusal, string>> = {
  empty: localizable('the path is empty'),
  'too long': localizable('the path is too long'),
  'not text': localizable('the path holds characters that no file name can have'),
  url: localizable('a path is wanted, not a URL'),
  relative: localizable('the path must be absolute'),
  network: localizable('network paths are not served'),
  device: localizable('devices are not served'),
  stream: localizable('alternate data streams are not served'),
  'short name': localizable('short (8.3) names are not served; use the full name'),
  'bad name': localizable('the path holds a name that the system would change'),
};

function commonRefusal(raw: string): PathRefusal | undefined {
  if (raw === '') {
    return 'empty';
  }
  if (raw.includes('\0') || !isWellFormed(raw)) {
    return 'not text';
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(raw)) {
    return 'url';
  }
  return /^[\\/]{2}/.test(raw) ? doubleSlash(raw) : undefined;
}

/** `\\?\`, `\\.\` and `\??\` reach devices; two slashes and a name reach another machine. */
function doubleSlash(raw: string): PathRefusal {
  return /^[\\/]{2}[?.][\\/]/.test(raw) ? 'device' : 'network';
}

/** Half a surrogate pair turns into another character on its way to the disk. */
const isWellFormed = (raw: string): boolean =>
  !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(raw);

/** Below these nothing is a plain file, and reading may block or act. Shared memory is a normal folder. */
const POSIX_DEVICES = /^\/(?:dev(?!\/shm\/)|proc|sys|\.vol)(?:\/|$)/;

function posix(raw: string): PathRefusal | undefined {
  if (!raw.startsWith('/')) {
    return 'relative';
  }
  if (raw.length > POSIX_LIMIT_CHARS) {
    return 'too long';
  }
  if (/\/\.\.namedfork(?:\/|$)/i.test(raw)) {
    return 'stream'; // The resource fork of macOS.
  }
  return POSIX_DEVICES.test(tidyPosix(raw)) ? 'device' : undefined;
}

function windows(raw: string): PathRefusal | undefined {
  if (/^[\\/]\?\?[\\/]/.test(raw)) {
    return 'device';
  }
  if (!/^[a-z]:[\\/]/i.test(raw)) {
    return 'relative';
  }
  if (raw.length > WINDOWS_LIMIT_CHARS) {
    return 'too long';
  }
  for (const name of raw.slice(3).split(/[\\/]+/)) {
    const reason = windowsName(name);
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

function windowsName(name: string): PathRefusal | undefined {
  if (name === '' || name === '.' || name === '..') {
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

const tidyPosix = (raw: string): string => `/${resolved(raw.split('/')).join('/')}`;

function tidyWindows(raw: string): string {
  const drive = raw.slice(0, 1).toUpperCase();
  return `${drive}:\\${resolved(raw.slice(3).split(/[\\/]/)).join('\\')}`;
}

/** Takes `.`, `..` and empty names away. Above the top there is nothing more to go up to. */
function resolved(names: readonly string[]): readonly string[] {
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
