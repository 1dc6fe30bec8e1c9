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
import { getUnavailableReason } from '../workspaceRoots.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { getSetting } from '../settings.ts';
import { clearStorage } from './clearStorage.ts';
import { exportSession } from './exportSession.ts';
import { HistoryQuickPick, type HistoryQuickPickOptions } from './historyQuickPick.ts';
import { importSession } from './importSession.ts';
import { isSessionNode, SessionsView, type SessionsViewOptions } from './sessionsView.ts';

/** Persists the sessions of this workspace outside of the workspace, and restores them. */
export class SessionPersistence implements vscode.Disposable {
  readonly history: SessionHistory;
  readonly #drafts: DraftStore;
  readonly #journals: SessionJournals;
  readonly #otherWorkspaces: OtherWorkspaces;
  readonly #reporter: ErrorReporter;
  readonly #secrets: Pick<SecretStore, 'get'>;
  readonly #ready: Promise<unknown>;
  /** Settles when the sessions that were open are there again. */
  #restored: Promise<unknown> = Promise.resolve();
  #sessionsView: SessionsView | undefined;
  #hasReportedError = false;
  #isChatVisible = false;
  #interrupted: readonly Session[] = [];

  constructor(context: vscode.ExtensionContext, reporter: ErrorReporter) {
    this.#reporter = reporter;
    this.#secrets = { get: async name => context.secrets.get(name) };
    const folder = new JournalFolder(getJournalFolder(context));
    this.#ready = reporter.run(vscode.l10n.t('Loading the session history'), () =>
      folder.prepare(),
    );
    this.#journals = new SessionJournals(folder, error => this.#reportWriteError(error));
    this.#drafts = new DraftStore(folder, error => this.#reportWriteError(error));
    this.history = new SessionHistory(this.#journals);
    this.#otherWorkspaces = new OtherWorkspaces(folder.path, error =>
      this.#reportWriteError(error),
    );
  }

  /** Writes a prompt to disk before it is sent, so that it is not sent again after a crash. */
  flushBefore(participant?: TurnParticipant): TurnParticipant {
    return {
      willStart: async turn => {
        await this.#journals.flush();
        await participant?.willStart(turn);
      },
      didEnd: async turn => (await participant?.didEnd(turn)) ?? [],
    };
  }

  /** Starts to persist the sessions, restores those that were open, and registers the commands of the history. */
  register(
    sessions: Sessions,
    chat: ChatViewProvider,
    storage: SnapshotGarbageCollector,
  ): readonly vscode.Disposable[] {
    this.#journals.attach(sessions);
    const draftTransfer = carryOverDrafts(sessions, this.drafts);
    if (!getUnavailableReason()) {
      this.#beginRestore(sessions);
    }
    return [
      this,
      draftTransfer,
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#beginRestore(sessions)),
      ...[COMMANDS.openHistory, COMMANDS.searchSessions].map(command =>
        vscode.commands.registerCommand(command, () =>
          new HistoryQuickPick(this.#quickPickOptions(sessions, chat)).show(),
        ),
      ),
      vscode.commands.registerCommand(COMMANDS.importSession, (file: unknown) =>
        this.#reporter.run(COMMANDS.importSession, () =>
          importSession(
            this.#quickPickOptions(sessions, chat),
            file instanceof vscode.Uri ? file : undefined,
          ),
        ),
      ),
      vscode.commands.registerCommand(COMMANDS.clearHistory, () =>
        this.#reporter.run(COMMANDS.clearHistory, () =>
          clearStorage({
            history: this.history,
            otherWorkspaces: this.#otherWorkspaces,
            sessions,
            storage,
          }),
        ),
      ),
      vscode.commands.registerCommand(COMMANDS.exportSession, (argument: unknown) =>
        this.#reporter.run(COMMANDS.exportSession, () => {
          const id = isSessionNode(argument) ? argument.item.id : asString(argument);
          return exportSession(this.history, id ?? chat.activeSession?.id, this.#secrets);
        }),
      ),
    ];
  }

  /** The list of all sessions. */
  createSessionsView(
    sessions: Sessions,
    chat: ChatViewProvider,
    pending: SessionsViewOptions['pending'],
  ): SessionsView {
    this.#sessionsView = new SessionsView({ ...this.#quickPickOptions(sessions, chat), pending });
    return this.#sessionsView;
  }

  /** Continues the sessions that were running when the window was reloaded. Called when the chat becomes visible. */
  resumeSessions(): void {
    this.#isChatVisible = true;
    this.#resume();
  }

  /** The drafts. Saving one also persists its session, so that both survive a reload. */
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

  /** Settles when all changes are on disk, or after a timeout, so that a slow disk does not block the chat. */
  whenPersisted(): Promise<void> {
    return settledWithin(this.#journals.whenWritten(), PERSIST_TIMEOUT_MS);
  }

  /** Settles when the sessions that were open are there again, or after a timeout, for the same reason. */
  whenRestored(): Promise<void> {
    return settledWithin(this.#restored, RESTORE_TIMEOUT_MS);
  }

  /** The ids of all sessions: open, closed, and deleted ones that can still be restored. */
  async sessionIds(sessions: Sessions): Promise<ReadonlySet<string>> {
    await this.#ready;
    return new Set([...(await this.#journals.folder.ids()), ...sessions.all.map(({ id }) => id)]);
  }

  /** Writes everything to disk. Later changes are not persisted. */
  async close(): Promise<void> {
    await this.#drafts.flush();
    await this.#journals.close();
  }

  dispose(): void {
    this.#sessionsView?.dispose();
    this.#journals.dispose();
  }

  #quickPickOptions(sessions: Sessions, chat: ChatViewProvider): HistoryQuickPickOptions {
    return {
      history: this.history,
      otherWorkspaces: this.#otherWorkspaces,
      sessions,
      reporter: this.#reporter,
      open: (id, entryId) => this.#open(sessions, { id, entryId, chat }),
    };
  }

  /** Opens a session of the history and reveals the entry that the search found. */
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

  /** Sessions with queued prompts stay dormant, since those prompts must not be sent without the user. */
  #resume(): void {
    if (this.#isChatVisible) {
      const able = this.#interrupted.filter(
        ({ conversation }) => conversation.state.queue.length === 0,
      );
      this.#interrupted = [];
      able.forEach(session => void session.open());
    }
  }

  #beginRestore(sessions: Sessions): void {
    const restored = this.#restore(sessions);
    this.#restored = restored;
    void restored.then(() =>
      this.#reporter.run(vscode.l10n.t('Restoring open sessions'), () => this.#tidy(sessions)),
    );
  }

  /** Deletes drafts and sessions that are no longer needed. */
  async #tidy(sessions: Sessions): Promise<void> {
    this.#drafts.keepOnly(await this.sessionIds(sessions));
    await this.history.enforceSizeLimit(getSetting('history.limitMb') * 1_000_000);
  }

  #restore(sessions: Sessions): Promise<void> {
    const restore = async (): Promise<void> => {
      await this.#ready;
      const { records, front, running } = await this.#journals.loadOpenSessions();
      const created = sessions.active; // A command may have created a session meanwhile, which stays active.
      for (const record of records) {
        await this.#reporter.run(vscode.l10n.t('Restoring a session'), () =>
          sessions.restore(record),
        );
      }
      this.#interrupted = sessions.all.filter(({ id }) => running.includes(id));
      this.#resume();
      const active = created ?? (front === undefined ? undefined : sessions.find(front));
      if (active) {
        sessions.setActive(active);
      }
    };
    return this.#reporter.run(vscode.l10n.t('Restoring open sessions'), restore);
  }

  /** Reports a write error such as a full disk only once. */
  #reportWriteError(error: unknown): void {
    if (!this.#hasReportedError) {
      this.#hasReportedError = true;
      const reason = getErrorMessage(error);
      const message = vscode.l10n.t(
        "Couldn't save your sessions: {0}. New messages will be lost when the window closes.",
        reason,
      );
      this.#reporter.report(vscode.l10n.t('Saving a session'), new UserError(message));
    }
  }
}

const PERSIST_TIMEOUT_MS = 200;
const RESTORE_TIMEOUT_MS = 2_000;

async function settledWithin(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const waited = new AbortController();
  await Promise.race([
    work.catch(() => {}),
    delay(timeoutMs, undefined, { signal: waited.signal }).catch(() => {}),
  ]);
  waited.abort();
}

/** Each workspace has a folder in the extension's global storage, so that all of them can be searched together. */
function getJournalFolder({ globalStorageUri, storageUri }: vscode.ExtensionContext): string {
  const workspace = createHash('sha256')
    .update(storageUri?.fsPath ?? '')
    .digest('hex');
  return vscode.Uri.joinPath(globalStorageUri, 'sessions', workspace.slice(0, 32)).fsPath;
}
