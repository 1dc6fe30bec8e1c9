import * as vscode from 'vscode';
import type { Session } from '../../agent/session.ts';
import type * as messages from '../../core/chat/messages.ts';
import { titleOf } from '../../core/chat/summary.ts';
import { Lifetime } from '../../core/lifetime.ts';
import { ChatPage, type Front, type PageParts } from './chatPage.ts';

/** Those who hear of the pages that are editors. */
interface Ears {
  readonly onReady: (page: ChatPage) => void;
  readonly onFocus: (page: ChatPage) => void;
  readonly onSeen: () => void;
}

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly page: ChatPage;
  readonly front: Front;
  readonly retitle: () => void;
}

/** The chat as editors, side by side: each shows a session of its own. */
export class ChatPanels implements vscode.Disposable {
  static readonly type = 'accord.chatEditor';
  readonly #parts: PageParts;
  readonly #ears: Ears;
  readonly #lifetime = new Lifetime();
  readonly #open = new Set<OpenPanel>();

  constructor(parts: PageParts, ears: Ears) {
    this.#parts = parts;
    this.#ears = ears;
    this.#lifetime.own(
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
  get ready(): ChatPage | undefined {
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
  listed(): void {
    for (const { page, retitle } of this.#open) {
      if (page.isBehind) {
        page.reset();
      } else {
        page.shellChanged();
      }
      retitle();
    }
  }

  shellChanged(): void {
    this.#open.forEach(({ page }) => page.shellChanged());
  }

  suggest(suggestion: messages.Suggestion): void {
    this.#open.forEach(({ page }) => page.suggest(suggestion));
  }

  /** The editors stay: when the window is loaded again, they come back. */
  dispose(): void {
    this.#lifetime.dispose();
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
    const page = this.#lifetime.own(
      new ChatPage(panel.webview, this.#parts, front, {
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
      page.seen(panel.visible);
      this.#ears.onSeen();
    });
    panel.onDidDispose(() => {
      this.#open.delete(opened);
      this.#lifetime.disown(page);
      page.dispose();
      this.#ears.onSeen();
    });
  }

  /** Its own session as long as that is open, else the one in front. After a reload sessions come back one by one. */
  #front(first: string | undefined, changed: () => void): Front {
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
  (session && titleOf(session.conversation.state, session.conversation.transcript)) || 'Accord';
