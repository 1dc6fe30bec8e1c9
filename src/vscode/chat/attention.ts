import * as vscode from 'vscode';
import type { Session } from '../../agent/session.ts';
import type { Sessions } from '../../agent/sessions.ts';
import { callFor, harmless, type Call, type Standing } from '../../core/chat/attention.ts';
import { titleOf } from '../../core/chat/summary.ts';
import { Lifetime, type Disposable } from '../../core/lifetime.ts';
import { COMMANDS } from '../commands.ts';
import type { Report } from '../report.ts';
import { setting } from '../settings.ts';
import type { ChatView } from './chatView.ts';

/** Calls the user when a session needs them and the chat is out of sight: badge, status bar, notification. */
export class Attention implements vscode.Disposable {
  readonly #sessions: Sessions;
  readonly #chat: ChatView;
  readonly #report: Report;
  readonly #lifetime = new Lifetime();
  readonly #item = this.#lifetime.own(waitingItem());
  readonly #standings = new Map<Session, Standing>();
  /** What was called out since the user last saw the chat, so that nobody is called twice for one thing. */
  readonly #called = new Map<Session, Set<Call>>();
  #isDue = false;
  #openCount = 0;

  constructor(sessions: Sessions, chat: ChatView, report: Report) {
    this.#sessions = sessions;
    this.#chat = chat;
    this.#report = report;
    const own = (thing: Disposable): Disposable => this.#lifetime.own(thing);
    own(sessions.onDidChange(() => this.#soon()));
    own(sessions.onDidList(() => this.#soon()));
    own(chat.onDidChangeVisibility(() => this.#look()));
    own(vscode.window.onDidChangeWindowState(() => this.#look()));
    own(
      vscode.commands.registerCommand(COMMANDS.showWaiting, () =>
        report.around(COMMANDS.showWaiting, () =>
          this.#show(sessions.all.find(({ openCount }) => openCount > 0)),
        ),
      ),
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
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
      const call = before && callFor(before, after);
      if (call) {
        this.#call(session, call);
      }
    }
    this.#tell(all.reduce((sum, { openCount }) => sum + openCount, 0));
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

  #call(session: Session, call: Call): void {
    const called = this.#called.get(session) ?? new Set();
    if (this.#isSeen || called.has(call) || setting('notify') === 'off') {
      return;
    }
    this.#called.set(session, called.add(call));
    void this.#report.around(vscode.l10n.t('Calling the user'), async () => {
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
      this.#sessions.show(session);
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

const standingOf = ({ openCount, conversation: { state } }: Session): Standing => ({
  status: state.status.kind,
  queuedCount: state.queue.length,
  openCount,
});

function wordsOf({ agent, conversation }: Session, call: Call): string {
  const title = titleOf(conversation.state, conversation.transcript);
  const [name, words] = [harmless(agent.name), harmless(title)];
  switch (call) {
    case 'needsYou':
      return vscode.l10n.t('{0} waits for you: {1}', name, words);
    case 'finished':
      return vscode.l10n.t('{0} is done: {1}', name, words);
    case 'stopped':
      return vscode.l10n.t('{0} stopped: {1}', name, words);
  }
}
