import type { Language } from './language.ts';
import { type Declaration, createCodeLineCheck, getOutline } from './outline.ts';
import { describeDeclaration, formatCount, joinList } from './describeDeclaration.ts';

const MARK = '(Accord Demo)';
const MARKED = /^\s*(?:\/\/|#|\/\*\*?|<!--) .*\(Accord Demo\)(?: \*\/| -->)?\r?$/;
/** A first line like this has a meaning by its place; nothing goes above it. */
const HAS_TO_STAY_FIRST = /^(?:\s*(?:\/\/|\/\*|#|<!--|@charset|---|\+\+\+)|\uFEFF|\s*$)/;
const MAX_INNER_NOTES = 3;
/** Notes closer than this would melt into one hunk. */
const MIN_DISTANCE_LINES = 6;

/** Whether the demo has already put its notes into this text. */
export function hasComments(text: string): boolean {
  return text.split('\n').some(line => MARKED.test(line));
}

/** Adds comments in several places: at the top, above declarations and statements, at the end. Code stays as it is. */
export function addComments(text: string, language: Language): string {
  const lines = text.split('\n');
  const end = lines[0]?.endsWith('\r') ? '\r' : '';
  const notes = innerNotes(text, language);
  const body = lines.flatMap((line, i) => {
    const note = notes.get(i);
    return note === undefined ? [line] : [`${note}${end}`, line];
  });
  return [...header(text, language, end), ...withTrailer(body, text, language, end)].join('\n');
}

/** How many separate places `addComments` would touch. */
export function countComments(text: string, language: Language): number {
  const withTop = header(text, language, '').length > 0 ? 1 : 0;
  const withEnd = text.endsWith('\n') ? 1 : 0;
  return innerNotes(text, language).size + withTop + withEnd;
}

/** Takes the demo's notes out again; the rest stays byte for byte. */
export function removeComments(text: string): string {
  const lines = text.split('\n');
  const isNote = lines.map(line => MARKED.test(line));
  const last = lines.length - 2;
  return lines
    .filter((_, i) => {
      const blankBelowHeader = i === 1 && isNote[0];
      const blankAboveTrailer = i === last - 1 && isNote[last];
      return !isNote[i] && !blankBelowHeader && !blankAboveTrailer;
    })
    .join('\n');
}

function header(text: string, language: Language, end: string): readonly string[] {
  if (HAS_TO_STAY_FIRST.test(text.split('\n')[0] ?? '')) {
    return [];
  }
  const lineCount = text.split('\n').length - 1;
  const count = getOutline(text, language).length;
  const found = count === 0 ? '' : `${formatCount(count, 'declaration')} in `;
  return [`${language.comment(`${found}${formatCount(lineCount, 'line')}. ${MARK}`)}${end}`, end];
}

function withTrailer(
  lines: readonly string[],
  text: string,
  language: Language,
  end: string,
): readonly string[] {
  if (!text.endsWith('\n')) {
    return lines;
  }
  const note = language.comment(`${nextStep(getOutline(text, language))} ${MARK}`);
  return [...lines.slice(0, -1), end, `${note}${end}`, ''];
}

function nextStep(declarations: readonly Declaration[]): string {
  const names = declarations
    .filter(({ keyword }) => /^(?:function|class|def|func|fun)$/.test(keyword))
    .map(({ name }) => name)
    .slice(0, 3);
  return names.length === 0 ? 'Worth another look.' : `Next: tests for ${joinList(names)}.`;
}

/** Notes by the line they stand above, far enough apart to be hunks of their own. */
function innerNotes(text: string, language: Language): ReadonlyMap<number, string> {
  const lines = text.split('\n');
  const isCode = createCodeLineCheck(text, language);
  const declared = new Map(getOutline(text, language).map(found => [found.line, found]));
  const notes = new Map<number, string>();
  const used = new Set<string>();
  let previous = 0;
  lines.forEach((line, i) => {
    const far = i - previous >= MIN_DISTANCE_LINES && lines.length - i > MIN_DISTANCE_LINES / 2;
    if (notes.size === MAX_INNER_NOTES || !far || !isCode(i) || !startsStatement(lines[i - 1])) {
      return;
    }
    const words = noteAbove(line, declared.get(i), language);
    if (words !== undefined && !used.has(words.trim())) {
      used.add(words.trim());
      notes.set(i, words);
      previous = i;
    }
  });
  return notes;
}

function noteAbove(
  line: string,
  declaration: Declaration | undefined,
  language: Language,
): string | undefined {
  if (declaration) {
    return language.doc(`${describeDeclaration(declaration)} ${MARK}`);
  }
  const words = language.syntax?.statements ? statementWords(line) : undefined;
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  return words === undefined ? undefined : `${indent}${language.comment(`${words} ${MARK}`)}`;
}

function statementWords(line: string): string | undefined {
  const [, item, all] = /^\s+for \(const (\w+) of ([\w.]+)\)/.exec(line) ?? [];
  if (item !== undefined) {
    return `Goes through ${String(all)}, one ${item} at a time.`;
  }
  if (/^\s+if \(!/.test(line)) {
    return 'Stops early when something is missing.';
  }
  return /^\s+return\b/.test(line) ? 'Everything is ready: this is the answer.' : undefined;
}

/** After such a line a new statement begins, and no comment or decorator belongs to what follows. */
function startsStatement(above: string | undefined): boolean {
  return above !== undefined && /^\s*$|[;{}]\s*$/.test(above) && !MARKED.test(above);
}
