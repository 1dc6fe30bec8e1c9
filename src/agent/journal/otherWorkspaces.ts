import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sortHistory, type HistoryItem } from '../../core/history/historyItem.ts';
import type { SessionRecord } from '../../core/journal/sessionRecord.ts';
import { SessionHistory, type HistoryMatch } from './sessionHistory.ts';
import { JournalFolder } from './journalFolder.ts';
import { SessionJournals } from './sessionJournals.ts';

/** The sessions of other workspaces. They can be read here, and opened in their own workspace. */
export class OtherWorkspaces {
  readonly #own: string;
  readonly #onError: (error: unknown) => void;
  readonly #workspaces = new Map<
    string,
    { readonly journals: SessionJournals; readonly history: SessionHistory }
  >();

  /** `own` is the folder with the journals of this workspace. Those of the others are next to it. */
  constructor(own: string, onError: (error: unknown) => void) {
    this.#own = own;
    this.#onError = onError;
  }

  async list(): Promise<readonly HistoryItem[]> {
    const lists = await Promise.all((await this.#histories()).map(history => history.list()));
    return sortHistory(lists.flat());
  }

  async search(query: string, signal?: AbortSignal): Promise<readonly HistoryMatch[]> {
    const found: HistoryMatch[] = [];
    for (const history of await this.#histories()) {
      found.push(...(await history.search(query, signal)));
    }
    return found;
  }

  /** Reads a session of another workspace without changing it. */
  async read(id: string): Promise<SessionRecord | undefined> {
    for (const history of await this.#histories()) {
      const record = await history.read(id);
      if (record) {
        return record;
      }
    }
    return undefined;
  }

  /** The size of all journals on disk. */
  async sizeBytes(): Promise<number> {
    const sizes = (await this.#histories()).map(async history => (await history.size()).bytes);
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Makes a session the active one when its own workspace is opened next. */
  async setActiveSession(id: string): Promise<void> {
    await this.#histories();
    for (const { journals } of this.#workspaces.values()) {
      if (await journals.folder.stat(id)) {
        await journals.setActiveSession(id);
      }
    }
  }

  async #histories(): Promise<readonly SessionHistory[]> {
    const parent = dirname(this.#own);
    const names = await readdir(parent).catch(() => []);
    for (const name of names.filter(other => other !== basename(this.#own))) {
      if (!this.#workspaces.has(name)) {
        const journals = new SessionJournals(new JournalFolder(join(parent, name)), this.#onError);
        this.#workspaces.set(name, { journals, history: new SessionHistory(journals) });
      }
    }
    return [...this.#workspaces.values()].map(({ history }) => history);
  }
}
