import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import type { AttentionReason } from '../../core/chat/attention.ts';
import type * as messages from '../../core/chat/messages.ts';
import type { Port } from '../../core/chat/port.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { asRecord, asString } from '../../core/json.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import {
  ChatWebview,
  type WebviewSession,
  type ChatWebviewOptions,
  type ScaledImage,
} from './chatWebview.ts';
import { ChatPanels } from './chatPanels.ts';

/** The chat view, which shows the active session, and the chat editors with sessions of their own. */
export class ChatViewProvider implements vscode.Disposable {
  static readonly id = 'accord.chat';
  readonly #options: ChatWebviewOptions;
  readonly #disposables = new DisposableStore();
  readonly #visibilityEmitter = this.#disposables.add(new Emitter<void>());
  readonly #panels: ChatPanels;
  #open: { readonly view: vscode.WebviewView; readonly webview: ChatWebview } | undefined;
  /** The webview that had the keyboard focus last. */
  #focused: ChatWebview | undefined;
  #pendingInsertions: messages.Insertion[] = [];
  #revealEntryId: string | undefined;
  #suggestion: messages.ImplicitContext = { follows: false };
  #badge: vscode.ViewBadge | undefined;
  readonly onDidChangeVisibility: Event<void> = this.#visibilityEmitter.event;

  constructor(options: ChatWebviewOptions) {
    this.#options = options;
    this.#panels = this.#disposables.add(
      new ChatPanels(options, {
        onReady: webview => webview.suggest(this.#suggestion),
        onFocus: webview => (this.#focused = webview),
        onDidChangeVisibility: () => this.#visibilityEmitter.fire(),
      }),
    );
    this.#disposables.add(options.sessions.onDidChangeSessions(() => this.#updateSessions()));
  }

  register(reporter: ErrorReporter): readonly vscode.Disposable[] {
    return [
      this,
      vscode.commands.registerCommand(COMMANDS.openInEditor, argument =>
        reporter.run(COMMANDS.openInEditor, () => {
          const id = asString(asRecord(argument)?.['sessionId']);
          this.#panels.open(
            id === undefined ? this.activeSession : this.#options.sessions.find(id),
          );
        }),
      ),
    ];
  }

  /** The session of the webview that had the focus last and is still visible, else the active session. */
  get activeSession(): Session | undefined {
    return this.#focused?.isReady ? this.#focused.session : this.#options.sessions.active;
  }

  get visible(): boolean {
    return this.#open?.view.visible === true || this.#panels.visible;
  }

  /** Whether a visible webview shows one of these sessions. */
  shows(sessionIds: ReadonlySet<string>): boolean {
    const webviews = [...(this.#open ? [this.#open.webview] : []), ...this.#panels.webviews];
    return webviews.some(
      ({ isReady, session }) => isReady && session !== undefined && sessionIds.has(session.id),
    );
  }

  /** Shows on the view's icon how many requests wait for the user. */
  setBadge(openCount: number): void {
    if (openCount !== (this.#badge?.value ?? 0)) {
      this.#badge =
        openCount === 0
          ? undefined
          : { value: openCount, tooltip: vscode.l10n.t('Pending requests: {0}', openCount) };
      this.#updateBadge();
    }
  }

  /** Plays a sound in one of the webviews that are loaded, if there is one. */
  playSound(reason: AttentionReason): void {
    const webview = this.#open?.webview.isReady ? this.#open.webview : this.#panels.readyWebview;
    webview?.playSound(reason);
  }

  /** Connects the chat view, whose page is open. */
  attachView(view: vscode.WebviewView, page: Port): void {
    const { sessions } = this.#options;
    const shown: WebviewSession = {
      get session() {
        return sessions.active;
      },
      show: session => sessions.setActive(session),
    };
    const webview = this.#disposables.add(
      new ChatWebview(page, this.#options, shown, {
        onReady: () => this.#onDidLoad(),
        onFocus: () => (this.#focused = webview),
      }),
    );
    this.#open = { view, webview };
    this.#updateBadge();
    view.onDidChangeVisibility(() => {
      webview.setVisible(view.visible);
      this.#visibilityEmitter.fire();
    });
    view.onDidDispose(() => {
      this.#open = undefined;
      this.#disposables.deleteAndLeak(webview);
      webview.dispose();
    });
  }

  /** Restores a chat editor that was open when the window was closed. */
  attachPanel(panel: vscode.WebviewPanel, page: Port, state: unknown): void {
    this.#panels.restore(panel, page, asString(asRecord(state)?.['shown']));
  }

  /** Sends the whole state to all webviews. */
  reset(): void {
    this.#panels.reset();
    if (this.#open?.webview.isReady) {
      this.#open.webview.reset(this.#revealEntryId);
      this.#revealEntryId = undefined;
    }
  }

  /** Scrolls to an entry of the active session, as soon as the view has loaded. */
  reveal(entryId: string): void {
    this.#revealEntryId = entryId;
    this.reset();
  }

  /** Sends what does not belong to one session: the list of sessions, the agents, the preferences. */
  updateShell(): void {
    this.#open?.webview.updateShell();
    this.#panels.updateShell();
  }

  /** Inserts mentions or text into the composer of the view, as soon as it has loaded. */
  insert(insertion: messages.Insertion): void {
    if (this.#open?.webview.isReady) {
      this.#open.webview.insert(insertion);
    } else {
      this.#pendingInsertions.push(insertion);
    }
  }

  /** Inserts into the composer that had the focus last. */
  insertAtFocus(insertion: messages.Insertion): void {
    if (this.#focused?.isReady) {
      this.#focused.insert(insertion);
    } else {
      this.insert(insertion);
    }
  }

  /** Suggests the active editor as context. */
  suggest(suggestion: messages.ImplicitContext): void {
    this.#suggestion = suggestion;
    this.#open?.webview.suggest(suggestion);
    this.#panels.suggest(suggestion);
  }

  /** Lets a webview scale an image down. Undefined if none has loaded. */
  async scaleImage(image: messages.ScaleImageParams): Promise<ScaledImage | undefined> {
    const webview = this.#open?.webview.isReady ? this.#open.webview : this.#panels.readyWebview;
    return webview?.scaleImage(image);
  }

  /** Shows the chat and keeps the focus in the editor. */
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

  /** Shows the chat and moves the focus there. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${ChatViewProvider.id}.focus`);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Resets only the webviews that show another session now, so that the others keep their scroll position. */
  #updateSessions(): void {
    this.#panels.updateSessions();
    const webview = this.#open?.webview;
    if (webview?.isReady && webview.isStale) {
      webview.reset(this.#revealEntryId);
      this.#revealEntryId = undefined;
    } else {
      webview?.updateShell();
    }
  }

  #onDidLoad(): void {
    this.reset();
    this.#open?.webview.suggest(this.#suggestion);
    this.#pendingInsertions.splice(0).forEach(insertion => this.insert(insertion));
  }

  #updateBadge(): void {
    if (this.#open) {
      // The supported versions of VS Code remove a badge only when its value is zero.
      this.#open.view.badge = this.#badge ?? { value: 0, tooltip: '' };
    }
  }
}
