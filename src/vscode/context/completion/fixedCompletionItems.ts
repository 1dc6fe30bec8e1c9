import * as vscode from 'vscode';
import type { GitDiff, ProblemSeverity } from '../../../core/prompt/mention/mention.ts';
import { documentMention, selectionMention, toUriString } from '../editor/documentMentions.ts';
import { createCompletionItem, type MentionCompletionItem } from './mentionCompletionItem.ts';
import { getOpenFiles } from '../files/recentMentions.ts';
import { getProblems } from '../editor/getProblems.ts';

/** Choices of the menu that take a further step. */
export type MentionChoice =
  | 'branch'
  | 'commit'
  | 'terminalSelection'
  | 'terminalCommand'
  | 'url'
  | 'browse';

/** What the rows depend on, besides the editors. */
export interface FixedCompletionContext {
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
export function fixedCompletionItems(
  facts: FixedCompletionContext,
): readonly MentionCompletionItem[] {
  return [
    ...editorRows(),
    ...gitRows(facts.defaultBranch),
    ...problemRows(),
    ...terminalRows(facts.lastCommandLine),
    ...facts.sessions.slice(0, SESSIONS_LIMIT).map(({ id, title, agentName }) =>
      createCompletionItem(
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
      keywords: vscode.l10n.t('browse picture'),
    }),
    choice('url', vscode.l10n.t('Web page…'), {
      icon: 'globe',
      group: vscode.l10n.t('More'),
      keywords: vscode.l10n.t('url link http'),
    }),
  ];
}

function editorRows(): readonly MentionCompletionItem[] {
  const editor = vscode.window.activeTextEditor;
  const group = vscode.l10n.t('Editor');
  const selections = (editor?.selections ?? []).filter(range => !range.isEmpty);
  const active = editor ? [editor.document] : [];
  const buffers = vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) => uri.scheme === 'untitled' && !isClosed && uri !== editor?.document.uri,
  );
  const others = getOpenFiles().filter(uri => uri.toString() !== editor?.document.uri.toString());
  return [
    ...selections.flatMap(range =>
      editor
        ? [
            createCompletionItem(selectionMention(editor.document, range), {
              icon: 'list-selection',
              group,
              detail: vscode.l10n.t('selection'),
            }),
          ]
        : [],
    ),
    ...active.map(document =>
      createCompletionItem(documentMention(document), {
        icon: 'file',
        group,
        detail: vscode.l10n.t('active editor'),
      }),
    ),
    ...cellRows(group),
    ...buffers.map(document =>
      createCompletionItem(documentMention(document), {
        icon: 'file',
        group,
        detail: vscode.l10n.t('not saved'),
      }),
    ),
    ...others
      .slice(0, OPEN_LIMIT)
      .map(uri =>
        createCompletionItem(
          { kind: 'file', uri: toUriString(uri) },
          { icon: 'file', group, detail: folderOf(uri) },
        ),
      ),
  ];
}

function cellRows(group: string): readonly MentionCompletionItem[] {
  const notebook = vscode.window.activeNotebookEditor;
  const ranges = notebook?.selections ?? [];
  const cells = ranges.flatMap(range => notebook?.notebook.getCells(range) ?? []);
  return cells.map(cell =>
    createCompletionItem(documentMention(cell.document), {
      icon: 'notebook',
      group,
      detail: vscode.l10n.t('notebook cell'),
    }),
  );
}

function gitRows(defaultBranch: string | undefined): readonly MentionCompletionItem[] {
  const group = vscode.l10n.t('Git');
  const words = vscode.l10n.t('git diff changes');
  const active = vscode.window.activeTextEditor?.document.uri;
  const row = (diff: GitDiff): MentionCompletionItem =>
    createCompletionItem({ kind: 'gitDiff', diff }, { icon: 'git-compare', group, words });
  return [
    row({ kind: 'workingTree' }),
    row({ kind: 'staged' }),
    ...(defaultBranch === undefined ? [] : [row({ kind: 'branch', base: defaultBranch })]),
    ...(active?.scheme === 'file'
      ? [row({ kind: 'file', uri: toUriString(active), staged: false })]
      : []),
    choice('branch', vscode.l10n.t('Changes since a branch…'), {
      icon: 'git-branch',
      group,
      keywords: words,
    }),
    choice('commit', vscode.l10n.t('A commit…'), {
      icon: 'git-commit',
      group,
      keywords: vscode.l10n.t('git commit history'),
    }),
  ];
}

function problemRows(): readonly MentionCompletionItem[] {
  const active = vscode.window.activeTextEditor?.document.uri;
  return [
    ...problemRow('hint', vscode.l10n.t('All problems')),
    ...problemRow('error', vscode.l10n.t('All errors')),
    ...(active ? problemRow('hint', vscode.l10n.t('Problems in this file'), active) : []),
  ];
}

function problemRow(
  severity: ProblemSeverity,
  label: string,
  uri?: vscode.Uri,
): readonly MentionCompletionItem[] {
  const mention = {
    kind: 'problems',
    severity,
    ...(uri ? { uri: toUriString(uri) } : {}),
  } as const;
  const count = getProblems(mention).length;
  const words = vscode.l10n.t('problems errors');
  const look = { icon: 'warning', group: vscode.l10n.t('Problems'), detail: String(count), words };
  return count === 0 ? [] : [{ ...createCompletionItem(mention, look), label }];
}

function terminalRows(lastCommandLine: string | undefined): readonly MentionCompletionItem[] {
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

const choice = (
  choose: MentionChoice,
  label: string,
  look: Omit<MentionCompletionItem, 'label'>,
): MentionCompletionItem => ({
  choose,
  label,
  ...look,
});

const folderOf = (uri: vscode.Uri): string =>
  vscode.workspace.asRelativePath(uri).split('/').slice(0, -1).join('/');
