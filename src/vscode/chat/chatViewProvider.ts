import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import type * as messages from '../../core/chat/messages.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { asRecord, asString } from '../../core/json.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import {
  ChatWebview,
  type ShownSession,
  type ChatWebviewOptions,
  type ScaledImage,
} from './chatWebview.ts';
import { ChatPanels } from './chatPanels.ts';

/** The chat: its view with the session in front, and editors with sessions of their own. */
export class ChatViewProvider
  implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer, vscode.Disposable
{
  static readonly id = 'accord.chat';
  readonly #parts: ChatWebviewOptions;
  readonly #disposables = new DisposableStore();
  readonly #seen = this.#disposables.add(new Emitter<void>());
  readonly #panels: ChatPanels;
  #open: { readonly view: vscode.WebviewView; readonly page: ChatWebview } | undefined;
  /** The page that had the keyboard last. */
  #workedIn: ChatWebview | undefined;
  #unsent: messages.Insertion[] = [];
  #reveal: string | undefined;
  #suggestion: messages.ImplicitContext = { follows: false };
  #badge: vscode.ViewBadge | undefined;
  /** The chat came into sight or went out of it. */
  readonly onDidChangeVisibility: Event<void> = this.#seen.event;

  constructor(parts: ChatWebviewOptions) {
    this.#parts = parts;
    this.#panels = this.#disposables.add(
      new ChatPanels(parts, {
        onReady: page => page.suggest(this.#suggestion),
        onFocus: page => (this.#workedIn = page),
        onSeen: () => this.#seen.fire(),
      }),
    );
    this.#disposables.add(parts.sessions.onDidChangeSessions(() => this.#listed()));
  }

  register(reporter: ErrorReporter): readonly vscode.Disposable[] {
    return [
      this,
      vscode.commands.registerCommand(COMMANDS.openInEditor, argument =>
        reporter.run(COMMANDS.openInEditor, () => {
          const id = asString(asRecord(argument)?.['sessionId']);
          this.#panels.open(id === undefined ? this.activeSession : this.#parts.sessions.find(id));
        }),
      ),
    ];
  }

  /** The session that the user works in: that of the page which had the keyboard last, while it is in sight. */
  get activeSession(): Session | undefined {
    return this.#workedIn?.isReady ? this.#workedIn.session : this.#parts.sessions.active;
  }

  /** Whether the chat is in sight. */
  get visible(): boolean {
    return this.#open?.view.visible === true || this.#panels.visible;
  }

  /** Says on the view's icon how many requests wait for the user. */
  setBadge(openCount: number): void {
    if (openCount !== (this.#badge?.value ?? 0)) {
      this.#badge =
        openCount === 0
          ? undefined
          : { value: openCount, tooltip: vscode.l10n.t('{0} waiting for you', openCount) };
      this.#showBadge();
    }
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { sessions } = this.#parts;
    const front: ShownSession = {
      get session() {
        return sessions.active;
      },
      show: session => sessions.setActive(session),
    };
    const page = this.#disposables.add(
      new ChatWebview(view.webview, this.#parts, front, {
        onReady: () => this.#fill(),
        onFocus: () => (this.#workedIn = page),
      }),
    );
    this.#open = { view, page };
    this.#showBadge();
    view.onDidChangeVisibility(() => {
      page.setVisible(view.visible);
      this.#seen.fire();
    });
    view.onDidDispose(() => {
      this.#open = undefined;
      this.#disposables.deleteAndLeak(page);
      page.dispose();
    });
  }

  /** An editor with a conversation was open when the window was closed. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    this.#panels.restore(panel, asString(asRecord(state)?.['shown']));
    return Promise.resolve();
  }

  /** Fills all pages anew. */
  reset(): void {
    this.#panels.reset();
    if (this.#open?.page.isReady) {
      this.#open.page.reset(this.#reveal);
      this.#reveal = undefined;
    }
  }

  /** Brings an entry of the session in front into view, as soon as there is a page. */
  reveal(entryId: string): void {
    this.#reveal = entryId;
    this.reset();
  }

  /** Shell parts (sessions, agents, preferences) have changed. */
  updateShell(): void {
    this.#open?.page.updateShell();
    this.#panels.updateShell();
  }

  /** Puts something into the composer, as soon as there is one. */
  insert(insertion: messages.Insertion): void {
    if (this.#open?.page.isReady) {
      this.#open.page.insert(insertion);
    } else {
      this.#unsent.push(insertion);
    }
  }

  /** The same, in the page that the user works in. */
  insertAtFocus(insertion: messages.Insertion): void {
    if (this.#workedIn?.isReady) {
      this.#workedIn.insert(insertion);
    } else {
      this.insert(insertion);
    }
  }

  /** Offers what the user has in front. */
  suggest(suggestion: messages.ImplicitContext): void {
    this.#suggestion = suggestion;
    this.#open?.page.suggest(suggestion);
    this.#panels.suggest(suggestion);
  }

  /** Has the page draw a picture smaller; nothing if there is no page to do it. */
  async scaleImage(image: messages.ScaleImageParams): Promise<ScaledImage | undefined> {
    const page = this.#open?.page.isReady ? this.#open.page : this.#panels.readyWebview;
    return page?.scaleImage(image);
  }

  /** Shows the chat and leaves the keyboard where it is, or brings it back to the editor. */
  async show(): Promise<void> {
    if (this.#open) {
      this.#open.view.show(true);
      return;
    }
    await this.focus();
    if (vscode.window.activeTextEditor) {
      await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    }
  }

  /** Shows the chat and moves the keyboard there. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${ChatViewProvider.id}.focus`);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Who reads goes on reading: only a page whose session is another one is filled anew. */
  #listed(): void {
    this.#panels.updateSessions();
    const page = this.#open?.page;
    if (page?.isReady && page.isStale) {
      page.reset(this.#reveal);
      this.#reveal = undefined;
    } else {
      page?.updateShell();
    }
  }

  #fill(): void {
    this.reset();
    this.#open?.page.suggest(this.#suggestion);
    this.#unsent.splice(0).forEach(insertion => this.insert(insertion));
  }

  #showBadge(): void {
    if (this.#open) {
      // Taking it away works only with a zero in the versions of VS Code that we support.
      this.#open.view.badge = this.#badge ?? { value: 0, tooltip: '' };
    }
  }
}
