import { applyPatch } from 'diff';
import { withLineEndings, detectEol, joinLines, splitLines, type Lines } from '../text/lines.ts';
import type { LineRange } from '../text/lineRange.ts';

/** How many context lines of a patch may differ. */
const PATCH_FUZZ_LINES = 2;
/** If at least this share of the file's lines recurs in the code, the code is a new version of the whole file. */
const WHOLE_FILE_SHARE = 0.5;
/** The replaced part of a file may be longer than the code, up to these limits. */
const REPLACED_FACTOR_LIMIT = 4;
const REPLACED_LINE_LIMIT = 40;

/**
 * Applies code from the conversation to a file: as a patch, or in place of the selection, of the lines that begin and end like
 * the code, or of the whole file if the code is a new version of it. Returns nothing if no suitable range is found.
 */
export function applyCodeBlock(
  file: string,
  code: string,
  selected?: LineRange,
): string | undefined {
  if (isPatch(code)) {
    const patched = applyPatch(file, code, { fuzzFactor: PATCH_FUZZ_LINES });
    return patched === false ? undefined : patched;
  }
  const before = splitLines(file);
  const lines = splitLines(code);
  const range = selected ?? findRange(before, lines);
  return (
    range &&
    replaceLines(before, range, selected ? lines : matchIndentation(before, range.start, lines))
  );
}

/** Whether the code is a unified diff. */
const isPatch = (code: string): boolean =>
  /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m.test(code) && /^[-+](?![-+])/m.test(code);

function findRange(before: Lines, code: Lines): LineRange | undefined {
  return findSharedEnds(before, code) ?? findWholeFile(before, code);
}

/** The range from the line that the code begins with to the line that it ends with, at the same indentation. */
function findSharedEnds(before: Lines, code: Lines): LineRange | undefined {
  const first = code.find(isDistinctive)?.trim();
  const start = before.findIndex(line => line.trim() === first);
  const isOnlyOne = start >= 0 && before.findLastIndex(line => line.trim() === first) === start;
  if (!isOnlyOne) {
    return undefined;
  }
  const last = matchIndentation(before, start, code).findLast(line => line.trim() !== '');
  const end = findNearest(before, last?.trimEnd(), { from: start, to: start + code.length - 1 });
  const most = Math.max(REPLACED_LINE_LIMIT, code.length * REPLACED_FACTOR_LIMIT);
  return end >= 0 && end - start < most ? { start, end: end + 1 } : undefined;
}

/** The line with this text that is closest to the expected line. */
function findNearest(
  before: Lines,
  wantedLine: string | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const matches = before.flatMap((line, at) =>
    at >= from && line.trimEnd() === wantedLine ? [at] : [],
  );
  const distance = (at: number): number => Math.abs(at - to);
  return matches.toSorted((one, other) => distance(one) - distance(other))[0] ?? -1;
}

/** Whether a line is distinctive; braces and comment marks occur in many places. */
const isDistinctive = (line: string): boolean => /\w{2,}/.test(line);

function findWholeFile(before: Lines, code: Lines): LineRange | undefined {
  const codeLines = new Set(code.map(line => line.trim()));
  const distinctive = before.map(line => line.trim()).filter(isDistinctive);
  const sharedCount = distinctive.filter(line => codeLines.has(line)).length;
  return distinctive.length === 0 || sharedCount / distinctive.length >= WHOLE_FILE_SHARE
    ? { start: 0, end: before.length }
    : undefined;
}

/** Agents often omit the indentation of the surrounding code. */
function matchIndentation(before: Lines, start: number, code: Lines): Lines {
  const indent = indentOf(before[start] ?? '');
  const first = indentOf(code.find(line => isDistinctive(line)) ?? '');
  const missing = indent.startsWith(first) ? indent.slice(first.length) : '';
  return missing === '' ? code : code.map(line => (line.trim() === '' ? line : missing + line));
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

function replaceLines(before: Lines, range: LineRange, code: Lines): string {
  const eol = detectEol(before);
  const own = code.map(line => line.replace(/\r?\n$/, eol));
  const after = before.slice(range.end);
  const isLast = after.length === 0 && !(before.at(-1) ?? '\n').endsWith('\n');
  return joinLines([
    ...before.slice(0, range.start),
    ...withLineEndings(own, eol, isLast),
    ...after,
  ]);
}
