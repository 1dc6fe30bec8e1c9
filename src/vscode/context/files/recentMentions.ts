import * as vscode from 'vscode';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import type { WorkspaceFiles } from './workspaceFiles.ts';
import { parseUri } from '../editor/documentMentions.ts';

const KEY = 'context.recent';
const RECENT_LIMIT = 40;
const OPEN_POINTS = 20;
const RECENT_POINTS = 16;

/** Which files are in use, so that the menu can put them first: open ones, and those mentioned lately. */
export class RecentMentions {
  readonly #memory: vscode.Memento;
  readonly #files: WorkspaceFiles;

  constructor(memory: vscode.Memento, files: WorkspaceFiles) {
    this.#memory = memory;
    this.#files = files;
  }

  /** Remembers that something was mentioned. */
  async add(mentions: readonly Mention[]): Promise<void> {
    const paths = mentions.flatMap(mention =>
      mention.kind === 'file' || mention.kind === 'selection' || mention.kind === 'symbol'
        ? (this.#files.pathOf(parseUri(mention.uri)) ?? [])
        : [],
    );
    if (paths.length > 0) {
      const recent = [...new Set([...paths.toReversed(), ...this.#recent()])];
      await this.#memory.update(KEY, recent.slice(0, RECENT_LIMIT));
    }
  }

  /** Points for paths in use. */
  scores(): ReadonlyMap<string, number> {
    const points = new Map<string, number>();
    this.#recent().forEach((path, place) => {
      points.set(path, RECENT_POINTS * (1 - place / RECENT_LIMIT));
    });
    for (const uri of getOpenFiles()) {
      const path = this.#files.pathOf(uri);
      if (path !== undefined) {
        points.set(path, (points.get(path) ?? 0) + OPEN_POINTS);
      }
    }
    return points;
  }

  #recent(): readonly string[] {
    return this.#memory.get<readonly string[]>(KEY, []);
  }
}

/** The files of all editor tabs. */
export function getOpenFiles(): readonly vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  return tabs.flatMap(({ input }) =>
    input instanceof vscode.TabInputText && input.uri.scheme === 'file' ? [input.uri] : [],
  );
}
