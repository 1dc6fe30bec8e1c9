import * as vscode from 'vscode';
import type { GitDiff, ProblemSeverity } from '../../../core/prompt/mention/mention.ts';
import {
  documentMention,
  isContextDocument,
  selectionMention,
  toUriString,
} from '../editor/documentMentions.ts';
import { createCompletionItem, type MentionCompletionItem } from './mentionCompletionItem.ts';
import { getOpenFiles } from '../files/recentMentions.ts';
import { getProblems } from '../editor/getProblems.ts';

/** Items that open a further step, such as a quick pick, instead of adding a mention. */
export type MentionChoice =
  | 'branch'
  | 'commit'
  | 'terminalSelection'
  | 'terminalCommand'
  | 'url'
  | 'browse';

/** What the items depend on, besides the editors. */
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

/** All items that are neither workspace files nor symbols, in the order of the menu. */
export function fixedCompletionItems(
  context: FixedCompletionContext,
): readonly MentionCompletionItem[] {
  return [
    ...editorItems(),
    ...gitItems(context.defaultBranch),
    ...problemItems(),
    ...terminalItems(context.lastCommandLine),
    ...context.sessions.slice(0, SESSIONS_LIMIT).map(({ id, title, agentName }) =>
      createCompletionItem(
        { kind: 'session', id, title },
        {
          icon: 'history',
          group: vscode.l10n.t('Sessions'),
          detail: agentName,
          keywords: vscode.l10n.t('session'),
        },
      ),
    ),
    createChoiceItem('browse', vscode.l10n.t('File or image from disk...'), {
      icon: 'file-media',
      group: vscode.l10n.t('More'),
      keywords: vscode.l10n.t('browse image picture'),
    }),
    createChoiceItem('url', vscode.l10n.t('Web page...'), {
      icon: 'globe',
      group: vscode.l10n.t('More'),
      keywords: vscode.l10n.t('url link http'),
    }),
  ];
}

function editorItems(): readonly MentionCompletionItem[] {
  const editor = getContextEditor();
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
    ...cellItems(group),
    ...buffers.map(document =>
      createCompletionItem(documentMention(document), {
        icon: 'file',
        group,
        detail: vscode.l10n.t('unsaved'),
      }),
    ),
    ...others
      .slice(0, OPEN_LIMIT)
      .map(uri =>
        createCompletionItem(
          { kind: 'file', uri: toUriString(uri) },
          { icon: 'file', group, detail: getFolder(uri) },
        ),
      ),
  ];
}

/** The active editor, unless it shows a preview or another document of an extension. */
function getContextEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && isContextDocument(editor.document) ? editor : undefined;
}

function cellItems(group: string): readonly MentionCompletionItem[] {
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

function gitItems(defaultBranch: string | undefined): readonly MentionCompletionItem[] {
  const group = vscode.l10n.t('Git');
  const keywords = vscode.l10n.t('git diff changes');
  const active = vscode.window.activeTextEditor?.document.uri;
  const item = (diff: GitDiff): MentionCompletionItem =>
    createCompletionItem({ kind: 'gitDiff', diff }, { icon: 'git-compare', group, keywords });
  return [
    item({ kind: 'workingTree' }),
    item({ kind: 'staged' }),
    ...(defaultBranch === undefined ? [] : [item({ kind: 'branch', base: defaultBranch })]),
    ...(active?.scheme === 'file'
      ? [item({ kind: 'file', uri: toUriString(active), staged: false })]
      : []),
    createChoiceItem('branch', vscode.l10n.t('Changes since branch...'), {
      icon: 'git-branch',
      group,
      keywords,
    }),
    createChoiceItem('commit', vscode.l10n.t('Commit...'), {
      icon: 'git-commit',
      group,
      keywords: vscode.l10n.t('git commit history'),
    }),
  ];
}

function problemItems(): readonly MentionCompletionItem[] {
  const active = getContextEditor()?.document.uri;
  return [
    ...problemItem('hint', vscode.l10n.t('All problems')),
    ...problemItem('error', vscode.l10n.t('All errors')),
    ...(active ? problemItem('hint', vscode.l10n.t('Problems in this file'), active) : []),
  ];
}

function problemItem(
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
  const keywords = vscode.l10n.t('problems errors');
  const properties = {
    icon: 'warning',
    group: vscode.l10n.t('Problems'),
    detail: String(count),
    keywords,
  };
  return count === 0 ? [] : [{ ...createCompletionItem(mention, properties), label }];
}

function terminalItems(lastCommandLine: string | undefined): readonly MentionCompletionItem[] {
  const properties = {
    icon: 'terminal',
    group: vscode.l10n.t('Terminal'),
    keywords: vscode.l10n.t('terminal output'),
  };
  const detail = lastCommandLine === undefined ? {} : { detail: lastCommandLine };
  const hasTerminal = vscode.window.activeTerminal !== undefined;
  return [
    ...(hasTerminal || lastCommandLine !== undefined
      ? [
          createChoiceItem('terminalCommand', vscode.l10n.t('Last command'), {
            ...properties,
            ...detail,
          }),
        ]
      : []),
    ...(hasTerminal
      ? [createChoiceItem('terminalSelection', vscode.l10n.t('Terminal selection'), properties)]
      : []),
  ];
}

const createChoiceItem = (
  choose: MentionChoice,
  label: string,
  properties: Omit<MentionCompletionItem, 'label'>,
): MentionCompletionItem => ({
  choose,
  label,
  ...properties,
});

const getFolder = (uri: vscode.Uri): string =>
  vscode.workspace.asRelativePath(uri).split('/').slice(0, -1).join('/');
