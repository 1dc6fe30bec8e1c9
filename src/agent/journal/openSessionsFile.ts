import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asList, asNumber, asRecord, asString } from '../../core/json.ts';
import type { JournalFolder } from './journalFolder.ts';

/** The open sessions as they are stored. */
export interface OpenSessionsState {
  readonly open: readonly string[];
  readonly front?: string | undefined;
  readonly awake: readonly string[];
  /** When the window was closed; absent if it crashed. */
  readonly leftMs?: number | undefined;
}

/** Ids are used as file names. */
const SESSION_ID = /^[\w-]{1,100}$/;

/** The file next to the journals that lists the sessions that are open in the window. */
export class OpenSessionsFile {
  readonly #folder: JournalFolder;

  constructor(folder: JournalFolder) {
    this.#folder = folder;
  }

  async read(): Promise<OpenSessionsState> {
    try {
      const raw = asRecord(JSON.parse(await readFile(this.#path, 'utf8')));
      const ids = (field: string): readonly string[] =>
        (asList(raw?.[field], asString) ?? []).filter(id => SESSION_ID.test(id));
      return {
        open: ids('open'),
        front: asString(raw?.['front']),
        awake: ids('awake'),
        leftMs: asNumber(raw?.['leftMs']),
      };
    } catch {
      return { open: [], awake: [] }; // There is none yet, or it is damaged. The sessions are in the history anyway.
    }
  }

  async write(state: OpenSessionsState): Promise<void> {
    await this.#folder.replace(this.#path, JSON.stringify(state));
  }

  get #path(): string {
    return join(this.#folder.path, 'open.json');
  }
}
