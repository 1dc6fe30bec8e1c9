import { applyPatch } from 'diff';
import { withLineEndings, detectEol, joinLines, splitLines, type Lines } from '../text/lines.ts';
import type { LineRange } from '../text/lineRange.ts';

/** Lines of a patch that may have changed meanwhile. */
const PATCH_FUZZ_LINES = 2;
/** A file of which this part comes back in the code is meant as a whole. */
const WHOLE_SHARE = 0.5;
/** The part of a file that code takes the place of may be longer than the code, but not more than so. */
const MOST_REPLACED_TIMES = 4;
const MOST_REPLACED_LINES = 40;

/**
 * A file with code from the conversation in the place it belongs to: a patch is applied; else it takes the place of what
 * is selected, or of the lines that begin and end as it does, or of the whole file if it is a new version of that.
 * Nothing if no such place is found.
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
  const place = selected ?? placeOf(before, lines);
  return (
    place && withLines(before, place, selected ? lines : indentedAs(before, place.start, lines))
  );
}

/** A patch as `diff -u` and git write it. */
const isPatch = (code: string): boolean =>
  /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m.test(code) && /^[-+](?![-+])/m.test(code);

function placeOf(before: Lines, code: Lines): LineRange | undefined {
  return sharedEnds(before, code) ?? wholeFile(before, code);
}

/** From the line that the code begins with up to the one it ends with, indented as that is. */
function sharedEnds(before: Lines, code: Lines): LineRange | undefined {
  const first = code.find(isTelling)?.trim();
  const start = before.findIndex(line => line.trim() === first);
  const isOnlyOne = start >= 0 && before.findLastIndex(line => line.trim() === first) === start;
  if (!isOnlyOne) {
    return undefined;
  }
  const last = indentedAs(before, start, code).findLast(line => line.trim() !== '');
  const end = nearest(before, last?.trimEnd(), { from: start, to: start + code.length - 1 });
  const most = Math.max(MOST_REPLACED_LINES, code.length * MOST_REPLACED_TIMES);
  return end >= 0 && end - start < most ? { start, end: end + 1 } : undefined;
}

/** The line with these words that is closest to where it would be if nothing had been added or taken away. */
function nearest(
  before: Lines,
  words: string | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const places = before.flatMap((line, at) => (at >= from && line.trimEnd() === words ? [at] : []));
  const distance = (at: number): number => Math.abs(at - to);
  return places.toSorted((one, other) => distance(one) - distance(other))[0] ?? -1;
}

/** A brace or a comment mark stands in many places. */
const isTelling = (line: string): boolean => /\w{2,}/.test(line);

function wholeFile(before: Lines, code: Lines): LineRange | undefined {
  const words = new Set(code.map(line => line.trim()));
  const telling = before.map(line => line.trim()).filter(isTelling);
  const again = telling.filter(line => words.has(line)).length;
  return telling.length === 0 || again / telling.length >= WHOLE_SHARE
    ? { start: 0, end: before.length }
    : undefined;
}

/** Agents often write a piece of a file without the indentation it has there. */
function indentedAs(before: Lines, start: number, code: Lines): Lines {
  const indent = indentOf(before[start] ?? '');
  const first = indentOf(code.find(line => isTelling(line)) ?? '');
  const missing = indent.startsWith(first) ? indent.slice(first.length) : '';
  return missing === '' ? code : code.map(line => (line.trim() === '' ? line : missing + line));
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

function withLines(before: Lines, place: LineRange, code: Lines): string {
  const eol = detectEol(before);
  const own = code.map(line => line.replace(/\r?\n$/, eol));
  const after = before.slice(place.end);
  const isLast = after.length === 0 && !(before.at(-1) ?? '\n').endsWith('\n');
  return joinLines([
    ...before.slice(0, place.start),
    ...withLineEndings(own, eol, isLast),
    ...after,
  ]);
}
