import { codePointByteLength, formatByteSize, utf8ByteLength } from '../text/byteSize.ts';
import { t } from '../l10n.ts';

const NAMED_FILES_LIMIT = 20;

/** A truncated text, and a description of what was omitted, which is also part of the text for the agent. */
export interface TruncatedText {
  readonly text: string;
  readonly omitted: string;
}

/** Truncates a diff at file boundaries: every file that fits stays whole, the others are listed at the end. */
export function truncateDiff(diff: string, limitBytes: number): TruncatedText {
  const files = diff.split(/^(?=diff --)/m);
  const head = diff.startsWith('diff --') ? '' : (files.shift() ?? '');
  let leftBytes = limitBytes - utf8ByteLength(head);
  const kept = [head];
  const dropped: string[] = [];
  for (const file of files) {
    const bytes = utf8ByteLength(file);
    if (bytes <= leftBytes) {
      kept.push(file);
      leftBytes -= bytes;
    } else {
      dropped.push(`${parseDiffPath(file)} (${formatByteSize(bytes)})`);
    }
  }
  const omitted = t('the changes in {0}', describeFiles(dropped));
  return { text: `${kept.join('')}${omittedMark(omitted)}\n`, omitted };
}

/** Truncates the end of a text, at a line break; if the first line is too long, between characters. */
export function truncateEnd(text: string, limitBytes: number): TruncatedText {
  const end = fittingEnd(text, limitBytes);
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1;
  const kept = text.slice(0, lineEnd > 0 ? lineEnd : end);
  const omitted = describeLastLines(text.slice(kept.length));
  return {
    text: `${kept}${kept.endsWith('\n') ? '' : '\n'}${omittedMark(omitted)}\n`,
    omitted,
  };
}

/** Truncates the start of a text, at a line break. For text whose newest part is at the end. */
export function truncateStart(text: string, limitBytes: number): TruncatedText {
  const start = fittingStart(text, limitBytes);
  const startsLine = start === 0 || text[start - 1] === '\n';
  const nextLine = text.indexOf('\n', start) + 1;
  const from = startsLine || nextLine === 0 || nextLine === text.length ? start : nextLine;
  const omitted = describeFirstLines(text.slice(0, from));
  return { text: `${omittedMark(omitted)}\n${text.slice(from)}`, omitted };
}

const omittedMark = (what: string): string => t('[Omitted because of size: {0}]', what);

/** The largest offset up to which the text fits, outside of surrogate pairs. */
function fittingEnd(text: string, limitBytes: number): number {
  let bytes = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    bytes += codePointByteLength(code);
    if (bytes > limitBytes) {
      break;
    }
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/** The smallest offset from which the text fits, outside of surrogate pairs. */
function fittingStart(text: string, limitBytes: number): number {
  let bytes = 0;
  let at = text.length;
  while (at > 0) {
    const pair = at > 1 ? (text.codePointAt(at - 2) ?? 0) : 0;
    bytes += codePointByteLength(pair > 0xffff ? pair : text.charCodeAt(at - 1));
    if (bytes > limitBytes) {
      break;
    }
    at -= pair > 0xffff ? 2 : 1;
  }
  return at;
}

function describeLastLines(text: string): string {
  const [lines, size] = countLines(text);
  return lines === 1 ? t('the last line ({0})', size) : t('the last {0} lines ({1})', lines, size);
}

function describeFirstLines(text: string): string {
  const [lines, size] = countLines(text);
  return lines === 1
    ? t('the first line ({0})', size)
    : t('the first {0} lines ({1})', lines, size);
}

const countLines = (text: string): readonly [lines: number, size: string] => [
  text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
  formatByteSize(utf8ByteLength(text)),
];

function describeFiles(files: readonly string[]): string {
  const named = files.slice(0, NAMED_FILES_LIMIT).join(', ');
  const more = files.length - NAMED_FILES_LIMIT;
  return more === 1
    ? t('{0}, and 1 more file', named)
    : more > 0
      ? t('{0}, and {1} more files', named, more)
      : named;
}

function parseDiffPath(section: string): string {
  const [, file] =
    /^\+\+\+ "?b\/(.*?)"?\t?$/m.exec(section) ??
    /^--- "?a\/(.*?)"?\t?$/m.exec(section) ??
    /^diff --(?:git .* "?b\/|cc "?|combined "?)(.*?)"?$/m.exec(section) ??
    [];
  return file ?? t('a file');
}
