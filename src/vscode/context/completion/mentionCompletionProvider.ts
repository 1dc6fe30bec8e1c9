import * as vscode from 'vscode';
import { getDefaultBranch } from '../../../agent/git/repository.ts';
import type { MentionSuggestion, MentionSuggestions } from '../../../core/chat/messages.ts';
import { createFuzzyQuery, type FuzzyQuery } from '../../../core/search/fuzzyScore.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import { folderUri } from '../../../core/prompt/mention/uri.ts';
import { toUriString } from '../editor/documentMentions.ts';
import { fixedCompletionItems, type FixedCompletionContext } from './fixedCompletionItems.ts';
import type { GitAccess } from '../git/gitAccess.ts';
import {
  rankCompletionItems,
  createCompletionItem,
  type MentionCompletionItem,
  type RankedCompletionItem,
} from './mentionCompletionItem.ts';
import type { RecentMentions } from '../files/recentMentions.ts';
import { SymbolSearch } from './symbolSearch.ts';
import type { FoundSymbol } from '../editor/symbols.ts';
import type { WorkspaceFiles } from '../files/workspaceFiles.ts';

const ROWS_LIMIT = 60;
/** With nothing typed the menu is an overview. */
const FILES_IN_OVERVIEW = 15;
/** Fixed rows are few and named in words: what matches them is most likely meant. */
const FIXED_BONUS = 12;
const BRANCH_FRESH_MS = 30_000;

export interface MentionCompletionOptions {
  readonly files: WorkspaceFiles;
  readonly recentMentions: RecentMentions;
  readonly git: GitAccess;
  lastCommandLine(): string | undefined;
  sessions(): FixedCompletionContext['sessions'];
}

/** Finds what can be mentioned: everything there is, in one list. */
export class MentionCompletionProvider {
  readonly #parts: MentionCompletionOptions;
  readonly #symbols = new SymbolSearch();
  #branch: { readonly name: string | undefined; readonly askedMs: number } | undefined;

  constructor(parts: MentionCompletionOptions) {
    this.#parts = parts;
  }

  /** The rows for what was typed after the `@`. A `#` in front asks for symbols only. */
  async find(typed: string): Promise<MentionSuggestions> {
    const { files } = this.#parts;
    if (typed.startsWith('#')) {
      const symbols = await this.#symbols.find(typed.slice(1));
      return { found: best(symbols), indexing: false };
    }
    const query = createFuzzyQuery(typed);
    const rows = fixedCompletionItems(this.#facts());
    if (query.terms.length === 0) {
      const overview = [
        ...rows,
        ...this.#fileRows(query, FILES_IN_OVERVIEW).map(({ item: row }) => row),
      ];
      return {
        found: overview.map(row => ({ ...plain(row), ...(row.group ? { group: row.group } : {}) })),
        indexing: !files.isReady,
      };
    }
    const symbols = this.#symbols.findQuickly(typed); // Language tools work while the files are searched.
    const matching = [
      ...typedRows(typed),
      ...rankCompletionItems(rows, query, FIXED_BONUS),
      ...this.#fileRows(query, ROWS_LIMIT),
    ];
    return { found: best([...matching, ...(await symbols)]), indexing: !files.isReady };
  }

  /** The symbol behind a row of the last answer. */
  findSymbol(choose: string): FoundSymbol | undefined {
    return this.#symbols.get(choose);
  }

  #fileRows(query: FuzzyQuery, limit: number): readonly RankedCompletionItem[] {
    const { files, recentMentions } = this.#parts;
    const active = vscode.window.activeTextEditor?.document.uri;
    const near = (active && files.pathOf(active))?.replace(/[^/]*$/, '') ?? '';
    return files
      .search(query, limit, { nearFolder: near, usage: recentMentions.scores() })
      .flatMap(({ path, score }) => {
        const uri = files.uriOf(path);
        return uri ? [{ item: fileRow(path, uri), score }] : [];
      });
  }

  #facts(): FixedCompletionContext {
    return {
      defaultBranch: this.#defaultBranch(),
      lastCommandLine: this.#parts.lastCommandLine(),
      sessions: this.#parts.sessions(),
    };
  }

  /** What is known of it by now: asking git takes longer than a keystroke. */
  #defaultBranch(): string | undefined {
    const nowMs = Date.now();
    if (this.#branch === undefined || nowMs - this.#branch.askedMs > BRANCH_FRESH_MS) {
      this.#branch = { name: this.#branch?.name, askedMs: nowMs };
      void this.#askBranch(nowMs);
    }
    return this.#branch.name;
  }

  async #askBranch(askedMs: number): Promise<void> {
    const { git } = this.#parts;
    try {
      const [root] = await git.repositories();
      const name = root === undefined ? undefined : await getDefaultBranch(git.git, root);
      this.#branch = { name, askedMs };
    } catch {
      this.#branch = { name: undefined, askedMs }; // No git, or no trust: then there is no such row.
    }
  }
}

function fileRow(path: string, uri: vscode.Uri): MentionCompletionItem {
  const isFolder = path.endsWith('/');
  const detail = path.replace(/[^/]*\/?$/, '').replace(/\/$/, '');
  const mention: Mention = isFolder
    ? { kind: 'folder', uri: folderUri(uri.fsPath) }
    : { kind: 'file', uri: toUriString(uri) };
  return createCompletionItem(mention, {
    icon: isFolder ? 'folder' : 'file',
    group: vscode.l10n.t('Files'),
    detail,
  });
}

/** What was typed may be the thing itself. */
function typedRows(typed: string): readonly RankedCompletionItem[] {
  const group = vscode.l10n.t('More');
  if (/^https?:\/\/\S+$/i.test(typed) && URL.canParse(typed)) {
    return [
      {
        item: createCompletionItem({ kind: 'url', url: typed }, { icon: 'globe', group }),
        score: Infinity,
      },
    ];
  }
  if (/^[0-9a-f]{7,40}$/i.test(typed)) {
    const mention: Mention = { kind: 'gitDiff', diff: { kind: 'commit', commit: typed } };
    return [
      {
        item: createCompletionItem(mention, { icon: 'git-commit', group: vscode.l10n.t('Git') }),
        score: Infinity,
      },
    ];
  }
  return [];
}

/** The best rows as one list: headings would only tear apart what fits best. */
function best(rows: readonly RankedCompletionItem[]): readonly MentionSuggestion[] {
  return rows
    .toSorted((one, other) => other.score - one.score)
    .slice(0, ROWS_LIMIT)
    .map(({ item: row }) => plain(row));
}

function plain({ mention, choose, label, detail, icon }: MentionCompletionItem): MentionSuggestion {
  return {
    label,
    icon,
    ...(mention ? { mention } : {}),
    ...(choose === undefined ? {} : { choose }),
    ...(detail === undefined ? {} : { detail }),
  };
}
