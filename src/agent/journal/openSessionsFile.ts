import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asList, asNumber, asRecord, asString } from '../../core/json.ts';
import type { JournalFolder } from './journalFolder.ts';

/** What stood open, as it was noted. */
export interface OpenSessionsState {
  readonly open: readonly string[];
  readonly front?: string | undefined;
  readonly awake: readonly string[];
  /** When the window was closed; absent if it died. */
  readonly leftMs?: number | undefined;
}

/** Ids become names of files. */
const SESSION_ID = /^[\w-]{1,100}$/;

/** The file beside the journals that says which sessions stood open in the window. */
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
      return { open: [], awake: [] }; // There is none yet, or it is damaged: the sessions are in the history.
    }
  }

  async write(noted: OpenSessionsState): Promise<void> {
    await this.#folder.replace(this.#path, JSON.stringify(noted));
  }

  get #path(): string {
    return join(this.#folder.path, 'open.json');
  }
}
