import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import {
  getAttentionReason,
  sanitizeMessage,
  type AttentionReason,
  type AttentionState,
} from '../../core/chat/attention.ts';
import { getSessionTitle } from '../../core/chat/sessionSummary.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { getSetting } from '../settings.ts';
import type { ChatViewProvider } from './chatViewProvider.ts';
import { showInformationMessage } from '../notifications.ts';

/** Notifies the user when a session needs attention: by a badge, in the status bar and, if the chat is hidden, by a message. */
export class SessionNotifier implements vscode.Disposable {
  readonly #sessions: Sessions;
  readonly #chat: ChatViewProvider;
  readonly #reporter: ErrorReporter;
  readonly #disposables = new DisposableStore();
  readonly #statusBarItem = this.#disposables.add(createStatusBarItem());
  readonly #states = new Map<Session, AttentionState>();
  /** The notifications since the user saw the chat last, so that none is shown twice. */
  readonly #notified = new Map<Session, Set<AttentionReason>>();
  #isScheduled = false;
  #pendingCount = 0;

  constructor(sessions: Sessions, chat: ChatViewProvider, reporter: ErrorReporter) {
    this.#sessions = sessions;
    this.#chat = chat;
    this.#reporter = reporter;
    this.#disposables.add(sessions.onDidChange(() => this.#scheduleUpdate()));
    this.#disposables.add(sessions.onDidChangeSessions(() => this.#scheduleUpdate()));
    this.#disposables.add(chat.onDidChangeVisibility(() => this.#onDidChangeVisibility()));
    this.#disposables.add(
      vscode.window.onDidChangeWindowState(() => this.#onDidChangeVisibility()),
    );
    this.#disposables.add(
      vscode.commands.registerCommand(COMMANDS.showWaiting, () =>
        reporter.run(COMMANDS.showWaiting, () =>
          this.#show(sessions.all.find(({ pendingRequestCount }) => pendingRequestCount > 0)),
        ),
      ),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** A request counts as pending only after the change event that shows it, hence the microtask. */
  #scheduleUpdate(): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      queueMicrotask(() => {
        this.#isScheduled = false;
        this.#update();
      });
    }
  }

  #update(): void {
    const { all } = this.#sessions;
    for (const closed of [...this.#states.keys()].filter(known => !all.includes(known))) {
      this.#states.delete(closed);
      this.#notified.delete(closed);
    }
    for (const session of all) {
      const before = this.#states.get(session);
      const after = toAttentionState(session);
      this.#states.set(session, after);
      const reason = before && getAttentionReason(before, after);
      if (reason) {
        this.#notify(session, reason);
      }
    }
    this.#showPendingCount(
      all.reduce((sum, { pendingRequestCount }) => sum + pendingRequestCount, 0),
    );
  }

  /** Called for every chunk of a message, so it returns early if nothing has changed. */
  #showPendingCount(pendingCount: number): void {
    if (pendingCount === this.#pendingCount) {
      return;
    }
    this.#pendingCount = pendingCount;
    this.#chat.setBadge(pendingCount);
    if (pendingCount > 0) {
      this.#statusBarItem.text = `$(bell-dot) ${vscode.l10n.t('Accord: needs input')}`;
      this.#statusBarItem.show();
    } else {
      this.#statusBarItem.hide();
    }
  }

  #notify(session: Session, reason: AttentionReason): void {
    if (getSetting('chat.sound')) {
      this.#chat.playSound(reason);
    }
    const notified = this.#notified.get(session) ?? new Set();
    if (this.#isChatVisible || notified.has(reason) || getSetting('notify') === 'off') {
      return;
    }
    this.#notified.set(session, notified.add(reason));
    void this.#reporter.run(vscode.l10n.t('Showing a notification'), async () => {
      const show = vscode.l10n.t('Show');
      const chosen = await showInformationMessage(getMessage(session, reason), show);
      notified.delete(reason);
      if (chosen === show) {
        await this.#show(session);
      }
    });
  }

  get #isChatVisible(): boolean {
    return this.#chat.visible && vscode.window.state.focused;
  }

  #onDidChangeVisibility(): void {
    if (this.#isChatVisible) {
      this.#notified.clear();
    }
  }

  async #show(session: Session | undefined): Promise<void> {
    if (session && this.#sessions.all.includes(session)) {
      this.#sessions.setActive(session);
    }
    await vscode.commands.executeCommand('accord.chat.focus');
  }
}

function createStatusBarItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem(
    'accord.waiting',
    vscode.StatusBarAlignment.Left,
    51,
  );
  item.name = vscode.l10n.t('Pending Requests');
  item.tooltip = vscode.l10n.t('An agent needs input. Click to show the request.');
  item.command = COMMANDS.showWaiting;
  item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  return item;
}

const toAttentionState = (session: Session): AttentionState => {
  const { status, queue } = session.conversation.state;
  return {
    status: status.kind,
    queuedCount: queue.length,
    openCount: session.pendingRequestCount,
  };
};

function getMessage({ agent, conversation }: Session, reason: AttentionReason): string {
  const title = getSessionTitle(conversation.state, conversation.transcript);
  const [name, text] = [sanitizeMessage(agent.name), sanitizeMessage(title)];
  switch (reason) {
    case 'needsYou':
      return vscode.l10n.t('{0} needs input: {1}', name, text);
    case 'finished':
      return vscode.l10n.t('{0} finished: {1}', name, text);
    case 'stopped':
      return vscode.l10n.t('{0} stopped: {1}', name, text);
  }
}
