import { lutimes } from 'node:fs/promises';
import * as vscode from 'vscode';
import {
  isNestedPath,
  ensureParentFolder,
  type ReviewFiles,
} from '../../../agent/review/reviewFiles.ts';
import { UserError } from '../../../core/errors.ts';
import { sameContent, type FileContent } from '../../../core/review/file/fileSide.ts';
import type { ReviewAction } from '../../../core/review/model/reviewAction.ts';
import { applyEdits, type LineEdit } from '../../../core/diff/lineEdit.ts';
import { joinLines, splitLines, type Lines } from '../../../core/text/lines.ts';
import { editText } from '../../files/editText.ts';
import { roundTrip } from '../../roundTrip.ts';
import { getOpenDocument, getExactText, hasText } from '../documents/openDocument.ts';
import { toDocumentEdits } from '../documents/toDocumentEdits.ts';
import { RecentDiskWrites } from './recentDiskWrites.ts';

const beneath = new RecentDiskWrites();

/**
 * Does in the editor, or on disk, what a rejection (or its undo) asks for. Throws if the file is not as expected. `onPlaced`
 * hears when it stands in the editor, and whether nothing else does: to save a big file takes a while longer.
 */
export async function applyReviewAction(
  action: ReviewAction,
  files: ReviewFiles,
  onPlaced: (isExact: boolean) => void = () => {},
): Promise<void> {
  switch (action.kind) {
    case 'replace':
      return replace(action, files, onPlaced);
    case 'write':
      await expect(action.path, action.expected, files);
      return write(action.path, action.content, files);
    case 'delete':
      await expect(action.path, action.expected, files);
      return files.remove(action.path, rootOf(action.path));
    case 'rename':
      return rename(action.from, action.to, files);
    case 'mode':
      return files.setMode(action.path, action.mode);
  }
}

type Replace = Extract<ReviewAction, { kind: 'replace' }>;
type TextContent = Extract<FileContent, { kind: 'text' }>;

const MOST_TRIES = 3;

/** In the buffer if there is one, as one undoable step; what was saved is saved again, byte for byte. */
async function replace(
  action: Replace,
  files: ReviewFiles,
  onPlaced: (isExact: boolean) => void,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await replaceOnce(action, files, onPlaced);
    } catch (error) {
      if (tries === MOST_TRIES || !(await isStillExpected(action, files))) {
        throw error;
      }
    }
  }
}

/** Nobody has typed, and nobody has written: VS Code only shows late what stood on disk a moment ago. */
async function isStillExpected(
  { path: file, expected }: Replace,
  files: ReviewFiles,
): Promise<boolean> {
  await roundTrip();
  const onDisk = await files.read(file);
  const isSame = onDisk.kind === 'text' && onDisk.text === joinLines(expected);
  return isSame && !getOpenDocument(file)?.isDirty;
}

async function replaceOnce(
  { path: file, edits, expected }: Replace,
  files: ReviewFiles,
  onPlaced: (isExact: boolean) => void,
): Promise<void> {
  const document = getOpenDocument(file);
  const before = joinLines(expected);
  if (document?.isDirty) {
    await replaceUnsaved(document, before, edits);
    onPlaced(false);
    return;
  }
  const onDisk = await expectedText(file, before, document, files);
  const after = once(() => joinLines(applyEdits(expected, edits))); // Of a long text only when it stands in the editor.
  // A document that shows other characters than stand on disk would put its own in their place.
  const isShown = document && !beneath.has(document) && getExactText(document) === before;
  const done = isShown
    ? await editAndSave(document, { expected, edits, after, onPlaced })
    : UNSAVED;
  if (!done.isTyped) {
    const content = { ...onDisk, text: after() };
    await makeExact({ file, content, before, saved: done.saved }, files);
  }
}

/** What stands on disk, if that is what is expected; and nobody has typed meanwhile. */
async function expectedText(
  file: string,
  before: string,
  document: vscode.TextDocument | undefined,
  files: ReviewFiles,
): Promise<TextContent> {
  const version = document?.version;
  const onDisk = await files.read(file);
  const isTyped = document?.version !== version && document && !hasText(document, before);
  if (onDisk.kind !== 'text' || onDisk.text !== before || isTyped) {
    throw changedSince(file); // The ledger has not heard of it yet: its lines may stand elsewhere now.
  }
  return onDisk;
}

/** What became of a document: the text as it was saved, and whether the user typed in it meanwhile. */
interface Saved {
  readonly saved: string | undefined;
  readonly isTyped: boolean;
}

const UNSAVED: Saved = { saved: undefined, isTyped: false };

/** Saving may change a text, as formatters do. What anybody else has written meanwhile is not ours to replace. */
async function makeExact(
  to: {
    readonly file: string;
    readonly content: TextContent;
    readonly before: string;
    readonly saved: string | undefined;
  },
  files: ReviewFiles,
): Promise<void> {
  const { file, content, before, saved } = to;
  const now = await files.read(file);
  const text = now.kind === 'text' ? now.text : undefined;
  if (text === content.text) {
    return;
  }
  if (text === (saved ?? before)) {
    await write(file, content, files);
  } else if (saved === undefined) {
    throw changedSince(file);
  } else {
    await touch(file);
  }
}

/** What the user types before it is saved stays there, unsaved; what is typed while it is saved may be saved with it. */
async function editAndSave(
  document: vscode.TextDocument,
  to: Pick<Replace, 'expected' | 'edits'> & {
    readonly after: () => string;
    onPlaced: (isExact: boolean) => void;
  },
): Promise<Saved> {
  const next = document.version + 1;
  const isOther = (): boolean => document.version !== next && !hasText(document, to.after());
  await edit(document, to.expected, to.edits);
  to.onPlaced(document.version === next);
  let isTyped = false;
  const listening = vscode.Disposable.from(
    // Where VS Code changes texts while they are saved there is only the key to tell the user from it.
    vscode.workspace.onWillSaveTextDocument(event => {
      isTyped ||= event.document === document && !isChangedOnSave(document) && isOther();
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
      const isKey = kind === vscode.TextEditorSelectionChangeKind.Keyboard;
      isTyped ||= isKey && textEditor.document === document;
    }),
  );
  try {
    await roundTrip();
    isTyped ||= isOther();
    const isSaved = !isTyped && (await document.save());
    return { saved: isSaved ? getExactText(document) : undefined, isTyped };
  } finally {
    listening.dispose();
  }
}

/** Whether VS Code does something to a text before it saves it. */
function isChangedOnSave(document: vscode.TextDocument): boolean {
  const settings = vscode.workspace.getConfiguration(undefined, document);
  const actions = settings.get('editor.codeActionsOnSave');
  const hasActions = typeof actions === 'object' && Object.keys(actions ?? {}).length > 0;
  return hasActions || CHANGING.some(name => settings.get(name) === true);
}

const CHANGING = [
  'editor.formatOnSave',
  'files.insertFinalNewline',
  'files.trimFinalNewlines',
  'files.trimTrailingWhitespace',
];

/**
 * VS Code asks for the time of a file after it has saved it. What others wrote in between it takes for its own, and goes on
 * showing the old text: with a new time it looks again.
 */
async function touch(file: string): Promise<void> {
  const now = new Date();
  await lutimes(file, now, now).catch(() => {}); // What is gone by now, or not ours to touch, stays as it is.
}

async function replaceUnsaved(
  document: vscode.TextDocument,
  before: string,
  edits: readonly LineEdit[],
): Promise<void> {
  if (!hasText(document, before)) {
    throw changedSince(document.uri.fsPath); // The same lines may stand elsewhere now.
  }
  await edit(document, splitLines(getExactText(document)), edits);
}

async function edit(
  document: vscode.TextDocument,
  lines: Lines,
  edits: readonly LineEdit[],
): Promise<void> {
  if (!(await editText(document, toDocumentEdits(lines, edits)))) {
    throw new UserError(
      vscode.l10n.t('{0} changed at the same moment.', nameOf(document.uri.fsPath)),
    );
  }
}

async function rename(from: string, to: string, files: ReviewFiles): Promise<void> {
  if (getOpenDocument(from)?.isDirty) {
    throw changedSince(from); // What is unsaved would stay behind, under a name that is gone.
  }
  if ((await files.read(to)).kind !== 'absent') {
    throw new UserError(vscode.l10n.t('{0} is in the way.', nameOf(to)));
  }
  if (isNestedPath(from, to)) {
    return files.rename(from, to);
  }
  await ensureParentFolder(to);
  // Editors go along with what VS Code itself renames.
  await vscode.workspace.fs.rename(vscode.Uri.file(from), vscode.Uri.file(to));
  await files.removeEmptyParents(from, rootOf(from));
  files.moveEncoding(from, to);
}

async function write(file: string, content: FileContent, files: ReviewFiles): Promise<void> {
  const document = getOpenDocument(file);
  if (document) {
    beneath.add(document);
  }
  await files.write(file, content);
}

/** Nothing is deleted or overwritten that is not known. */
async function expect(file: string, expected: FileContent, files: ReviewFiles): Promise<void> {
  if (!sameContent(await files.read(file), expected) || getOpenDocument(file)?.isDirty) {
    throw changedSince(file);
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const changedSince = (file: string): UserError =>
  new UserError(vscode.l10n.t('{0} has changed since, so it was left alone.', nameOf(file)));

const nameOf = (file: string): string => vscode.workspace.asRelativePath(file);

const rootOf = (file: string): string | undefined =>
  vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file))?.uri.fsPath;
