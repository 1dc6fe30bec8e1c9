import { lineCount, type LineRange } from '../text/lineRange.ts';
import { hasLineEnding, splitLines, type Lines } from '../text/lines.ts';
import { lineDelta, type LineChange } from './lineChange.ts';
import { lineDiff } from './lineDiff.ts';

const CONTEXT_LINES = 3;

/** The changes of one file as a unified diff; empty if there are none. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const base = splitLines(before);
  const current = splitLines(after);
  const changes = lineDiff(base, current);
  if (changes.length === 0) {
    return '';
  }
  const sections = groupByContext(changes).map(group => formatSection(group, base, current));
  return [`--- a/${path}\n`, `+++ b/${path}\n`, ...sections].join('');
}

/** A single hunk in unified format, with context lines. */
export function unifiedHunk(change: LineChange, base: Lines, current: Lines): string {
  return formatSection([change], base, current);
}

type Group = [LineChange, ...LineChange[]];

/** Groups changes whose context lines overlap or touch. */
function groupByContext(changes: readonly LineChange[]): Group[] {
  const groups: Group[] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && change.base.start - last.base.end <= 2 * CONTEXT_LINES) {
      group.push(change);
    } else {
      groups.push([change]);
    }
  }
  return groups;
}

function formatSection(group: Group, base: Lines, current: Lines): string {
  const last = group.at(-1) ?? group[0];
  const start = Math.max(0, group[0].base.start - CONTEXT_LINES);
  const end = Math.min(base.length, last.base.end + CONTEXT_LINES);
  const shift = group[0].current.start - group[0].base.start;
  const delta = group.reduce((sum, change) => sum + lineDelta(change), 0);
  const body: string[] = [];
  let at = start;
  for (const change of group) {
    body.push(
      prefixLines(' ', base.slice(at, change.base.start)),
      prefixLines('-', base.slice(change.base.start, change.base.end)),
      prefixLines('+', current.slice(change.current.start, change.current.end)),
    );
    at = change.base.end;
  }
  body.push(prefixLines(' ', base.slice(at, end)));
  const from = header({ start, end });
  const to = header({ start: start + shift, end: end + shift + delta });
  return `@@ -${from} +${to} @@\n${body.join('')}`;
}

/** Unified diffs count lines from 1; an empty range is denoted by the line before it. */
function header(range: LineRange): string {
  const count = lineCount(range);
  return `${count === 0 ? range.start : range.start + 1},${count}`;
}

const prefixLines = (prefix: string, lines: Lines): string =>
  lines
    .map(line =>
      hasLineEnding(line) ? prefix + line : `${prefix}${line}\n\\ No newline at end of file\n`,
    )
    .join('');
