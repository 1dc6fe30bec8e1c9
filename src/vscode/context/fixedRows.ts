import * as vscode from 'vscode';
import type { GitDiff, Severity } from '../../core/prompt/mention.ts';
import { documentMention, selectionMention, uriText } from './documents.ts';
import { rowOf, type MenuRow } from './menuRow.ts';
import { openFiles } from './mentionUses.ts';
import { problemsOf } from './problems.ts';

/** Choices of the menu that take a further step. */
export type Choice =
  | 'branch'
  | 'commit'
  | 'terminalSelection'
  | 'terminalCommand'
  | 'url'
  | 'browse';

/** What the rows depend on, besides the editors. */
export interface RowFacts {
  readonly defaultBranch: string | undefined;
  readonly lastCommandLine: string | undefined;
  readonly sessions: readonly {
    readonly id: string;
    readonly title: string;
    readonly agentName: string;
  }[];
}

const OPEN_LIMIT = 8;
const SESSIONS_LIMIT = 20;

/** All rows that are neither files of the workspace nor symbols, in the order of the menu. */
export function fixedRows(facts: RowFacts): readonly MenuRow[] {
  return [
    ...editorRows(),
    ...gitRows(facts.defaultBranch),
    ...problemRows(),
    ...terminalRows(facts.lastCommandLine),
    ...facts.sessions.slice(0, SESSIONS_LIMIT).map(({ id, title, agentName }) =>
      rowOf(
        { kind: 'session', id, title },
        {
          icon: 'history',
          group: vscode.l10n.t('Sessions'),
          detail: agentName,
          words: vscode.l10n.t('session'),
        },
      ),
    ),
    choice('browse', vscode.l10n.t('File or image from disk…'), {
      icon: 'file-media',
      group: vscode.l10n.t('More'),
      words: vscode.l10n.t('browse picture'),
    }),
    choice('url', vscode.l10n.t('Web page…'), {
      icon: 'globe',
      group: vscode.l10n.t('More'),
      words: vscode.l10n.t('url link http'),
    }),
  ];
}

function editorRows(): readonly MenuRow[] {
  const editor = vscode.window.activeTextEditor;
  const group = vscode.l10n.t('Editor');
  const selections = (editor?.selections ?? []).filter(range => !range.isEmpty);
  const active = editor ? [editor.document] : [];
  const buffers = vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) => uri.scheme === 'untitled' && !isClosed && uri !== editor?.document.uri,
  );
  const others = openFiles().filter(uri => uri.toString() !== editor?.document.uri.toString());
  return [
    ...selections.flatMap(range =>
      editor
        ? [
            rowOf(selectionMention(editor.document, range), {
              icon: 'list-selection',
              group,
              detail: vscode.l10n.t('selection'),
            }),
          ]
        : [],
    ),
    ...active.map(document =>
      rowOf(documentMention(document), {
        icon: 'file',
        group,
        detail: vscode.l10n.t('active editor'),
      }),
    ),
    ...cellRows(group),
    ...buffers.map(document =>
      rowOf(documentMention(document), { icon: 'file', group, detail: vscode.l10n.t('not saved') }),
    ),
    ...others
      .slice(0, OPEN_LIMIT)
      .map(uri =>
        rowOf({ kind: 'file', uri: uriText(uri) }, { icon: 'file', group, detail: folderOf(uri) }),
      ),
  ];
}

function cellRows(group: string): readonly MenuRow[] {
  const notebook = vscode.window.activeNotebookEditor;
  const ranges = notebook?.selections ?? [];
  const cells = ranges.flatMap(range => notebook?.notebook.getCells(range) ?? []);
  return cells.map(cell =>
    rowOf(documentMention(cell.document), {
      icon: 'notebook',
      group,
      detail: vscode.l10n.t('notebook cell'),
    }),
  );
}

function gitRows(defaultBranch: string | undefined): readonly MenuRow[] {
  const group = vscode.l10n.t('Git');
  const words = vscode.l10n.t('git diff changes');
  const active = vscode.window.activeTextEditor?.document.uri;
  const row = (diff: GitDiff): MenuRow =>
    rowOf({ kind: 'gitDiff', diff }, { icon: 'git-compare', group, words });
  return [
    row({ kind: 'workingTree' }),
    row({ kind: 'staged' }),
    ...(defaultBranch === undefined ? [] : [row({ kind: 'branch', base: defaultBranch })]),
    ...(active?.scheme === 'file'
      ? [row({ kind: 'file', uri: uriText(active), staged: false })]
      : []),
    choice('branch', vscode.l10n.t('Changes since a branch…'), {
      icon: 'git-branch',
      group,
      words,
    }),
    choice('commit', vscode.l10n.t('A commit…'), {
      icon: 'git-commit',
      group,
      words: vscode.l10n.t('git commit history'),
    }),
  ];
}

function problemRows(): readonly MenuRow[] {
  const active = vscode.window.activeTextEditor?.document.uri;
  return [
    ...problemRow('hint', vscode.l10n.t('All problems')),
    ...problemRow('error', vscode.l10n.t('All errors')),
    ...(active ? problemRow('hint', vscode.l10n.t('Problems in this file'), active) : []),
  ];
}

function problemRow(severity: Severity, label: string, uri?: vscode.Uri): readonly MenuRow[] {
  const mention = { kind: 'problems', severity, ...(uri ? { uri: uriText(uri) } : {}) } as const;
  const count = problemsOf(mention).length;
  const words = vscode.l10n.t('problems errors');
  const look = { icon: 'warning', group: vscode.l10n.t('Problems'), detail: String(count), words };
  return count === 0 ? [] : [{ ...rowOf(mention, look), label }];
}

function terminalRows(lastCommandLine: string | undefined): readonly MenuRow[] {
  const look = {
    icon: 'terminal',
    group: vscode.l10n.t('Terminal'),
    words: vscode.l10n.t('terminal output'),
  };
  const detail = lastCommandLine === undefined ? {} : { detail: lastCommandLine };
  const hasTerminal = vscode.window.activeTerminal !== undefined;
  return [
    ...(hasTerminal || lastCommandLine !== undefined
      ? [choice('terminalCommand', vscode.l10n.t('Last command'), { ...look, ...detail })]
      : []),
    ...(hasTerminal
      ? [choice('terminalSelection', vscode.l10n.t('Terminal selection'), look)]
      : []),
  ];
}

const choice = (choose: Choice, label: string, look: Omit<MenuRow, 'label'>): MenuRow => ({
  choose,
  label,
  ...look,
});

const folderOf = (uri: vscode.Uri): string =>
  vscode.workspace.asRelativePath(uri).split('/').slice(0, -1).join('/');
