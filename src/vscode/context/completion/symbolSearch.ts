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

/** How long the menu waits for language tools; whatever comes later is there at the next keystroke. */
const PATIENCE_MS = 20;
/** Shorter queries find half the workspace. */
const SHORTEST_QUERY = 2;
const ROWS_LIMIT = 30;
/** How long an answer stands when the same is asked again. */
const FRESH_MS = 2000;
/** A file of the same name is meant more often. */
const SYMBOL_BONUS = -6;

/** Symbols for the mention menu: of the active document and of the workspace. */
export class SymbolSearch {
  #rows = new Map<string, FoundSymbol>();
  #known: readonly FoundSymbol[] = [];
  #asked:
    | { readonly typed: string; readonly atMs: number; readonly answered: Promise<void> }
    | undefined;
  #serial = 0;

  /** What is found within a moment. */
  async findQuickly(typed: string): Promise<readonly RankedCompletionItem[]> {
    if (typed.length < SHORTEST_QUERY) {
      return [];
    }
    const late = new Promise<void>(resolve => {
      setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([this.#ask(typed), late]);
    return this.#ranked(typed);
  }

  /** All that is found, however long it takes. */
  async find(typed: string): Promise<readonly RankedCompletionItem[]> {
    await this.#ask(typed);
    return this.#ranked(typed);
  }

  /** The symbol of a row that was chosen. */
  get(choose: string): FoundSymbol | undefined {
    return this.#rows.get(choose);
  }

  #ask(typed: string): Promise<void> {
    const nowMs = Date.now();
    if (this.#asked?.typed !== typed || nowMs - this.#asked.atMs > FRESH_MS) {
      this.#asked = { typed, atMs: nowMs, answered: this.#learn(typed) };
    }
    return this.#asked.answered;
  }

  async #learn(typed: string): Promise<void> {
    const active = vscode.window.activeTextEditor?.document.uri;
    const answers = await Promise.allSettled([
      active ? getDocumentSymbols(active) : Promise.resolve([]),
      typed.length < SHORTEST_QUERY ? Promise.resolve([]) : findWorkspaceSymbols(typed),
    ]);
    if (this.#asked?.typed === typed) {
      this.#known = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []));
    }
  }

  #ranked(typed: string): readonly RankedCompletionItem[] {
    this.#serial++;
    this.#rows = new Map(this.#known.map((symbol, i) => [`symbol ${this.#serial} ${i}`, symbol]));
    const rows = [...this.#rows].map(([choose, symbol]) => rowOfSymbol(choose, symbol));
    return rankCompletionItems(distinct(rows), createFuzzyQuery(typed), SYMBOL_BONUS)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, ROWS_LIMIT);
  }
}

function rowOfSymbol(
  choose: string,
  { name, container, kind, uri, range }: FoundSymbol,
): MentionCompletionItem {
  const place = `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`;
  const detail = container ? `${container} · ${place}` : place;
  return { choose, label: name, detail, icon: symbolIcon(kind), group: vscode.l10n.t('Symbols') };
}

/** The active document's symbols are found by both searches. */
function distinct(rows: readonly MentionCompletionItem[]): readonly MentionCompletionItem[] {
  const seen = new Set<string>();
  return rows.filter(({ label, detail = '' }) => {
    const key = `${label} ${detail.replace(/^.* · /, '')}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
