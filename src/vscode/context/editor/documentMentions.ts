import * as vscode from 'vscode';
import { fingerprint } from '../../../core/prompt/mention/fingerprint.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import type { TextRange } from '../../../core/prompt/mention/textRange.ts';
import { fileUri, folderUri, isFileUri } from '../../../core/prompt/mention/uri.ts';

/** The URI of a document as agents get it. For files this differs from VS Code's encoding. */
export const toUriString = (uri: vscode.Uri): string =>
  uri.scheme === 'file' ? fileUri(uri.fsPath) : uri.toString();

export const parseUri = (text: string): vscode.Uri => vscode.Uri.parse(text, true);

/** Previews, diffs and other documents of extensions, ours included, are nothing that a user works on. */
const CONTEXT_SCHEMES: readonly string[] = ['file', 'untitled', 'vscode-notebook-cell'];

/** Whether a document can be offered as context. */
export const isContextDocument = ({ uri }: vscode.TextDocument): boolean =>
  CONTEXT_SCHEMES.includes(uri.scheme);

/** The open document of a URI, whether or not an editor shows it. */
export function findDocumentByUri(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    document => !document.isClosed && toUriString(document.uri) === uri,
  );
}

/** Mentions a whole document: a file, a notebook cell or an untitled document. */
export function documentMention(document: vscode.TextDocument): Mention {
  const uri = toUriString(document.uri);
  const seen = getFingerprint(document);
  const cell = findNotebookCell(document.uri);
  if (cell) {
    const notebook = getUriBaseName(cell.notebook.uri);
    return { kind: 'cell', uri, notebook, index: cell.index, seen };
  }
  return isFileUri(uri)
    ? { kind: 'file', uri, seen }
    : { kind: 'buffer', uri, name: getUriBaseName(document.uri), seen };
}

/** Cached, since the active document is mentioned each time the cursor moves. */
const fingerprints = new WeakMap<
  vscode.TextDocument,
  { readonly version: number; readonly text: string }
>();

function getFingerprint(document: vscode.TextDocument): string {
  const { version } = document;
  const cached = fingerprints.get(document);
  if (cached?.version === version) {
    return cached.text;
  }
  const text = fingerprint(document.getText());
  fingerprints.set(document, { version, text });
  return text;
}

export function selectionMention(document: vscode.TextDocument, range: vscode.Range): Mention {
  const seen = fingerprint(document.getText(range));
  return { kind: 'selection', uri: toUriString(document.uri), range: plainRange(range), seen };
}

/** Mentions a file or a folder. */
export async function resourceMention(uri: vscode.Uri): Promise<Mention> {
  if (uri.scheme !== 'file') {
    const document = await vscode.workspace.openTextDocument(uri);
    return documentMention(document);
  }
  const { type } = await vscode.workspace.fs.stat(uri);
  const isFolder = (type & vscode.FileType.Directory) !== 0;
  const document = findDocumentByUri(toUriString(uri));
  if (isFolder) {
    return { kind: 'folder', uri: folderUri(uri.fsPath) };
  }
  return document ? documentMention(document) : { kind: 'file', uri: toUriString(uri) };
}

function findNotebookCell(uri: vscode.Uri): vscode.NotebookCell | undefined {
  return uri.scheme !== 'vscode-notebook-cell'
    ? undefined
    : vscode.workspace.notebookDocuments
        .flatMap(notebook => notebook.getCells())
        .find(cell => cell.document.uri.toString() === uri.toString());
}

const getUriBaseName = (uri: vscode.Uri): string => uri.path.split('/').pop() || uri.path;

const plainRange = ({ start, end }: vscode.Range): TextRange => ({
  start: { line: start.line, character: start.character },
  end: { line: end.line, character: end.character },
});

export const toVsCodeRange = ({ start, end }: TextRange): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);
