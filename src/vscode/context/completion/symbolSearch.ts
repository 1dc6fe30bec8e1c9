import * as vscode from 'vscode';
import { createFuzzyQuery } from '../../../core/search/fuzzyScore.ts';
import {
  rankCompletionItems,
  type MentionCompletionItem,
  type RankedCompletionItem,
} from './mentionCompletionItem.ts';
import {
  symbolIcon,
  getDocumentSymbols,
  findWorkspaceSymbols,
  type FoundSymbol,
} from '../editor/symbols.ts';

/** How long the menu waits for language servers. Later results appear at the next keystroke. */
const TIMEOUT_MS = 20;
/** Shorter queries match too many symbols. */
const MIN_QUERY_LENGTH = 2;
const ITEMS_LIMIT = 30;
/** How long a result is reused for the same query. */
const CACHE_MS = 2000;
/** A file of the same name should come first. */
const SYMBOL_BONUS = -6;

/** Finds symbols of the active document and of the workspace, for the completion of mentions. */
export class SymbolSearch {
  #bySuggestion = new Map<string, FoundSymbol>();
  #symbols: readonly FoundSymbol[] = [];
  #request:
    | { readonly typed: string; readonly atMs: number; readonly loaded: Promise<void> }
    | undefined;
  #serial = 0;

  /** The symbols that are found within a short time. */
  async findQuickly(typed: string): Promise<readonly RankedCompletionItem[]> {
    if (typed.length < MIN_QUERY_LENGTH) {
      return [];
    }
    const timeout = new Promise<void>(resolve => {
      setTimeout(resolve, TIMEOUT_MS);
    });
    await Promise.race([this.#search(typed), timeout]);
    return this.#ranked(typed);
  }

  /** All symbols, however long it takes. */
  async find(typed: string): Promise<readonly RankedCompletionItem[]> {
    await this.#search(typed);
    return this.#ranked(typed);
  }

  /** The symbol of a chosen item. */
  get(choose: string): FoundSymbol | undefined {
    return this.#bySuggestion.get(choose);
  }

  #search(typed: string): Promise<void> {
    const nowMs = Date.now();
    if (this.#request?.typed !== typed || nowMs - this.#request.atMs > CACHE_MS) {
      this.#request = { typed, atMs: nowMs, loaded: this.#load(typed) };
    }
    return this.#request.loaded;
  }

  async #load(typed: string): Promise<void> {
    const active = vscode.window.activeTextEditor?.document.uri;
    const answers = await Promise.allSettled([
      active ? getDocumentSymbols(active) : Promise.resolve([]),
      typed.length < MIN_QUERY_LENGTH ? Promise.resolve([]) : findWorkspaceSymbols(typed),
    ]);
    if (this.#request?.typed === typed) {
      this.#symbols = answers.flatMap(answer =>
        answer.status === 'fulfilled' ? answer.value : [],
      );
    }
  }

  #ranked(typed: string): readonly RankedCompletionItem[] {
    this.#serial++;
    this.#bySuggestion = new Map(
      this.#symbols.map((symbol, i) => [`symbol ${this.#serial} ${i}`, symbol]),
    );
    const rows = [...this.#bySuggestion].map(([choose, symbol]) =>
      createSymbolItem(choose, symbol),
    );
    return rankCompletionItems(distinct(rows), createFuzzyQuery(typed), SYMBOL_BONUS)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, ITEMS_LIMIT);
  }
}

function createSymbolItem(
  choose: string,
  { name, container, kind, uri, range }: FoundSymbol,
): MentionCompletionItem {
  const location = `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`;
  const detail = container ? `${container} · ${location}` : location;
  return { choose, label: name, detail, icon: symbolIcon(kind), group: vscode.l10n.t('Symbols') };
}

/** Removes duplicates: both searches find the symbols of the active document. */
function distinct(rows: readonly MentionCompletionItem[]): readonly MentionCompletionItem[] {
  const seen = new Set<string>();
  return rows.filter(({ label, detail = '' }) => {
    const key = `${label} ${detail.replace(/^.* · /, '')}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
