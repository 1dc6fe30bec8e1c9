import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { History } from '../../agent/journal/history.ts';
import { JournalFolder } from '../../agent/journal/journalFolder.ts';
import { Journals } from '../../agent/journal/journals.ts';
import type { Turns } from '../../agent/ports.ts';
import type { Sessions } from '../../agent/sessions.ts';
import { messageOf, UserError } from '../../core/errors.ts';
import { obstacleNow } from '../chat/shell.ts';
import type { Report } from '../report.ts';

/** Keeps the sessions of this workspace on the disk, outside the workspace, and brings them back. */
export class SessionMemory implements vscode.Disposable {
  readonly history: History;
  readonly #journals: Journals;
  readonly #report: Report;
  readonly #ready: Promise<unknown>;
  #isTold = false;

  constructor(context: vscode.ExtensionContext, report: Report) {
    this.#report = report;
    const folder = new JournalFolder(folderOf(context));
    this.#ready = report.around('Preparing the session history', () => folder.prepare());
    this.#journals = new Journals(folder, error => this.#failed(error));
    this.history = new History(this.#journals);
  }

  /** A prompt is on the disk before it goes out: so it cannot go out twice, whatever happens to the window. */
  before(turns?: Turns): Turns {
    return {
      begins: async turn => {
        await this.#journals.flush();
        await turns?.begins(turn);
      },
      ends: async turn => turns?.ends(turn),
    };
  }

  /** Writes down what happens in these sessions, and shows again those that stood open. */
  register(sessions: Sessions): readonly vscode.Disposable[] {
    this.#journals.follow(sessions);
    if (!obstacleNow()) {
      void this.#restore(sessions);
    }
    return [this, vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#restore(sessions))];
  }

  /** Opens a session of the history and brings it to the front. */
  async open(sessions: Sessions, id: string): Promise<void> {
    const open = sessions.find(id);
    if (open) {
      sessions.show(open);
      return;
    }
    const record = await this.#journals.take(id);
    if (!record) {
      throw new UserError('This session can no longer be read.');
    }
    sessions.restore(record);
  }

  /** Settles when everything is on the disk; what happens afterwards is only the window's end. */
  close(): Promise<void> {
    return this.#journals.close();
  }

  dispose(): void {
    this.#journals.dispose();
  }

  #restore(sessions: Sessions): Promise<void> {
    const restore = async (): Promise<void> => {
      await this.#ready;
      const { records, front } = await this.#journals.opened();
      for (const record of records) {
        // An agent that is gone from the settings: its session stays in the history.
        await this.#report.around('Restoring a session', () => sessions.restore(record));
      }
      const before = front === undefined ? undefined : sessions.find(front);
      if (before) {
        sessions.show(before);
      }
    };
    return this.#report.around('Restoring the open sessions', restore);
  }

  /** A full disk is told once, not at each word. */
  #failed(error: unknown): void {
    if (!this.#isTold) {
      this.#isTold = true;
      const reason = messageOf(error);
      const told = `Your sessions cannot be written to disk: ${reason}. What happens now is lost when the window closes.`;
      this.#report.failure('Writing down a session', new UserError(told));
    }
  }
}

/** One folder for each workspace, below the extension's own storage: they can be looked through together. */
function folderOf({ globalStorageUri, storageUri }: vscode.ExtensionContext): string {
  const workspace = createHash('sha256')
    .update(storageUri?.fsPath ?? '')
    .digest('hex');
  return vscode.Uri.joinPath(globalStorageUri, 'sessions', workspace.slice(0, 32)).fsPath;
}
