import * as vscode from 'vscode';
import { isNestedPath, type ReviewFiles } from '../../../agent/review/reviewFiles.ts';
import { UserError } from '../../../core/errors.ts';
import { sameContent, type FileContent } from '../../../core/review/file/fileSide.ts';
import type { ReviewAction } from '../../../core/review/model/reviewAction.ts';
import { applyEdits, type LineEdit } from '../../../core/diff/lineEdit.ts';
import { joinLines, splitLines, type Lines } from '../../../core/text/lines.ts';
import { editLines } from '../../files/editText.ts';
import { roundTrip } from '../../roundTrip.ts';
import { getOpenDocument, getExactText, hasText } from '../documents/openDocument.ts';
import { RecentDiskWrites } from './recentDiskWrites.ts';

const recentWrites = new RecentDiskWrites();

/**
 * Applies a rejection, or its undo, in the editor or on disk. Throws if the file is not as expected. `onApplied` is called when the
 * editor shows the result, with whether it shows nothing else: saving a big file takes a while longer.
 */
export async function applyReviewAction(
  action: ReviewAction,
  files: ReviewFiles,
  onApplied: (isExact: boolean) => void = () => {},
): Promise<void> {
  await files.assertNoLinks(action.kind === 'rename' ? action.from : action.path);
  switch (action.kind) {
    case 'replace':
      return replace(action, files, onApplied);
    case 'write':
      await assertExpected(action.path, action.expected, files);
      return write(action.path, action.content, files);
    case 'delete':
      await assertExpected(action.path, action.expected, files);
      return files.remove(action.path, getRoot(action.path));
    case 'rename':
      return rename(action.from, action.to, files);
    case 'mode':
      return files.setMode(action.path, action.mode);
  }
}

type Replace = Extract<ReviewAction, { kind: 'replace' }>;
type TextContent = Extract<FileContent, { kind: 'text' }>;

const MAX_ATTEMPTS = 3;

/** Edits the open document, if there is one, as one undoable step. What was saved is saved again, byte for byte. */
async function replace(
  action: Replace,
  files: ReviewFiles,
  onApplied: (isExact: boolean) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await replaceOnce(action, files, onApplied);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(await isStillExpected(action, files))) {
        throw error;
      }
    }
  }
}

/** Whether the failure only came from VS Code showing an outdated text: nobody has typed or written since. */
async function isStillExpected({ path, expected }: Replace, files: ReviewFiles): Promise<boolean> {
  await roundTrip();
  const onDisk = await files.read(path);
  const isSame = onDisk.kind === 'text' && onDisk.text === joinLines(expected);
  return isSame && !getOpenDocument(path)?.isDirty;
}

async function replaceOnce(
  { path: file, edits, expected }: Replace,
  files: ReviewFiles,
  onApplied: (isExact: boolean) => void,
): Promise<void> {
  const document = getOpenDocument(file);
  const before = joinLines(expected);
  if (document?.isDirty) {
    await replaceUnsaved(document, before, edits);
    onApplied(false);
    return;
  }
  const onDisk = await readExpectedText(file, before, document, files);
  const after = once(() => joinLines(applyEdits(expected, edits))); // Joining a long text is put off until the editor has it.
  // A document that shows other characters than are on disk would overwrite them when it is saved.
  const isEditable = document && !recentWrites.has(document) && getExactText(document) === before;
  const result = isEditable
    ? await editAndSave(document, { expected, edits, after, onApplied })
    : NOT_SAVED;
  if (!result.hasTyped) {
    const content = { ...onDisk, text: after() };
    await restoreExactText({ file, content, before, saved: result.saved }, files);
  }
}

/** The text on disk. Throws if it is not the expected one, or if the user has typed meanwhile. */
async function readExpectedText(
  file: string,
  before: string,
  document: vscode.TextDocument | undefined,
  files: ReviewFiles,
): Promise<TextContent> {
  const version = document?.version;
  const onDisk = await files.read(file);
  const hasTyped = document?.version !== version && document && !hasText(document, before);
  if (onDisk.kind !== 'text' || onDisk.text !== before || hasTyped) {
    throw createChangedError(file); // The review model does not have this change yet, so its lines may be elsewhere now.
  }
  return onDisk;
}

/** The text as it was saved, and whether the user typed in the document meanwhile. */
interface SaveResult {
  readonly saved: string | undefined;
  readonly hasTyped: boolean;
}

const NOT_SAVED: SaveResult = { saved: undefined, hasTyped: false };

/** Saving can change a text, as formatters do. What others have written meanwhile is not overwritten. */
async function restoreExactText(
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
    throw createChangedError(file);
  } else {
    await touch(file, files);
  }
}

/** What the user types before the save stays in the document, unsaved. What is typed during the save may be saved with it. */
async function editAndSave(
  document: vscode.TextDocument,
  to: Pick<Replace, 'expected' | 'edits'> & {
    readonly after: () => string;
    onApplied: (isExact: boolean) => void;
  },
): Promise<SaveResult> {
  const next = document.version + 1;
  const hasOtherText = (): boolean => document.version !== next && !hasText(document, to.after());
  await edit(document, to.expected, to.edits);
  to.onApplied(document.version === next);
  let hasTyped = false;
  const listener = vscode.Disposable.from(
    // If VS Code changes texts on save, only a key press distinguishes the user's edits from that.
    vscode.workspace.onWillSaveTextDocument(event => {
      hasTyped ||= event.document === document && !isChangedOnSave(document) && hasOtherText();
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
      const isKeyboard = kind === vscode.TextEditorSelectionChangeKind.Keyboard;
      hasTyped ||= isKeyboard && textEditor.document === document;
    }),
  );
  try {
    await roundTrip();
    hasTyped ||= hasOtherText();
    const isSaved = !hasTyped && (await document.save());
    return { saved: isSaved ? getExactText(document) : undefined, hasTyped };
  } finally {
    listener.dispose();
  }
}

/** Whether settings make VS Code change a text when it is saved. */
function isChangedOnSave(document: vscode.TextDocument): boolean {
  const settings = vscode.workspace.getConfiguration(undefined, document);
  const actions = settings.get('editor.codeActionsOnSave');
  const hasActions = typeof actions === 'object' && Object.keys(actions ?? {}).length > 0;
  return hasActions || SETTINGS_THAT_CHANGE_TEXT.some(name => settings.get(name) === true);
}

const SETTINGS_THAT_CHANGE_TEXT = [
  'editor.formatOnSave',
  'files.insertFinalNewline',
  'files.trimFinalNewlines',
  'files.trimTrailingWhitespace',
];

/**
 * VS Code reads the modification time of a file after it has saved it. It takes what others wrote in between for its own write and
 * keeps showing the old text. A newer modification time makes it reload the file.
 */
async function touch(file: string, files: ReviewFiles): Promise<void> {
  await files.touch(file).catch(() => {}); // The file is gone, or not ours to change.
}

async function replaceUnsaved(
  document: vscode.TextDocument,
  before: string,
  edits: readonly LineEdit[],
): Promise<void> {
  if (!hasText(document, before)) {
    throw createChangedError(document.uri.fsPath); // The lines may be elsewhere now.
  }
  await edit(document, splitLines(getExactText(document)), edits);
}

async function edit(
  document: vscode.TextDocument,
  lines: Lines,
  edits: readonly LineEdit[],
): Promise<void> {
  if (!(await editLines(document, lines, edits))) {
    throw new UserError(
      vscode.l10n.t('{0} changed at the same time.', getLabel(document.uri.fsPath)),
    );
  }
}

async function rename(from: string, to: string, files: ReviewFiles): Promise<void> {
  if (getOpenDocument(from)?.isDirty) {
    throw createChangedError(from); // The unsaved text would be left behind under the old path.
  }
  if ((await files.read(to)).kind !== 'absent') {
    throw new UserError(vscode.l10n.t('{0} already exists.', getLabel(to)));
  }
  if (!getOpenDocument(from) || isNestedPath(from, to)) {
    await files.rename(from, to);
  } else {
    await files.prepareMove(to);
    // Open editors follow a rename that VS Code does itself. It cannot be given a pinned folder.
    await vscode.workspace.fs.rename(vscode.Uri.file(from), vscode.Uri.file(to));
    files.moveEncoding(from, to);
  }
  await files.removeEmptyParents(from, getRoot(from));
}

async function write(file: string, content: FileContent, files: ReviewFiles): Promise<void> {
  const document = getOpenDocument(file);
  if (document) {
    recentWrites.add(document);
  }
  await files.write(file, content);
}

/** Nothing is deleted or overwritten that the review model does not know. */
async function assertExpected(
  file: string,
  expected: FileContent,
  files: ReviewFiles,
): Promise<void> {
  if (!sameContent(await files.read(file), expected) || getOpenDocument(file)?.isDirty) {
    throw createChangedError(file);
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const createChangedError = (file: string): UserError =>
  new UserError(vscode.l10n.t('{0} changed since then and was skipped.', getLabel(file)));

const getLabel = (file: string): string => vscode.workspace.asRelativePath(file);

const getRoot = (file: string): string | undefined =>
  vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file))?.uri.fsPath;
