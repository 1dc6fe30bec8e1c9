import type { LineEdit } from '../../diff/lineEdit.ts';
import type { Lines } from '../../text/lines.ts';
import { toFileContent, sameForm, type FileContent, type FileSide } from '../file/fileSide.ts';

/** What the editor has to do after a rejection, or after one was taken back. */
export type ReviewAction =
  /** Edit the buffer, as one undoable step; save if it was clean. Other lines than `expected` are left alone. */
  | {
      readonly kind: 'replace';
      readonly path: string;
      readonly edits: readonly LineEdit[];
      readonly expected: Lines;
    }
  /** Put this content at the path. `expected` is what stands there now; if something else does, leave it and say so. */
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly content: FileContent;
      readonly expected: FileContent;
    }
  /** Delete the file, if it still is `expected`. */
  | { readonly kind: 'delete'; readonly path: string; readonly expected: FileContent }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'mode'; readonly path: string; readonly mode: number };

/** The actions that bring a file from one state to another, in order. */
export function actionsBetween(
  before: FileSide,
  after: FileSide,
  edits: readonly LineEdit[],
): ReviewAction[] {
  const isThere = before.form.kind !== 'absent' && after.form.kind !== 'absent';
  const rename: ReviewAction[] =
    isThere && before.path !== after.path
      ? [{ kind: 'rename', from: before.path, to: after.path }]
      : [];
  return [...rename, ...contentActions(before, after, edits)];
}

/** Deletions first, then renames, each once its target is free, then what happens inside files. */
export function orderActions(actions: readonly ReviewAction[]): ReviewAction[] {
  const deletions = actions.filter(action => action.kind === 'delete');
  const renames = actions.filter(action => action.kind === 'rename');
  const others = actions.filter(action => action.kind !== 'delete' && action.kind !== 'rename');
  const ordered: ReviewAction[] = [];
  while (renames.length > 0) {
    const free = renames.findIndex(({ to }) => renames.every(other => other.from !== to));
    ordered.push(...renames.splice(Math.max(0, free), 1));
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
  edits.length > 0 ? [{ kind: 'replace', path, edits: edits.map(bare), expected }] : [];

const bare = ({ range, lines }: LineEdit): LineEdit => ({ range, lines });

/** An editor cannot save what its user may not write: such a file gets back its permissions first. */
const isWritable = (form: { readonly mode?: number }): boolean =>
  ((form.mode ?? OWNER_WRITES) & OWNER_WRITES) !== 0;

const OWNER_WRITES = 0o200;

function modeActions({ form: before }: FileSide, { path, form: after }: FileSide): ReviewAction[] {
  const isModed = before.kind === 'text' && after.kind === 'text';
  const mode = isModed && before.mode !== after.mode ? after.mode : undefined;
  return mode === undefined ? [] : [{ kind: 'mode', path, mode }];
}
