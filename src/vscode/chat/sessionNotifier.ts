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
import { DisposableStore, type Disposable } from '../../core/disposableStore.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { getSetting } from '../settings.ts';
import type { ChatViewProvider } from './chatViewProvider.ts';

/** Calls the user when a session needs them and the chat is out of sight: badge, status bar, notification. */
export class SessionNotifier implements vscode.Disposable {
  readonly #sessions: Sessions;
  readonly #chat: ChatViewProvider;
  readonly #reporter: ErrorReporter;
  readonly #disposables = new DisposableStore();
  readonly #item = this.#disposables.add(waitingItem());
  readonly #standings = new Map<Session, AttentionState>();
  /** What was called out since the user last saw the chat, so that nobody is called twice for one thing. */
  readonly #called = new Map<Session, Set<AttentionReason>>();
  #isDue = false;
  #openCount = 0;

  constructor(sessions: Sessions, chat: ChatViewProvider, reporter: ErrorReporter) {
    this.#sessions = sessions;
    this.#chat = chat;
    this.#reporter = reporter;
    const own = (thing: Disposable): Disposable => this.#disposables.add(thing);
    own(sessions.onDidChange(() => this.#soon()));
    own(sessions.onDidChangeSessions(() => this.#soon()));
    own(chat.onDidChangeVisibility(() => this.#look()));
    own(vscode.window.onDidChangeWindowState(() => this.#look()));
    own(
      vscode.commands.registerCommand(COMMANDS.showWaiting, () =>
        reporter.run(COMMANDS.showWaiting, () =>
          this.#show(sessions.all.find(({ pendingRequestCount: openCount }) => openCount > 0)),
        ),
      ),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** A request counts as open just after it was shown, so this looks when that has happened. */
  #soon(): void {
    if (!this.#isDue) {
      this.#isDue = true;
      queueMicrotask(() => {
        this.#isDue = false;
        this.#compare();
      });
    }
  }

  #compare(): void {
    const { all } = this.#sessions;
    for (const gone of [...this.#standings.keys()].filter(known => !all.includes(known))) {
      this.#standings.delete(gone);
      this.#called.delete(gone);
    }
    for (const session of all) {
      const before = this.#standings.get(session);
      const after = standingOf(session);
      this.#standings.set(session, after);
      const call = before && getAttentionReason(before, after);
      if (call) {
        this.#call(session, call);
      }
    }
    this.#tell(all.reduce((sum, { pendingRequestCount: openCount }) => sum + openCount, 0));
  }

  /** Nothing is told twice: each word of an agent leads here. */
  #tell(openCount: number): void {
    if (openCount === this.#openCount) {
      return;
    }
    this.#openCount = openCount;
    this.#chat.setBadge(openCount);
    if (openCount > 0) {
      this.#item.text = `$(bell-dot) ${vscode.l10n.t('Accord: waiting for you')}`;
      this.#item.show();
    } else {
      this.#item.hide();
    }
  }

  #call(session: Session, call: AttentionReason): void {
    const called = this.#called.get(session) ?? new Set();
    if (this.#isSeen || called.has(call) || getSetting('notify') === 'off') {
      return;
    }
    this.#called.set(session, called.add(call));
    void this.#reporter.run(vscode.l10n.t('Calling the user'), async () => {
      const show = vscode.l10n.t('Show');
      const chosen = await vscode.window.showInformationMessage(wordsOf(session, call), show);
      called.delete(call);
      if (chosen === show) {
        await this.#show(session);
      }
    });
  }

  get #isSeen(): boolean {
    return this.#chat.visible && vscode.window.state.focused;
  }

  #look(): void {
    if (this.#isSeen) {
      this.#called.clear();
    }
  }

  async #show(session: Session | undefined): Promise<void> {
    if (session && this.#sessions.all.includes(session)) {
      this.#sessions.setActive(session);
    }
    await vscode.commands.executeCommand('accord.chat.focus');
  }
}

function waitingItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem(
    'accord.waiting',
    vscode.StatusBarAlignment.Left,
    51,
  );
  item.name = vscode.l10n.t('Agents Waiting for You');
  item.tooltip = vscode.l10n.t('An agent waits for your answer. Click to see what it asks.');
  item.command = COMMANDS.showWaiting;
  item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  return item;
}

const standingOf = ({
  pendingRequestCount: openCount,
  conversation: { state },
}: Session): AttentionState => ({
  status: state.status.kind,
  queuedCount: state.queue.length,
  openCount,
});

function wordsOf({ agent, conversation }: Session, call: AttentionReason): string {
  const title = getSessionTitle(conversation.state, conversation.transcript);
  const [name, words] = [sanitizeMessage(agent.name), sanitizeMessage(title)];
  switch (call) {
    case 'needsYou':
      return vscode.l10n.t('{0} waits for you: {1}', name, words);
    case 'finished':
      return vscode.l10n.t('{0} is done: {1}', name, words);
    case 'stopped':
      return vscode.l10n.t('{0} stopped: {1}', name, words);
  }
}
