import type { LineEdit } from '../../diff/lineEdit.ts';
import type { Lines } from '../../text/lines.ts';
import { sameForm, toFileContent, type FileContent, type FileSide } from '../file/fileSide.ts';

/** What the editor must do after a rejection, or after an undo of one. */
export type ReviewAction =
  /** Edit the buffer as one undoable step, and save it if it was not dirty. Do nothing if the lines are not `expected`. */
  | {
      readonly kind: 'replace';
      readonly path: string;
      readonly edits: readonly LineEdit[];
      readonly expected: Lines;
    }
  /** Write the content. If the path does not contain `expected`, keep it and report that. */
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly content: FileContent;
      readonly expected: FileContent;
    }
  /** Delete the file if its content is still `expected`. */
  | { readonly kind: 'delete'; readonly path: string; readonly expected: FileContent }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'mode'; readonly path: string; readonly mode: number };

/** The actions that bring a file from one state to another, in order. */
export function actionsBetween(
  before: FileSide,
  after: FileSide,
  edits: readonly LineEdit[],
): ReviewAction[] {
  const exists = before.form.kind !== 'absent' && after.form.kind !== 'absent';
  const rename: ReviewAction[] =
    exists && before.path !== after.path
      ? [{ kind: 'rename', from: before.path, to: after.path }]
      : [];
  return [...rename, ...contentActions(before, after, edits)];
}

/** Orders actions: deletions first, then renames, each after its target is free, then changes of contents. */
export function orderActions(actions: readonly ReviewAction[]): ReviewAction[] {
  const deletions = actions.filter(action => action.kind === 'delete');
  const renames = actions.filter(action => action.kind === 'rename');
  const others = actions.filter(action => action.kind !== 'delete' && action.kind !== 'rename');
  const ordered: ReviewAction[] = [];
  while (renames.length > 0) {
    const next = renames.findIndex(({ to }) => renames.every(other => other.from !== to));
    ordered.push(...renames.splice(Math.max(0, next), 1));
  }
  return [...deletions, ...ordered, ...others];
}

function contentActions(
  before: FileSide,
  after: FileSide,
  edits: readonly LineEdit[],
): ReviewAction[] {
  const { path } = after;
  if (before.form.kind === 'text' && after.form.kind === 'text') {
    const replace = replaceActions(path, before.lines, edits);
    const mode = modeActions(before, after);
    return isWritable(before.form) ? [...replace, ...mode] : [...mode, ...replace];
  }
  if (sameForm(before.form, after.form)) {
    return [];
  }
  const expected = toFileContent(before);
  return after.form.kind === 'absent'
    ? [{ kind: 'delete', path: before.path, expected }]
    : [{ kind: 'write', path, content: toFileContent(after), expected }];
}

const replaceActions = (
  path: string,
  expected: Lines,
  edits: readonly LineEdit[],
): ReviewAction[] =>
  edits.length > 0
    ? [{ kind: 'replace', path, edits: edits.map(withoutAttribution), expected }]
    : [];

const withoutAttribution = ({ range, lines }: LineEdit): LineEdit => ({ range, lines });

/** A read-only file cannot be saved, so its permissions must be restored first. */
const isWritable = (form: { readonly mode?: number }): boolean =>
  ((form.mode ?? OWNER_WRITE) & OWNER_WRITE) !== 0;

const OWNER_WRITE = 0o200;

function modeActions({ form: before }: FileSide, { path, form: after }: FileSide): ReviewAction[] {
  const areTexts = before.kind === 'text' && after.kind === 'text';
  const mode = areTexts && before.mode !== after.mode ? after.mode : undefined;
  return mode === undefined ? [] : [{ kind: 'mode', path, mode }];
}
