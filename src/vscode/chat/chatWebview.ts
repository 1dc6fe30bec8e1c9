import type * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import type { DraftStore } from '../../agent/journal/draftStore.ts';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import type { ChatShell } from '../../core/chat/chatViewState.ts';
import type { AttentionReason } from '../../core/chat/attention.ts';
import * as messages from '../../core/chat/messages.ts';
import { connectPort, type Port } from '../../core/chat/port.ts';
import { affectsRequests } from '../../core/chat/sessionSummary.ts';
import { Emitter } from '../../core/event.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import { SessionChangeBatcher } from './sessionChangeBatcher.ts';
import { DelayedTask } from './delayedTask.ts';
import { parseSaveDraft } from './parseMessages.ts';
import { createSessionView } from './createSessionView.ts';

/** The session that a webview shows. */
export interface WebviewSession {
  readonly session: Session | undefined;
  show(session: Session): void;
}

/** What the owner of a webview is told. */
export interface ChatWebviewListener {
  /** The page has loaded and waits for its state. */
  readonly onReady: () => void;
  /** The webview has got the keyboard focus. */
  readonly onFocus: () => void;
}

/** Handles messages of webviews. */
export interface ChatRequestListener {
  listen(rpc: MessageConnection, shown: WebviewSession): void;
}

/** What all webviews of the chat share. */
export interface ChatWebviewOptions {
  readonly root: vscode.Uri;
  readonly sessions: Sessions;
  readonly shell: () => ChatShell;
  readonly requests: readonly ChatRequestListener[];
  readonly drafts: Pick<DraftStore, 'get' | 'set' | 'onDidChange'>;
  /** Settles when all changes so far are on disk. Never rejects. */
  readonly whenPersisted: () => Promise<unknown>;
  /** Settles when the sessions that were open have been restored, or after a timeout. Never rejects. */
  readonly whenRestored: () => Promise<unknown>;
  /** A webview has loaded. */
  readonly onDidShow: () => void;
}

/** An image that a webview has scaled down. */
export interface ScaledImage {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** One webview of the chat, in the side bar or in an editor. It shows one session and follows its changes. */
export class ChatWebview implements vscode.Disposable {
  readonly #options: ChatWebviewOptions;
  readonly #shown: WebviewSession;
  readonly #disposables = new DisposableStore();
  readonly #rpc: MessageConnection;
  readonly #changes: SessionChangeBatcher;
  readonly #shellUpdate: DelayedTask;
  #isReady = false;
  /** How often a page has been loaded or unloaded. */
  #loadCount = 0;
  /** The id of the session that was sent to the page; empty for none. */
  #sentSessionId: string | undefined;
  /** Fires when the page is unloaded, after which it answers no more requests. */
  readonly #onDidUnload = this.#disposables.add(new Emitter<void>());

  constructor(
    port: Port,
    options: ChatWebviewOptions,
    shown: WebviewSession,
    listener: ChatWebviewListener,
  ) {
    this.#options = options;
    this.#shown = shown;
    const rpc = connectPort(port);
    this.#rpc = this.#disposables.add(rpc);
    this.#changes = this.#disposables.add(
      new SessionChangeBatcher(
        change => void rpc.sendNotification(messages.SessionChanged, change),
        () => options.whenPersisted(),
      ),
    );
    this.#shellUpdate = this.#disposables.add(
      new DelayedTask(() => void rpc.sendNotification(messages.ShellChanged, options.shell())),
    );
    this.#updateShellOnChange();
    rpc.onNotification(messages.Ready, () => void this.#onDidLoad(listener));
    rpc.onNotification(messages.Focused, () => listener.onFocus());
    this.#shareDrafts();
    options.requests.forEach(requests => requests.listen(rpc, shown));
    rpc.listen();
  }

  get session(): Session | undefined {
    return this.#shown.session;
  }

  /** Whether the page has loaded and is visible. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Sends the whole state. `reveal` is the id of an older entry to scroll to. */
  reset(reveal?: string): void {
    if (!this.#isReady) {
      return;
    }
    const { session } = this.#shown;
    const id = session?.id ?? '';
    this.#sentSessionId = id;
    this.#changes.setSession(session);
    const draft = this.#options.drafts.get(id);
    void this.#rpc.sendNotification(messages.Reset, {
      shell: this.#options.shell(),
      ...(session ? { session: createSessionView(session, reveal) } : {}),
      ...(draft ? { draft } : {}),
    });
  }

  /** Whether the page shows another session than it should, so that it needs a reset. */
  get isStale(): boolean {
    return this.#sentSessionId !== (this.#shown.session?.id ?? '');
  }

  /** VS Code unloads a hidden page. When it is shown again, it loads anew and sends `Ready`. */
  setVisible(visible: boolean): void {
    this.#loadCount += visible ? 0 : 1;
    this.#isReady &&= visible;
    if (!visible) {
      this.#onDidUnload.fire();
    }
  }

  updateShell(): void {
    this.#shellUpdate.schedule();
  }

  insert(insertion: messages.Insertion): void {
    void this.#rpc.sendNotification(messages.InsertMentions, insertion);
  }

  suggest(suggestion: messages.ImplicitContext): void {
    if (this.#isReady) {
      void this.#rpc.sendNotification(messages.ImplicitContextChanged, suggestion);
    }
  }

  playSound(reason: AttentionReason): void {
    void this.#rpc.sendNotification(messages.PlaySound, { reason });
  }

  /** Lets the page scale an image down. Undefined if it cannot, or if it is unloaded meanwhile. */
  async scaleImage(image: messages.ScaleImageParams): Promise<ScaledImage | undefined> {
    const disposables = new DisposableStore();
    const unloaded = new Promise<undefined>(resolve => {
      disposables.add(this.#onDidUnload.event(() => resolve(undefined)));
    });
    try {
      const scaled = this.#rpc.sendRequest(messages.ScaleImage, image);
      return (await Promise.race([scaled, unloaded])) ?? undefined;
    } finally {
      disposables.dispose();
    }
  }

  dispose(): void {
    this.#loadCount += 1;
    this.#isReady = false;
    this.#disposables.dispose();
  }

  /** What the user types meanwhile belongs to the session that will be shown, so the page gets its state only then. */
  async #onDidLoad(listener: ChatWebviewListener): Promise<void> {
    this.#loadCount += 1;
    const count = this.#loadCount;
    this.#onDidUnload.fire(); // A previous page of the same webview.
    await this.#options.whenRestored();
    if (count === this.#loadCount) {
      this.#isReady = true;
      this.#options.onDidShow();
      listener.onReady();
    }
  }

  /**
   * Saves the draft that is typed here, and shows drafts of the same session from other webviews. The draft of a new session
   * goes to every webview, since each may show that session next.
   */
  #shareDrafts(): void {
    const { drafts } = this.#options;
    let isOwn = false;
    this.#rpc.onNotification(messages.SaveDraft, raw => {
      const saved = parseSaveDraft(raw);
      if (saved) {
        isOwn = true;
        drafts.set(saved.sessionId, saved.draft, saved.atMs);
        isOwn = false;
      }
    });
    this.#disposables.add(
      drafts.onDidChange(draft => {
        const isShown = ['', this.#shown.session?.id].includes(draft.sessionId);
        if (!isOwn && this.#isReady && isShown) {
          void this.#rpc.sendNotification(messages.DraftSaved, draft);
        }
      }),
    );
  }

  #updateShellOnChange(): void {
    this.#disposables.add(
      this.#options.sessions.onDidChange(({ change }) => {
        if (change.state || affectsRequests(change.patches)) {
          this.#shellUpdate.schedule();
        }
      }),
    );
  }
}
