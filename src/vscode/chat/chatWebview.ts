import type * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import type { DraftStore } from '../../agent/journal/draftStore.ts';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import type { ChatShell } from '../../core/chat/chatViewState.ts';
import * as messages from '../../core/chat/messages.ts';
import { connectPort } from '../../core/chat/port.ts';
import { affectsRequests } from '../../core/chat/sessionSummary.ts';
import { Emitter } from '../../core/event.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import { SessionChangeBatcher } from './sessionChangeBatcher.ts';
import { DelayedTask } from './delayedTask.ts';
import { chatHtml, webviewOptions } from './chatHtml.ts';
import { parseKeepDraft } from './parseMessages.ts';
import { createSessionView } from './createSessionView.ts';

/** The session that a page shows. */
export interface ShownSession {
  readonly session: Session | undefined;
  show(session: Session): void;
}

/** Those who hear of a page. */
export interface ChatWebviewListener {
  /** It is there and wants to be filled. */
  readonly onReady: () => void;
  /** The user works in it from now on. */
  readonly onFocus: () => void;
}

/** Those who answer a page. */
export interface ChatRequestListener {
  listen(rpc: MessageConnection, front: ShownSession): void;
}

/** What all pages of the chat share. */
export interface ChatWebviewOptions {
  readonly root: vscode.Uri;
  readonly sessions: Sessions;
  readonly shell: () => ChatShell;
  readonly requests: readonly ChatRequestListener[];
  /** What was written and not sent. */
  readonly drafts: Pick<DraftStore, 'get' | 'set' | 'onDidChange'>;
  /** Settles when all that happened so far is written down. Never fails. */
  readonly whenPersisted: () => Promise<unknown>;
  /** A page is there and can show things. */
  readonly onDidShow: () => void;
}

/** A picture that a page has drawn smaller. */
export interface ScaledImage {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

/** One page of the chat, in the side bar or as an editor: is kept filled with the session in its front. */
export class ChatWebview implements vscode.Disposable {
  readonly #parts: ChatWebviewOptions;
  readonly #front: ShownSession;
  readonly #disposables = new DisposableStore();
  readonly #rpc: MessageConnection;
  readonly #frames: SessionChangeBatcher;
  readonly #shell: DelayedTask;
  #isReady = false;
  /** The session it was filled with; empty for none. */
  #filledWith: string | undefined;
  /** Whoever was asked for something does not answer any more. */
  readonly #gone = this.#disposables.add(new Emitter<void>());

  constructor(
    webview: vscode.Webview,
    parts: ChatWebviewOptions,
    front: ShownSession,
    ears: ChatWebviewListener,
  ) {
    this.#parts = parts;
    this.#front = front;
    webview.options = webviewOptions(parts.root);
    const rpc = connectPort({
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method, not the window's
      post: message => void webview.postMessage(message),
      onMessage: hear => webview.onDidReceiveMessage(hear),
    });
    this.#rpc = this.#disposables.add(rpc);
    this.#frames = this.#disposables.add(
      new SessionChangeBatcher(
        change => void rpc.sendNotification(messages.SessionChanged, change),
        () => parts.whenPersisted(),
      ),
    );
    this.#shell = this.#disposables.add(
      new DelayedTask(() => void rpc.sendNotification(messages.ShellChanged, parts.shell())),
    );
    this.#follow();
    rpc.onNotification(messages.Ready, () => {
      this.#isReady = true;
      this.#gone.fire(); // The one before, if this is another.
      parts.onDidShow();
      ears.onReady();
    });
    rpc.onNotification(messages.Focused, () => ears.onFocus());
    this.#shareDrafts();
    parts.requests.forEach(requests => requests.listen(rpc, front));
    rpc.listen();
    webview.html = chatHtml(webview, parts.root);
  }

  get session(): Session | undefined {
    return this.#front.session;
  }

  /** Whether it can be told things. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Fills it anew; it can begin at an older entry. */
  reset(reveal?: string): void {
    if (!this.#isReady) {
      return;
    }
    const { session } = this.#front;
    const id = session?.id ?? '';
    this.#filledWith = id;
    this.#frames.setSession(id);
    const draft = this.#parts.drafts.get(id);
    void this.#rpc.sendNotification(messages.Reset, {
      shell: this.#parts.shell(),
      ...(session ? { session: createSessionView(session, reveal) } : {}),
      ...(draft ? { draft } : {}),
    });
  }

  /** Whether it shows another session than the one it should: then it is to be filled anew. */
  get isStale(): boolean {
    return this.#filledWith !== (this.#front.session?.id ?? '');
  }

  /** A hidden page is gone; when it is shown again it starts anew and says so. */
  setVisible(visible: boolean): void {
    this.#isReady &&= visible;
    if (!visible) {
      this.#gone.fire();
    }
  }

  updateShell(): void {
    this.#shell.schedule();
  }

  insert(insertion: messages.Insertion): void {
    void this.#rpc.sendNotification(messages.InsertMentions, insertion);
  }

  suggest(suggestion: messages.ImplicitContext): void {
    if (this.#isReady) {
      void this.#rpc.sendNotification(messages.ImplicitContextChanged, suggestion);
    }
  }

  /** Draws a picture smaller; nothing if it cannot, or if the page goes before it has. */
  async scaleImage(image: messages.ScaleImageParams): Promise<ScaledImage | undefined> {
    const waiting = new DisposableStore();
    const gone = new Promise<undefined>(resolve => {
      waiting.add(this.#gone.event(() => resolve(undefined)));
    });
    try {
      const scaled = this.#rpc.sendRequest(messages.ScaleImage, image);
      return (await Promise.race([scaled, gone])) ?? undefined;
    } finally {
      waiting.dispose();
    }
  }

  dispose(): void {
    this.#isReady = false;
    this.#disposables.dispose();
  }

  /**
   * What is written here is kept, and what is written for the same session elsewhere is shown here. What is for a session to
   * come is told to every page: it may be the next to show one.
   */
  #shareDrafts(): void {
    const { drafts } = this.#parts;
    let isOwn = false;
    this.#rpc.onNotification(messages.SaveDraft, raw => {
      const kept = parseKeepDraft(raw);
      if (kept) {
        isOwn = true;
        drafts.set(kept.sessionId, kept.draft, kept.atMs);
        isOwn = false;
      }
    });
    this.#disposables.add(
      drafts.onDidChange(kept => {
        const isShown = ['', this.#front.session?.id].includes(kept.sessionId);
        if (!isOwn && this.#isReady && isShown) {
          void this.#rpc.sendNotification(messages.DraftSaved, kept);
        }
      }),
    );
  }

  #follow(): void {
    this.#disposables.add(
      this.#parts.sessions.onDidChange(({ session, change }) => {
        if (session === this.#front.session) {
          this.#frames.add(change);
        }
        if (change.state || affectsRequests(change.patches)) {
          this.#shell.schedule();
        }
      }),
    );
  }
}
