import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import type * as messages from '../../core/chat/messages.ts';
import { getSessionTitle } from '../../core/chat/sessionSummary.ts';
import type { Port } from '../../core/chat/port.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import { openChatPage } from './chatHtml.ts';
import { ChatWebview, type WebviewSession, type ChatWebviewOptions } from './chatWebview.ts';

/** What the owner of the panels is told. */
interface ChatPanelsListener {
  readonly onReady: (webview: ChatWebview) => void;
  readonly onFocus: (webview: ChatWebview) => void;
  readonly onDidChangeVisibility: () => void;
}

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly webview: ChatWebview;
  readonly shown: WebviewSession;
  readonly updateTitle: () => void;
}

/** The chat in editors. Each shows a session of its own. */
export class ChatPanels implements vscode.Disposable {
  static readonly type = 'accord.chatEditor';
  readonly #options: ChatWebviewOptions;
  readonly #listener: ChatPanelsListener;
  readonly #disposables = new DisposableStore();
  readonly #open = new Set<OpenPanel>();

  constructor(options: ChatWebviewOptions, listener: ChatPanelsListener) {
    this.#options = options;
    this.#listener = listener;
    this.#disposables.add(
      options.sessions.onDidChange(({ change }) => {
        if (change.state) {
          this.#open.forEach(({ updateTitle }) => updateTitle());
        }
      }),
    );
  }

  get visible(): boolean {
    return [...this.#open].some(({ panel }) => panel.visible);
  }

  get webviews(): readonly ChatWebview[] {
    return [...this.#open].map(({ webview }) => webview);
  }

  /** A webview that can answer requests. */
  get readyWebview(): ChatWebview | undefined {
    return this.webviews.find(({ isReady }) => isReady);
  }

  /** Opens an editor for a session, or reveals the one that it has. */
  open(session: Session | undefined): void {
    const existing = [...this.#open].find(({ shown }) => session && shown.session === session);
    if (existing) {
      existing.panel.reveal();
    } else {
      this.#add(session);
    }
  }

  /** Restores an editor after a reload of the window, with the session that it showed. */
  restore(panel: vscode.WebviewPanel, page: Port, sessionId: string | undefined): void {
    this.#attach(panel, page, sessionId);
  }

  reset(): void {
    for (const { webview, updateTitle } of this.#open) {
      webview.reset();
      updateTitle();
    }
  }

  /** The list of sessions or the active session has changed. */
  updateSessions(): void {
    for (const { webview, updateTitle } of this.#open) {
      if (webview.isStale) {
        webview.reset();
      } else {
        webview.updateShell();
      }
      updateTitle();
    }
  }

  updateShell(): void {
    this.#open.forEach(({ webview }) => webview.updateShell());
  }

  suggest(suggestion: messages.ImplicitContext): void {
    this.#open.forEach(({ webview }) => webview.suggest(suggestion));
  }

  /** Does not close the editors, so that VS Code restores them after a reload. */
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
    this.#attach(panel, openChatPage(panel.webview, this.#options.root), session?.id);
  }

  #attach(panel: vscode.WebviewPanel, page: Port, sessionId: string | undefined): void {
    panel.iconPath = vscode.Uri.joinPath(this.#options.root, 'media', 'icon.png');
    const shown = this.#createShownSession(sessionId, () => {
      webview.reset();
      open.updateTitle();
    });
    const webview = this.#disposables.add(
      new ChatWebview(page, this.#options, shown, {
        onReady: () => {
          webview.reset();
          this.#listener.onReady(webview);
        },
        onFocus: () => this.#listener.onFocus(webview),
      }),
    );
    const open: OpenPanel = {
      panel,
      webview,
      shown,
      updateTitle: () => (panel.title = getTitle(shown.session)),
    };
    this.#open.add(open);
    open.updateTitle();
    panel.onDidChangeViewState(() => {
      webview.setVisible(panel.visible);
      this.#listener.onDidChangeVisibility();
    });
    panel.onDidDispose(() => {
      this.#open.delete(open);
      this.#disposables.deleteAndLeak(webview);
      webview.dispose();
      this.#listener.onDidChangeVisibility();
    });
  }

  /**
   * The panel's own session while it is open, else the active session. After a reload, sessions are restored one by one, so
   * the own session may not be there yet.
   */
  #createShownSession(initialId: string | undefined, onDidChange: () => void): WebviewSession {
    const { sessions } = this.#options;
    let ownId = initialId;
    return {
      get session() {
        return (ownId === undefined ? undefined : sessions.find(ownId)) ?? sessions.active;
      },
      show: session => {
        ownId = session.id;
        onDidChange();
      },
    };
  }
}

const getTitle = (session: Session | undefined): string =>
  (session && getSessionTitle(session.conversation.state, session.conversation.transcript)) ||
  'Accord';
