import { lineDelta, type LineChange } from './lineChange.ts';
import { lineDiff } from './lineDiff.ts';
import { lineCount, type LineRange } from '../text/lineRange.ts';
import { hasLineEnding, splitLines, type Lines } from '../text/lines.ts';

const CONTEXT_LINES = 3;

/** The changes of one file as a unified diff, for people and for agents; empty if there are none. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const base = splitLines(before);
  const current = splitLines(after);
  const changes = lineDiff(base, current);
  if (changes.length === 0) {
    return '';
  }
  const sections = grouped(changes).map(group => section(group, base, current));
  return [`--- a/${path}\n`, `+++ b/${path}\n`, ...sections].join('');
}

/** One section of a unified diff, for a single hunk with its context. */
export function unifiedHunk(change: LineChange, base: Lines, current: Lines): string {
  return section([change], base, current);
}

type Group = [LineChange, ...LineChange[]];

/** Changes whose context meets stand in one section. */
function grouped(changes: readonly LineChange[]): Group[] {
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

function section(group: Group, base: Lines, current: Lines): string {
  const last = group.at(-1) ?? group[0];
  const start = Math.max(0, group[0].base.start - CONTEXT_LINES);
  const end = Math.min(base.length, last.base.end + CONTEXT_LINES);
  const shift = group[0].current.start - group[0].base.start;
  const grown = group.reduce((sum, change) => sum + lineDelta(change), 0);
  const body: string[] = [];
  let at = start;
  for (const change of group) {
    body.push(
      marked(' ', base.slice(at, change.base.start)),
      marked('-', base.slice(change.base.start, change.base.end)),
      marked('+', current.slice(change.current.start, change.current.end)),
    );
    at = change.base.end;
  }
  body.push(marked(' ', base.slice(at, end)));
  const from = header({ start, end });
  const to = header({ start: start + shift, end: end + shift + grown });
  return `@@ -${from} +${to} @@\n${body.join('')}`;
}

/** Unified diffs count from 1, and name the line before an empty range. */
function header(range: LineRange): string {
  const count = lineCount(range);
  return `${count === 0 ? range.start : range.start + 1},${count}`;
}

const marked = (mark: string, lines: Lines): string =>
  lines
    .map(line =>
      hasLineEnding(line) ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`,
    )
    .join('');
