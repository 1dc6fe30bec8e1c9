import * as vscode from 'vscode';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import type { WorkspaceFiles } from './workspaceFiles.ts';
import { parseUri } from '../editor/documentMentions.ts';

const KEY = 'context.recent';
const RECENT_LIMIT = 40;
const OPEN_SCORE = 20;
const RECENT_SCORE = 16;

/** Scores files that are open or were mentioned lately, so that the completion lists them first. */
export class RecentMentions {
  readonly #memento: vscode.Memento;
  readonly #files: WorkspaceFiles;

  constructor(memento: vscode.Memento, files: WorkspaceFiles) {
    this.#memento = memento;
    this.#files = files;
  }

  async add(mentions: readonly Mention[]): Promise<void> {
    const paths = mentions.flatMap(mention =>
      mention.kind === 'file' || mention.kind === 'selection' || mention.kind === 'symbol'
        ? (this.#files.pathOf(parseUri(mention.uri)) ?? [])
        : [],
    );
    if (paths.length > 0) {
      const recent = [...new Set([...paths.toReversed(), ...this.#recent()])];
      await this.#memento.update(KEY, recent.slice(0, RECENT_LIMIT));
    }
  }

  scores(): ReadonlyMap<string, number> {
    const scores = new Map<string, number>();
    this.#recent().forEach((path, index) => {
      scores.set(path, RECENT_SCORE * (1 - index / RECENT_LIMIT));
    });
    for (const uri of getOpenFiles()) {
      const path = this.#files.pathOf(uri);
      if (path !== undefined) {
        scores.set(path, (scores.get(path) ?? 0) + OPEN_SCORE);
      }
    }
    return scores;
  }

  #recent(): readonly string[] {
    return this.#memento.get<readonly string[]>(KEY, []);
  }
}

/** The files of all editor tabs. */
export function getOpenFiles(): readonly vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  return tabs.flatMap(({ input }) =>
    input instanceof vscode.TabInputText && input.uri.scheme === 'file' ? [input.uri] : [],
  );
}
