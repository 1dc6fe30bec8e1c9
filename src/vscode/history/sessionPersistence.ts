import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { SnapshotGarbageCollector } from '../../agent/checkpoint/snapshotGarbageCollector.ts';
import { DraftStore } from '../../agent/journal/draftStore.ts';
import { OtherWorkspaces } from '../../agent/journal/otherWorkspaces.ts';
import { SessionHistory } from '../../agent/journal/sessionHistory.ts';
import { JournalFolder } from '../../agent/journal/journalFolder.ts';
import { SessionJournals } from '../../agent/journal/sessionJournals.ts';
import { carryOverDrafts } from '../../agent/journal/carryOverDrafts.ts';
import type { SecretStore } from '../../agent/authentication/secretStore.ts';
import type { TurnParticipant } from '../../agent/session/turnParticipant.ts';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { getErrorMessage, UserError } from '../../core/errors.ts';
import { asString } from '../../core/json.ts';
import { ChatViewProvider } from '../chat/chatViewProvider.ts';
import { getObstacle } from '../workspaceRoots.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { getSetting } from '../settings.ts';
import { clearStorage } from './clearStorage.ts';
import { exportSession } from './exportSession.ts';
import { HistoryQuickPick, type HistoryQuickPickOptions } from './historyQuickPick.ts';
import { importSession } from './importSession.ts';

/** Keeps the sessions of this workspace on the disk, outside the workspace, and brings them back. */
export class SessionPersistence implements vscode.Disposable {
  readonly history: SessionHistory;
  readonly #drafts: DraftStore;
  readonly #journals: SessionJournals;
  readonly #elsewhere: OtherWorkspaces;
  readonly #reporter: ErrorReporter;
  readonly #secrets: Pick<SecretStore, 'get'>;
  readonly #ready: Promise<unknown>;
  #isTold = false;
  #isShown = false;
  #running: readonly Session[] = [];

  constructor(context: vscode.ExtensionContext, reporter: ErrorReporter) {
    this.#reporter = reporter;
    this.#secrets = { get: async name => context.secrets.get(name) };
    const folder = new JournalFolder(folderOf(context));
    this.#ready = reporter.run(vscode.l10n.t('Preparing the session history'), () =>
      folder.prepare(),
    );
    this.#journals = new SessionJournals(folder, error => this.#failed(error));
    this.#drafts = new DraftStore(folder, error => this.#failed(error));
    this.history = new SessionHistory(this.#journals);
    this.#elsewhere = new OtherWorkspaces(folder.path, error => this.#failed(error));
  }

  /** A prompt is on the disk before it goes out: so it cannot go out twice, whatever happens to the window. */
  flushBefore(turns?: TurnParticipant): TurnParticipant {
    return {
      willStart: async turn => {
        await this.#journals.flush();
        await turns?.willStart(turn);
      },
      didEnd: async turn => turns?.didEnd(turn),
    };
  }

  /** Writes down what happens in these sessions, shows again those that stood open, and offers all of them. */
  register(
    sessions: Sessions,
    chat: ChatViewProvider,
    storage: SnapshotGarbageCollector,
  ): readonly vscode.Disposable[] {
    this.#journals.attach(sessions);
    const passingOn = carryOverDrafts(sessions, this.drafts);
    if (!getObstacle()) {
      void this.#restore(sessions);
    }
    return [
      this,
      passingOn,
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#restore(sessions)),
      vscode.commands.registerCommand(COMMANDS.openHistory, () =>
        new HistoryQuickPick(this.#pickParts(sessions, chat)).show(),
      ),
      vscode.commands.registerCommand(COMMANDS.importSession, (file: unknown) =>
        this.#reporter.run(COMMANDS.importSession, () =>
          importSession(
            this.#pickParts(sessions, chat),
            file instanceof vscode.Uri ? file : undefined,
          ),
        ),
      ),
      vscode.commands.registerCommand(COMMANDS.clearHistory, () =>
        this.#reporter.run(COMMANDS.clearHistory, () =>
          clearStorage({ history: this.history, elsewhere: this.#elsewhere, sessions, storage }),
        ),
      ),
      vscode.commands.registerCommand(COMMANDS.exportSession, (id: unknown) =>
        this.#reporter.run(COMMANDS.exportSession, () =>
          exportSession(this.history, asString(id) ?? chat.activeSession?.id, this.#secrets),
        ),
      ),
    ];
  }

  /** The user looks at the chat: sessions that ran when the window was reloaded go on. */
  resumeSessions(): void {
    this.#isShown = true;
    this.#takeUp();
  }

  /** What was written and not sent. A session for which something was written is not lost with the window. */
  get drafts(): Pick<DraftStore, 'get' | 'set' | 'onDidChange'> {
    return {
      onDidChange: this.#drafts.onDidChange,
      get: sessionId => this.#drafts.get(sessionId),
      set: (sessionId, draft, atMs) => {
        if (draft.length > 0) {
          this.#journals.start(sessionId);
        }
        this.#drafts.set(sessionId, draft, atMs);
      },
    };
  }

  /** What happened so far outlives this process; a disk that does not answer must not stop the chat. */
  async whenPersisted(): Promise<void> {
    const waited = new AbortController();
    await Promise.race([
      this.#journals.whenWritten(),
      delay(WRITTEN_WITHIN_MS, undefined, { signal: waited.signal }).catch(() => {}),
    ]);
    waited.abort();
  }

  /** The sessions there are: open, closed, or deleted and not yet gone. */
  async sessionIds(sessions: Sessions): Promise<ReadonlySet<string>> {
    await this.#ready;
    return new Set([...(await this.#journals.folder.ids()), ...sessions.all.map(({ id }) => id)]);
  }

  /** Settles when everything is on the disk; what happens afterwards is only the window's end. */
  async close(): Promise<void> {
    await this.#drafts.flush();
    await this.#journals.close();
  }

  dispose(): void {
    this.#journals.dispose();
  }

  #pickParts(sessions: Sessions, chat: ChatViewProvider): HistoryQuickPickOptions {
    return {
      history: this.history,
      elsewhere: this.#elsewhere,
      sessions,
      reporter: this.#reporter,
      open: (id, entryId) => this.#open(sessions, { id, entryId, chat }),
    };
  }

  /** Opens a session of the history, brings it to the front, and shows the entry that was looked for. */
  async #open(
    sessions: Sessions,
    {
      id,
      entryId,
      chat,
    }: {
      readonly id: string;
      readonly entryId: string | undefined;
      readonly chat: ChatViewProvider;
    },
  ): Promise<void> {
    const open = sessions.find(id);
    const record = open ? undefined : await this.#journals.load(id);
    if (open) {
      sessions.setActive(open);
    } else if (record) {
      sessions.restore(record);
    } else {
      throw new UserError(vscode.l10n.t('This session can no longer be read.'));
    }
    await vscode.commands.executeCommand(`${ChatViewProvider.id}.focus`);
    if (entryId !== undefined) {
      chat.reveal(entryId);
    }
  }

  /** One with prompts that wait stays asleep: they do not go out by themselves. */
  #takeUp(): void {
    if (this.#isShown) {
      const able = this.#running.filter(
        ({ conversation }) => conversation.state.queue.length === 0,
      );
      this.#running = [];
      able.forEach(session => void session.open());
    }
  }

  #restore(sessions: Sessions): Promise<void> {
    const restore = async (): Promise<void> => {
      await this.#ready;
      const { records, front, running } = await this.#journals.loadOpenSessions();
      const begun = sessions.active; // A command may have been quicker: what it began stays in front.
      for (const record of records) {
        await this.#reporter.run(vscode.l10n.t('Restoring a session'), () =>
          sessions.restore(record),
        );
      }
      this.#running = sessions.all.filter(({ id }) => running.includes(id));
      this.#takeUp();
      const inFront = begun ?? (front === undefined ? undefined : sessions.find(front));
      if (inFront) {
        sessions.setActive(inFront);
      }
      this.#drafts.keepOnly(await this.sessionIds(sessions));
      await this.history.enforceSizeLimit(getSetting('history.limitMb') * 1_000_000);
    };
    return this.#reporter.run(vscode.l10n.t('Restoring the open sessions'), restore);
  }

  /** A full disk is told once, not at each word. */
  #failed(error: unknown): void {
    if (!this.#isTold) {
      this.#isTold = true;
      const reason = getErrorMessage(error);
      const told = vscode.l10n.t(
        'Your sessions cannot be written to disk: {0}. What happens now is lost when the window closes.',
        reason,
      );
      this.#reporter.report(vscode.l10n.t('Writing down a session'), new UserError(told));
    }
  }
}

/** What could not be written by then is shown all the same. */
const WRITTEN_WITHIN_MS = 200;

/** One folder for each workspace, below the extension's own storage: they can be looked through together. */
function folderOf({ globalStorageUri, storageUri }: vscode.ExtensionContext): string {
  const workspace = createHash('sha256')
    .update(storageUri?.fsPath ?? '')
    .digest('hex');
  return vscode.Uri.joinPath(globalStorageUri, 'sessions', workspace.slice(0, 32)).fsPath;
}
