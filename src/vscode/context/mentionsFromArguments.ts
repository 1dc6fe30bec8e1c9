import * as vscode from 'vscode';
import { UserError } from '../../core/errors.ts';
import { asList, asNumber, asRecord, asString } from '../../core/json.ts';
import type { Mention } from '../../core/prompt/mention/mention.ts';
import { readViaClipboard } from './terminal/readViaClipboard.ts';
import type { TerminalMentions } from './terminal/terminalMentions.ts';
import {
  documentMention,
  resourceMention,
  selectionMention,
  toUriString,
} from './editor/documentMentions.ts';

/** The mentions for the arguments of a command. Each menu of VS Code passes other arguments; a key binding passes where it applies. */
export async function mentionsFromArguments(
  args: readonly unknown[],
  terminals: TerminalMentions,
): Promise<readonly Mention[]> {
  const [first] = args;
  const from = asString(asRecord(first)?.['from']);
  if (from === 'terminal' || isTerminal(first)) {
    return terminalSelection(terminals);
  }
  if (from === 'explorer') {
    return Promise.all((await explorerSelection()).map(resourceMention));
  }
  const changes = asList(args, raw => resourceGroupMention(raw) ?? resourceStateMention(raw)) ?? [];
  const cell = cellDocument(first);
  if (changes.length > 0 || cell) {
    return cell ? [documentMention(cell)] : changes;
  }
  return first instanceof vscode.Uri ? fromUris(first, args[1]) : mentionsFromEditor();
}

const isTerminal = (raw: unknown): boolean =>
  typeof asRecord(raw)?.['sendText'] === 'function' ||
  vscode.window.terminals.some(open => open === raw);

async function terminalSelection(terminals: TerminalMentions): Promise<readonly Mention[]> {
  const selected = await terminals.selection();
  if (!selected) {
    throw new UserError(vscode.l10n.t('Nothing is selected in the terminal.'));
  }
  return [selected];
}

/** A key binding in the Explorer gets no selection, so the paths are read by copying them to the clipboard. */
async function explorerSelection(): Promise<readonly vscode.Uri[]> {
  const paths = await readViaClipboard('copyFilePath');
  return paths
    .split(/\r?\n/)
    .filter(path => path !== '')
    .map(path => vscode.Uri.file(path));
}

/**
 * The context menu of an editor passes only its document, and then the selections are meant. Tabs and the Explorer pass a
 * second argument, the Explorer all selected resources.
 */
async function fromUris(clicked: vscode.Uri, selected: unknown): Promise<readonly Mention[]> {
  const uris = Array.isArray(selected) ? selected.filter(uri => uri instanceof vscode.Uri) : [];
  const editor = vscode.window.activeTextEditor;
  const isActive = selected === undefined && clicked.toString() === editor?.document.uri.toString();
  const ranges = isActive && editor ? selections(editor) : [];
  const resources = uris.length > 0 ? uris : [clicked];
  return ranges.length > 0 ? ranges : Promise.all(resources.map(resourceMention));
}

/** The selections of the active editor, or its document if nothing is selected. */
async function mentionsFromEditor(): Promise<readonly Mention[]> {
  const editor = vscode.window.activeTextEditor;
  if (editor) {
    const selected = selections(editor);
    return selected.length > 0 ? selected : [documentMention(editor.document)];
  }
  const notebook = vscode.window.activeNotebookEditor;
  if (notebook) {
    const cells = notebook.selections.flatMap(range => notebook.notebook.getCells(range));
    return cells.map(({ document }) => documentMention(document));
  }
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom ? [await resourceMention(input.uri)] : [];
}

function selections({ document, selections: ranges }: vscode.TextEditor): readonly Mention[] {
  return ranges
    .filter(range => !range.isEmpty)
    .toSorted((one, other) => one.start.compareTo(other.start))
    .map(range => selectionMention(document, range));
}

/** A group of changes of the built-in Git extension. */
function resourceGroupMention(raw: unknown): Mention | undefined {
  const group = asRecord(raw);
  if (!group || !Array.isArray(group['resourceStates'])) {
    return undefined;
  }
  const kind = asString(group['id']) === 'index' ? 'staged' : 'workingTree';
  return { kind: 'gitDiff', diff: { kind } };
}

/** The number of the index among the resource groups of the Git extension. */
const IN_INDEX = 1;

/** One change. The built-in Git extension says in which group it is; for other providers, the file is mentioned. */
function resourceStateMention(raw: unknown): Mention | undefined {
  const state = asRecord(raw);
  const uri = state?.['resourceUri'];
  if (!state || !(uri instanceof vscode.Uri) || uri.scheme !== 'file') {
    return undefined;
  }
  const group = asNumber(state['resourceGroupType']);
  return group === undefined
    ? { kind: 'file', uri: toUriString(uri) }
    : {
        kind: 'gitDiff',
        diff: { kind: 'file', uri: toUriString(uri), staged: group === IN_INDEX },
      };
}

function cellDocument(raw: unknown): vscode.TextDocument | undefined {
  const document = asRecord(raw)?.['document'];
  const uri = asRecord(document)?.['uri'];
  return uri instanceof vscode.Uri
    ? vscode.workspace.textDocuments.find(open => open.uri.toString() === uri.toString())
    : undefined;
}
