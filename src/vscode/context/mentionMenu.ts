import * as vscode from 'vscode';
import { defaultBranch } from '../../agent/git/repository.ts';
import type { FoundMention, FoundMentions } from '../../core/chat/messages.ts';
import { fuzzyQuery, type FuzzyQuery } from '../../core/prompt/fuzzy.ts';
import type { Mention } from '../../core/prompt/mention.ts';
import { folderUri } from '../../core/prompt/uri.ts';
import { uriText } from './documents.ts';
import { fixedRows, type RowFacts } from './fixedRows.ts';
import type { GitAccess } from './gitAccess.ts';
import { ranked, rowOf, type MenuRow, type RankedRow } from './menuRow.ts';
import type { MentionUses } from './mentionUses.ts';
import { SymbolSearch } from './symbolSearch.ts';
import type { FoundSymbol } from './symbols.ts';
import type { WorkspaceFiles } from './workspaceFiles.ts';

const ROWS_LIMIT = 60;
/** With nothing typed the menu is an overview. */
const FILES_IN_OVERVIEW = 15;
/** Fixed rows are few and named in words: what matches them is most likely meant. */
const FIXED_BONUS = 12;
const BRANCH_FRESH_MS = 30_000;

export interface MenuParts {
  readonly files: WorkspaceFiles;
  readonly uses: MentionUses;
  readonly git: GitAccess;
  lastCommandLine(): string | undefined;
  sessions(): RowFacts['sessions'];
}

/** Finds what can be mentioned: everything there is, in one list. */
export class MentionMenu {
  readonly #parts: MenuParts;
  readonly #symbols = new SymbolSearch();
  #branch: { readonly name: string | undefined; readonly askedMs: number } | undefined;

  constructor(parts: MenuParts) {
    this.#parts = parts;
  }

  /** The rows for what was typed after the `@`. A `#` in front asks for symbols only. */
  async find(typed: string): Promise<FoundMentions> {
    const { files } = this.#parts;
    if (typed.startsWith('#')) {
      const symbols = await this.#symbols.find(typed.slice(1));
      return { found: best(symbols), indexing: false };
    }
    const query = fuzzyQuery(typed);
    const rows = fixedRows(this.#facts());
    if (query.terms.length === 0) {
      const overview = [...rows, ...this.#fileRows(query, FILES_IN_OVERVIEW).map(({ row }) => row)];
      return {
        found: overview.map(row => ({ ...plain(row), ...(row.group ? { group: row.group } : {}) })),
        indexing: !files.isReady,
      };
    }
    const symbols = this.#symbols.soon(typed); // Language tools work while the files are searched.
    const matching = [
      ...typedRows(typed),
      ...ranked(rows, query, FIXED_BONUS),
      ...this.#fileRows(query, ROWS_LIMIT),
    ];
    return { found: best([...matching, ...(await symbols)]), indexing: !files.isReady };
  }

  /** The symbol behind a row of the last answer. */
  symbol(choose: string): FoundSymbol | undefined {
    return this.#symbols.chosen(choose);
  }

  #fileRows(query: FuzzyQuery, limit: number): readonly RankedRow[] {
    const { files, uses } = this.#parts;
    const active = vscode.window.activeTextEditor?.document.uri;
    const near = (active && files.pathOf(active))?.replace(/[^/]*$/, '') ?? '';
    return files.search(query, limit, { near, used: uses.points() }).flatMap(({ path, score }) => {
      const uri = files.uriOf(path);
      return uri ? [{ row: fileRow(path, uri), score }] : [];
    });
  }

  #facts(): RowFacts {
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
      const name = root === undefined ? undefined : await defaultBranch(git.git, root);
      this.#branch = { name, askedMs };
    } catch {
      this.#branch = { name: undefined, askedMs }; // No git, or no trust: then there is no such row.
    }
  }
}

function fileRow(path: string, uri: vscode.Uri): MenuRow {
  const isFolder = path.endsWith('/');
  const detail = path.replace(/[^/]*\/?$/, '').replace(/\/$/, '');
  const mention: Mention = isFolder
    ? { kind: 'folder', uri: folderUri(uri.fsPath) }
    : { kind: 'file', uri: uriText(uri) };
  return rowOf(mention, {
    icon: isFolder ? 'folder' : 'file',
    group: vscode.l10n.t('Files'),
    detail,
  });
}

/** What was typed may be the thing itself. */
function typedRows(typed: string): readonly RankedRow[] {
  const group = vscode.l10n.t('More');
  if (/^https?:\/\/\S+$/i.test(typed) && URL.canParse(typed)) {
    return [{ row: rowOf({ kind: 'url', url: typed }, { icon: 'globe', group }), score: Infinity }];
  }
  if (/^[0-9a-f]{7,40}$/i.test(typed)) {
    const mention: Mention = { kind: 'gitDiff', diff: { kind: 'commit', commit: typed } };
    return [
      { row: rowOf(mention, { icon: 'git-commit', group: vscode.l10n.t('Git') }), score: Infinity },
    ];
  }
  return [];
}

/** The best rows as one list: headings would only tear apart what fits best. */
function best(rows: readonly RankedRow[]): readonly FoundMention[] {
  return rows
    .toSorted((one, other) => other.score - one.score)
    .slice(0, ROWS_LIMIT)
    .map(({ row }) => plain(row));
}

function plain({ mention, choose, label, detail, icon }: MenuRow): FoundMention {
  return {
    label,
    icon,
    ...(mention ? { mention } : {}),
    ...(choose === undefined ? {} : { choose }),
    ...(detail === undefined ? {} : { detail }),
  };
}
