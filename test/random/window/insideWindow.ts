import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';

const PROBE_MS = 300;
const PROBES = 30;

/** An open document, as the user sees it. */
export interface ShownDocument {
  readonly path: string;
  readonly text: string;
  readonly isDirty: boolean;
  readonly version: number;
}

/** A replacement of whole lines. */
export interface TypedLines {
  readonly version: number;
  readonly line: number;
  readonly remove: number;
  readonly lines: readonly string[];
}

/** The process to kill. */
export const processId = (): number => process.pid;

export function documents(): ShownDocument[] {
  return vscode.workspace.textDocuments
    .filter(({ uri, isClosed }) => uri.scheme === 'file' && !isClosed)
    .map(document => ({
      path: document.uri.fsPath,
      text: document.getText(),
      isDirty: document.isDirty,
      version: document.version,
    }));
}

/** Waits until VS Code notices changes in a folder: for a new one that takes a moment. */
export async function noticesChangesIn(folder: string): Promise<boolean> {
  const probe = `${folder}/probe`;
  const watcher = vscode.workspace.createFileSystemWatcher('**/probe');
  try {
    const isNoticed = new Promise<boolean>(resolve => {
      const check = ({ fsPath }: vscode.Uri): void => void (fsPath === probe && resolve(true));
      watcher.onDidCreate(check);
      watcher.onDidChange(check);
    });
    for (let attempt = 0; attempt < PROBES; attempt += 1) {
      await writeFile(probe, String(attempt));
      if (await Promise.race([isNoticed, sleep(PROBE_MS, false)])) {
        return true;
      }
    }
    return false;
  } finally {
    watcher.dispose();
    await rm(probe, { force: true });
  }
}

export async function configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await vscode.workspace
      .getConfiguration()
      .update(name, value, vscode.ConfigurationTarget.Global);
  }
}

/** Sends a prompt. Resolves when the turn has ended. */
export async function prompt(agent: string): Promise<unknown> {
  return vscode.commands.executeCommand('accord.prompt', { text: 'go', agent, newSession: true });
}

export async function open(path: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
  await vscode.window.showTextDocument(document, { preview: false });
}

/** Shows another document in front of all. */
export async function showOther(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content: '' });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** Replaces lines as typing would. Returns false if the document has changed since it was looked at. */
export async function type(path: string, typed: TypedLines): Promise<boolean> {
  const document = openDocument(path);
  if (document?.version !== typed.version) {
    return false;
  }
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const isAtEnd = typed.line + typed.remove >= document.lineCount;
  const range = new vscode.Range(typed.line, 0, typed.line + typed.remove, 0);
  const text = typed.lines.map(line => line + eol).join('');
  const lastLine = document.lineAt(document.lineCount - 1).range.end;
  const edit = new vscode.WorkspaceEdit();
  if (isAtEnd && lastLine.character > 0) {
    const start = typed.line === 0 ? range.start : document.lineAt(typed.line - 1).range.end; // The line ending before goes or comes too.
    const added = typed.lines.map(line => (typed.line === 0 ? line + eol : eol + line)).join('');
    edit.replace(document.uri, new vscode.Range(start, lastLine), added);
  } else {
    edit.replace(document.uri, range, text);
  }
  return vscode.workspace.applyEdit(edit);
}

const openDocument = (path: string): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === path);

export async function save(path: string): Promise<boolean> {
  return (await openDocument(path)?.save()) ?? true;
}

export async function saveAll(): Promise<boolean> {
  return vscode.workspace.saveAll(false);
}

/** Runs a command of the editor in which a file is shown. */
export async function inEditor(path: string, name: string): Promise<void> {
  await open(path);
  await vscode.commands.executeCommand(name);
}

export async function command(name: string, ...args: readonly unknown[]): Promise<void> {
  await vscode.commands.executeCommand(name, ...args);
}

/** Runs a command about a file or hunk, as a lens does. */
export async function fileCommand(name: string, path: string, ref?: unknown): Promise<void> {
  await vscode.commands.executeCommand(
    name,
    vscode.Uri.file(path),
    ...(ref === undefined ? [] : [ref]),
  );
}

/** Runs a command about the selected lines. */
export async function selectionCommand(
  name: string,
  path: string,
  [start, end]: readonly [number, number],
): Promise<void> {
  await open(path);
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.fsPath === path) {
    const last = editor.document.lineAt(Math.min(end, editor.document.lineCount) - 1).range.end;
    editor.selection = new vscode.Selection(new vscode.Position(start, 0), last);
    await vscode.commands.executeCommand(name);
  }
}

export async function rename(from: string, to: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.renameFile(vscode.Uri.file(from), vscode.Uri.file(to));
  return vscode.workspace.applyEdit(edit);
}

export async function closeAll(): Promise<void> {
  for (const { uri, isDirty, isUntitled } of vscode.workspace.textDocuments) {
    if (isDirty || isUntitled) {
      await vscode.window.showTextDocument(uri, { preview: false });
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Removes spaces at the ends of lines, when a document is formatted. */
export function registerFormatter(): void {
  vscode.languages.registerDocumentFormattingEditProvider(
    { scheme: 'file' },
    {
      provideDocumentFormattingEdits: document =>
        Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line)).flatMap(
          ({ text, range }) => {
            const { length } = text.trimEnd();
            const rest = range.with(range.start.translate(0, length));
            return length < text.length ? [vscode.TextEdit.delete(rest)] : [];
          },
        ),
    },
  );
}
