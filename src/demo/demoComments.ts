import type { Language } from './language.ts';
import { type Declaration, createCodeLineCheck, getOutline } from './outline.ts';
import { describeDeclaration, formatCount, joinList } from './describeDeclaration.ts';

const MARK = '(Accord Demo)';
const MARKED = /^\s*(?:\/\/|#|\/\*\*?|<!--) .*\(Accord Demo\)(?: \*\/| -->)?\r?$/;
/** First lines that must stay first, such as a shebang or a license header. */
const MUST_STAY_FIRST = /^(?:\s*(?:\/\/|\/\*|#|<!--|@charset|---|\+\+\+)|\uFEFF|\s*$)/;
const MAX_INNER_COMMENTS = 3;
/** Comments closer than this would become one hunk. */
const MIN_DISTANCE_LINES = 6;

/** Whether the text has comments of the demo. */
export function hasComments(text: string): boolean {
  return text.split('\n').some(line => MARKED.test(line));
}

/** Adds comments at the top, above declarations and statements, and at the end. The code is not changed. */
export function addComments(text: string, language: Language): string {
  const lines = text.split('\n');
  const end = lines[0]?.endsWith('\r') ? '\r' : '';
  const comments = createInnerComments(text, language);
  const body = lines.flatMap((line, i) => {
    const comment = comments.get(i);
    return comment === undefined ? [line] : [`${comment}${end}`, line];
  });
  return [...header(text, language, end), ...withTrailer(body, text, language, end)].join('\n');
}

/** How many separate places `addComments` would touch. */
export function countComments(text: string, language: Language): number {
  const withTop = header(text, language, '').length > 0 ? 1 : 0;
  const withEnd = text.endsWith('\n') ? 1 : 0;
  return createInnerComments(text, language).size + withTop + withEnd;
}

/** Removes the comments of the demo. The rest of the text is not changed. */
export function removeComments(text: string): string {
  const lines = text.split('\n');
  const isComment = lines.map(line => MARKED.test(line));
  const last = lines.length - 2;
  return lines
    .filter((_, i) => {
      const blankBelowHeader = i === 1 && isComment[0];
      const blankAboveTrailer = i === last - 1 && isComment[last];
      return !isComment[i] && !blankBelowHeader && !blankAboveTrailer;
    })
    .join('\n');
}

function header(text: string, language: Language, end: string): readonly string[] {
  if (MUST_STAY_FIRST.test(text.split('\n')[0] ?? '')) {
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
  const comment = language.comment(`${nextStep(getOutline(text, language))} ${MARK}`);
  return [...lines.slice(0, -1), end, `${comment}${end}`, ''];
}

function nextStep(declarations: readonly Declaration[]): string {
  const names = declarations
    .filter(({ keyword }) => /^(?:function|class|def|func|fun)$/.test(keyword))
    .map(({ name }) => name)
    .slice(0, 3);
  return names.length === 0 ? 'End of file.' : `Next: tests for ${joinList(names)}.`;
}

/** The comments by the line that they precede, far enough apart to be separate hunks. */
function createInnerComments(text: string, language: Language): ReadonlyMap<number, string> {
  const lines = text.split('\n');
  const isCode = createCodeLineCheck(text, language);
  const declared = new Map(getOutline(text, language).map(found => [found.line, found]));
  const comments = new Map<number, string>();
  const used = new Set<string>();
  let previous = 0;
  lines.forEach((line, i) => {
    const far = i - previous >= MIN_DISTANCE_LINES && lines.length - i > MIN_DISTANCE_LINES / 2;
    if (
      comments.size === MAX_INNER_COMMENTS ||
      !far ||
      !isCode(i) ||
      !startsStatement(lines[i - 1])
    ) {
      return;
    }
    const comment = createComment(line, declared.get(i), language);
    if (comment !== undefined && !used.has(comment.trim())) {
      used.add(comment.trim());
      comments.set(i, comment);
      previous = i;
    }
  });
  return comments;
}

function createComment(
  line: string,
  declaration: Declaration | undefined,
  language: Language,
): string | undefined {
  if (declaration) {
    return language.doc(`${describeDeclaration(declaration)} ${MARK}`);
  }
  const comment = language.syntax?.statements ? describeStatement(line) : undefined;
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  return comment === undefined ? undefined : `${indent}${language.comment(`${comment} ${MARK}`)}`;
}

function describeStatement(line: string): string | undefined {
  const [, item, all] = /^\s+for \(const (\w+) of ([\w.]+)\)/.exec(line) ?? [];
  if (item !== undefined) {
    return `Loops over each ${item} in ${String(all)}.`;
  }
  if (/^\s+if \(!/.test(line)) {
    return 'Returns early if something is missing.';
  }
  return /^\s+return\b/.test(line) ? 'Returns the result.' : undefined;
}

/** Whether a new statement begins after this line, which is no comment or decorator of that statement. */
function startsStatement(above: string | undefined): boolean {
  return above !== undefined && /^\s*$|[;{}]\s*$/.test(above) && !MARKED.test(above);
}
