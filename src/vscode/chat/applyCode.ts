import * as vscode from 'vscode';
import { applyCodeBlock } from '../../core/chat/applyCodeBlock.ts';
import { UserError } from '../../core/errors.ts';
import type { LineRange } from '../../core/text/lineRange.ts';
import { minimalEdits } from '../../core/diff/minimalEdits.ts';
import { editText } from '../files/editText.ts';
import { resolveWorkspaceFile } from '../files/openLink.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import { showInformationMessage } from '../notifications.ts';

/** The scheme of the modified side of the diff. */
const SCHEME = 'accord-proposal';

/**
 * Shows a diff of a file with code from the conversation applied, and edits the file if the user confirms it. It is the file
 * that the agent named, or else the active one.
 */
export async function applyCode(
  code: string,
  file: string | undefined,
  activeDocument: vscode.TextDocument | undefined,
): Promise<void> {
  const document = await findDocument(file, activeDocument);
  const before = document.getText();
  const after = insertCode(document, code);
  if (after === before) {
    const name = vscode.workspace.asRelativePath(document.uri);
    throw new UserError(vscode.l10n.t('{0} already has this code.', name));
  }
  if (await confirmChange(document.uri, after)) {
    if (document.getText() !== before) {
      throw new UserError(vscode.l10n.t('The file changed in the meantime. Apply the code again.'));
    }
    if (!(await editText(document, minimalEdits(before, after)))) {
      const name = vscode.workspace.asRelativePath(document.uri);
      throw new UserError(vscode.l10n.t("Couldn't edit {0}. Try again.", name));
    }
    await vscode.window.showTextDocument(document);
  }
}

/** Inserts the code below the cursor, or at the end, if no better position is found. */
function insertCode(document: vscode.TextDocument, code: string): string {
  const before = document.getText();
  const editor = vscode.window.visibleTextEditors.find(shown => shown.document === document);
  const placed = applyCodeBlock(before, code, editor && selectedLines(editor));
  if (placed !== undefined) {
    return placed;
  }
  const line = editor?.selection.active.line ?? document.lineCount - 1;
  const at = document.offsetAt(document.lineAt(line).rangeIncludingLineBreak.end);
  const head = before.slice(0, at);
  return withFinalNewline(head) + withFinalNewline(code) + before.slice(at);
}

const withFinalNewline = (text: string): string =>
  text === '' || text.endsWith('\n') ? text : `${text}\n`;

/** Shows the diff and asks the user. */
async function confirmChange(uri: vscode.Uri, after: string): Promise<boolean> {
  const name = vscode.workspace.asRelativePath(uri);
  const proposal = uri.with({ scheme: SCHEME, query: String(Date.now()) });
  const provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: () => after,
  });
  try {
    const title = vscode.l10n.t('{0} (with this code)', name);
    await vscode.commands.executeCommand('vscode.diff', uri, proposal, title);
    const apply = vscode.l10n.t('Apply');
    const discard = vscode.l10n.t('Discard');
    const question = vscode.l10n.t('Apply this code to {0}?', name);
    return (await showInformationMessage(question, apply, discard)) === apply;
  } finally {
    await closeDiff(proposal);
    provider.dispose();
  }
}

async function closeDiff(proposal: vscode.Uri): Promise<void> {
  const shown = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputTextDiff &&
        input.modified.toString() === proposal.toString(),
    );
  await vscode.window.tabGroups.close(shown);
}

/** The file that the agent named, if it exists, else the active document. */
async function findDocument(
  file: string | undefined,
  activeDocument: vscode.TextDocument | undefined,
): Promise<vscode.TextDocument> {
  const named = file === undefined ? undefined : await openInWorkspace(file);
  const document = named ?? activeDocument;
  if (!document) {
    throw new UserError(vscode.l10n.t('Open the file for this code and try again.'));
  }
  return document;
}

async function openInWorkspace(file: string): Promise<vscode.TextDocument | undefined> {
  try {
    const uri = vscode.Uri.file(await resolveWorkspaceFile(file, getWorkspaceRoots()));
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined; // It does not exist or is outside the workspace, so the active document is meant.
  }
}

function selectedLines({ selection, document }: vscode.TextEditor): LineRange | undefined {
  if (selection.isEmpty) {
    return undefined;
  }
  const { start, end } = selection;
  const isWholeLines = end.character === 0 && end.line > start.line;
  return {
    start: start.line,
    end: Math.min(document.lineCount, end.line + (isWholeLines ? 0 : 1)),
  };
}
