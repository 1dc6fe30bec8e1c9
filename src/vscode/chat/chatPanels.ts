import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import type * as messages from '../../core/chat/messages.ts';
import { getSessionTitle } from '../../core/chat/sessionSummary.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import { ChatWebview, type ShownSession, type ChatWebviewOptions } from './chatWebview.ts';

/** Those who hear of the pages that are editors. */
interface Ears {
  readonly onReady: (page: ChatWebview) => void;
  readonly onFocus: (page: ChatWebview) => void;
  readonly onSeen: () => void;
}

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly page: ChatWebview;
  readonly front: ShownSession;
  readonly retitle: () => void;
}

/** The chat as editors, side by side: each shows a session of its own. */
export class ChatPanels implements vscode.Disposable {
  static readonly type = 'accord.chatEditor';
  readonly #parts: ChatWebviewOptions;
  readonly #ears: Ears;
  readonly #disposables = new DisposableStore();
  readonly #open = new Set<OpenPanel>();

  constructor(parts: ChatWebviewOptions, ears: Ears) {
    this.#parts = parts;
    this.#ears = ears;
    this.#disposables.add(
      parts.sessions.onDidChange(({ change }) => {
        if (change.state) {
          this.#open.forEach(({ retitle }) => retitle());
        }
      }),
    );
  }

  get visible(): boolean {
    return [...this.#open].some(({ panel }) => panel.visible);
  }

  /** A page that can be asked for something, if there is one. */
  get readyWebview(): ChatWebview | undefined {
    return [...this.#open].find(({ page }) => page.isReady)?.page;
  }

  /** Opens an editor for a session, or shows the one that it has. */
  open(session: Session | undefined): void {
    const known = [...this.#open].find(({ front }) => session && front.session === session);
    if (known) {
      known.panel.reveal();
    } else {
      this.#add(session);
    }
  }

  /** Takes an editor of an earlier window in hand again, with the session that it showed. */
  restore(panel: vscode.WebviewPanel, sessionId: string | undefined): void {
    this.#fill(panel, sessionId);
  }

  reset(): void {
    for (const { page, retitle } of this.#open) {
      page.reset();
      retitle();
    }
  }

  /** Which sessions there are, or which one is in front, is different. */
  updateSessions(): void {
    for (const { page, retitle } of this.#open) {
      if (page.isStale) {
        page.reset();
      } else {
        page.updateShell();
      }
      retitle();
    }
  }

  updateShell(): void {
    this.#open.forEach(({ page }) => page.updateShell());
  }

  suggest(suggestion: messages.ImplicitContext): void {
    this.#open.forEach(({ page }) => page.suggest(suggestion));
  }

  /** The editors stay: when the window is loaded again, they come back. */
  dispose(): void {
    this.#disposables.dispose();
  }

  #add(session: Session | undefined): void {
    const panel = vscode.window.createWebviewPanel(
      ChatPanels.type,
      'Accord',
      vscode.ViewColumn.Active,
      { enableFindWidget: true },
    );
    this.#fill(panel, session?.id);
  }

  #fill(panel: vscode.WebviewPanel, sessionId: string | undefined): void {
    panel.iconPath = vscode.Uri.joinPath(this.#parts.root, 'media', 'icon.png');
    const front = this.#front(sessionId, () => {
      page.reset();
      opened.retitle();
    });
    const page = this.#disposables.add(
      new ChatWebview(panel.webview, this.#parts, front, {
        onReady: () => {
          page.reset();
          this.#ears.onReady(page);
        },
        onFocus: () => this.#ears.onFocus(page),
      }),
    );
    const opened: OpenPanel = {
      panel,
      page,
      front,
      retitle: () => (panel.title = nameOf(front.session)),
    };
    this.#open.add(opened);
    opened.retitle();
    panel.onDidChangeViewState(() => {
      page.setVisible(panel.visible);
      this.#ears.onSeen();
    });
    panel.onDidDispose(() => {
      this.#open.delete(opened);
      this.#disposables.deleteAndLeak(page);
      page.dispose();
      this.#ears.onSeen();
    });
  }

  /** Its own session as long as that is open, else the one in front. After a reload sessions come back one by one. */
  #front(first: string | undefined, changed: () => void): ShownSession {
    const { sessions } = this.#parts;
    let own = first;
    return {
      get session() {
        return (own === undefined ? undefined : sessions.find(own)) ?? sessions.active;
      },
      show: session => {
        own = session.id;
        changed();
      },
    };
  }
}

const nameOf = (session: Session | undefined): string =>
  (session && getSessionTitle(session.conversation.state, session.conversation.transcript)) ||
  'Accord';
