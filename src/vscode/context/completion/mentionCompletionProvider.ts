import * as vscode from 'vscode';
import { getDefaultBranch } from '../../../agent/git/repository.ts';
import type { MentionSuggestion, MentionSuggestions } from '../../../core/chat/messages.ts';
import { createFuzzyQuery, type FuzzyQuery } from '../../../core/search/fuzzyScore.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import { mentionUri } from '../../../core/prompt/mention/mentionUri.ts';
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
import { categoryItems, parseCategory, type MentionCategory } from './mentionCategories.ts';
import { SymbolSearch } from './symbolSearch.ts';
import type { FoundSymbol } from '../editor/symbols.ts';
import type { WorkspaceFiles } from '../files/workspaceFiles.ts';

const ITEMS_LIMIT = 60;
/** With an empty query, the menu shows the categories and a few recent files. */
const RECENT_IN_OVERVIEW = 8;
/** Fixed items are few, so a match is most likely what the user wants. */
const FIXED_BONUS = 12;
const BRANCH_FRESH_MS = 30_000;

export interface MentionCompletionOptions {
  readonly files: WorkspaceFiles;
  readonly recentMentions: RecentMentions;
  readonly git: GitAccess;
  lastCommandLine(): string | undefined;
  sessions(): FixedCompletionContext['sessions'];
}

/** Completes mentions: finds files, symbols and all other context in one list. */
export class MentionCompletionProvider {
  readonly #options: MentionCompletionOptions;
  readonly #symbols = new SymbolSearch();
  #branch: { readonly name: string | undefined; readonly requestedMs: number } | undefined;

  constructor(options: MentionCompletionOptions) {
    this.#options = options;
  }

  /** The items for the text after the `@`. A prefix such as `git:` asks for one category, `#` for symbols. */
  async find(typed: string): Promise<MentionSuggestions> {
    const { files } = this.#options;
    const named = parseCategory(typed);
    if (named) {
      return this.#findInCategory(named.category, named.rest);
    }
    const query = createFuzzyQuery(typed);
    const items = fixedCompletionItems(this.#fixedContext());
    if (query.terms.length === 0) {
      return { found: this.#overview(items).map(toGroupedSuggestion), indexing: !files.isReady };
    }
    const symbols = this.#symbols.findQuickly(typed); // Language servers work while the files are searched.
    const matching = [
      ...typedItems(typed),
      ...rankCompletionItems(items, query, FIXED_BONUS),
      ...this.#fileItems(query, ITEMS_LIMIT),
    ];
    return { found: best([...matching, ...(await symbols)]), indexing: !files.isReady };
  }

  /** The categories, then the selection, the active file and the files used last. */
  #overview(items: readonly MentionCompletionItem[]): readonly MentionCompletionItem[] {
    const group = vscode.l10n.t('Recently used');
    const ofEditors = items.filter(item => item.group === vscode.l10n.t('Editor'));
    const files = this.#fileItems(createFuzzyQuery(''), RECENT_IN_OVERVIEW).map(({ item }) => item);
    const recent = distinctItems([...ofEditors, ...files]).slice(0, RECENT_IN_OVERVIEW);
    return [...categoryItems(items), ...recent.map(item => ({ ...item, group }))];
  }

  async #findInCategory(
    { prefix, label }: MentionCategory,
    rest: string,
  ): Promise<MentionSuggestions> {
    if (prefix === '#') {
      return { found: best(await this.#symbols.find(rest)), indexing: false };
    }
    const query = createFuzzyQuery(rest);
    if (prefix === 'file:') {
      return {
        found: best(this.#fileItems(query, ITEMS_LIMIT)),
        indexing: !this.#options.files.isReady,
      };
    }
    const items = fixedCompletionItems(this.#fixedContext()).filter(({ group }) => group === label);
    const found =
      query.terms.length === 0
        ? items.map(toSuggestion)
        : best(rankCompletionItems(items, query, 0));
    return { found, indexing: false };
  }

  /** The symbol of an item of the last result. */
  findSymbol(choose: string): FoundSymbol | undefined {
    return this.#symbols.get(choose);
  }

  #fileItems(query: FuzzyQuery, limit: number): readonly RankedCompletionItem[] {
    const { files, recentMentions } = this.#options;
    const active = vscode.window.activeTextEditor?.document.uri;
    const near = (active && files.pathOf(active))?.replace(/[^/]*$/, '') ?? '';
    return files
      .search(query, limit, { nearFolder: near, usage: recentMentions.scores() })
      .flatMap(({ path, score }) => {
        const uri = files.uriOf(path);
        return uri ? [{ item: createFileItem(path, uri), score }] : [];
      });
  }

  #fixedContext(): FixedCompletionContext {
    return {
      defaultBranch: this.#defaultBranch(),
      lastCommandLine: this.#options.lastCommandLine(),
      sessions: this.#options.sessions(),
    };
  }

  /** The cached name, since git takes longer than a keystroke. */
  #defaultBranch(): string | undefined {
    const nowMs = Date.now();
    if (this.#branch === undefined || nowMs - this.#branch.requestedMs > BRANCH_FRESH_MS) {
      this.#branch = { name: this.#branch?.name, requestedMs: nowMs };
      void this.#updateBranch(nowMs);
    }
    return this.#branch.name;
  }

  async #updateBranch(requestedMs: number): Promise<void> {
    const { git } = this.#options;
    try {
      const [root] = await git.repositories();
      const name = root === undefined ? undefined : await getDefaultBranch(git.git, root);
      this.#branch = { name, requestedMs };
    } catch {
      this.#branch = { name: undefined, requestedMs }; // No git, or an untrusted workspace.
    }
  }
}

function createFileItem(path: string, uri: vscode.Uri): MentionCompletionItem {
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

/** The typed text may be a URL or a commit itself. */
function typedItems(typed: string): readonly RankedCompletionItem[] {
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

/** The best items without headings, which would separate the best matches. */
function best(items: readonly RankedCompletionItem[]): readonly MentionSuggestion[] {
  return items
    .toSorted((one, other) => other.score - one.score)
    .slice(0, ITEMS_LIMIT)
    .map(({ item }) => toSuggestion(item));
}

const toGroupedSuggestion = (item: MentionCompletionItem): MentionSuggestion => ({
  ...toSuggestion(item),
  ...(item.group ? { group: item.group } : {}),
});

/** The items without those that mention the same again. */
function distinctItems(items: readonly MentionCompletionItem[]): readonly MentionCompletionItem[] {
  const seen = new Set<string>();
  return items.filter(({ mention, label }) => {
    const key = mention ? mentionUri(mention) : label;
    return !seen.has(key) && seen.add(key);
  });
}

function toSuggestion({
  mention,
  choose,
  query,
  label,
  detail,
  icon,
}: MentionCompletionItem): MentionSuggestion {
  return {
    label,
    icon,
    ...(mention ? { mention } : {}),
    ...(choose === undefined ? {} : { choose }),
    ...(query === undefined ? {} : { query }),
    ...(detail === undefined ? {} : { detail }),
  };
}
