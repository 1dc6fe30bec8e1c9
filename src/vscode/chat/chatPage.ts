import type * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import type { Drafts } from '../../agent/journal/drafts.ts';
import type { Session } from '../../agent/session.ts';
import type { Sessions } from '../../agent/sessions.ts';
import type { ChatShell } from '../../core/chat/chatView.ts';
import * as messages from '../../core/chat/messages.ts';
import { connectPort } from '../../core/chat/port.ts';
import { concernsRequests } from '../../core/chat/summary.ts';
import { Emitter } from '../../core/event.ts';
import { Lifetime } from '../../core/lifetime.ts';
import { Frames } from './frames.ts';
import { Later } from './later.ts';
import { chatPage, pageOptions } from './page.ts';
import { parseKeepDraft } from './parse.ts';
import { sessionView } from './sessionView.ts';

/** The session that a page shows. */
export interface Front {
  readonly session: Session | undefined;
  show(session: Session): void;
}

/** Those who hear of a page. */
export interface PageEars {
  /** It is there and wants to be filled. */
  readonly onReady: () => void;
  /** The user works in it from now on. */
  readonly onFocus: () => void;
}

/** Those who answer a page. */
export interface PageRequests {
  listen(rpc: MessageConnection, front: Front): void;
}

/** What all pages of the chat share. */
export interface PageParts {
  readonly root: vscode.Uri;
  readonly sessions: Sessions;
  readonly shell: () => ChatShell;
  readonly requests: readonly PageRequests[];
  /** What was written and not sent. */
  readonly drafts: Pick<Drafts, 'of' | 'keep' | 'onDidKeep'>;
  /** Settles when all that happened so far is written down. Never fails. */
  readonly written: () => Promise<unknown>;
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
export class ChatPage implements vscode.Disposable {
  readonly #parts: PageParts;
  readonly #front: Front;
  readonly #lifetime = new Lifetime();
  readonly #rpc: MessageConnection;
  readonly #frames: Frames;
  readonly #shell: Later;
  #isReady = false;
  /** The session it was filled with; empty for none. */
  #filledWith: string | undefined;
  /** Whoever was asked for something does not answer any more. */
  readonly #gone = this.#lifetime.own(new Emitter<void>());

  constructor(webview: vscode.Webview, parts: PageParts, front: Front, ears: PageEars) {
    this.#parts = parts;
    this.#front = front;
    webview.options = pageOptions(parts.root);
    const rpc = connectPort({
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method, not the window's
      post: message => void webview.postMessage(message),
      onMessage: hear => webview.onDidReceiveMessage(hear),
    });
    this.#rpc = this.#lifetime.own(rpc);
    this.#frames = this.#lifetime.own(
      new Frames(
        change => void rpc.sendNotification(messages.Changed, change),
        () => parts.written(),
      ),
    );
    this.#shell = this.#lifetime.own(
      new Later(() => void rpc.sendNotification(messages.ShellChanged, parts.shell())),
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
    webview.html = chatPage(webview, parts.root);
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
    this.#frames.follow(id);
    const draft = this.#parts.drafts.of(id);
    void this.#rpc.sendNotification(messages.Reset, {
      shell: this.#parts.shell(),
      ...(session ? { session: sessionView(session, reveal) } : {}),
      ...(draft ? { draft } : {}),
    });
  }

  /** Whether it shows another session than the one it should: then it is to be filled anew. */
  get isBehind(): boolean {
    return this.#filledWith !== (this.#front.session?.id ?? '');
  }

  /** A hidden page is gone; when it is shown again it starts anew and says so. */
  seen(visible: boolean): void {
    this.#isReady &&= visible;
    if (!visible) {
      this.#gone.fire();
    }
  }

  shellChanged(): void {
    this.#shell.soon();
  }

  insert(insertion: messages.Insertion): void {
    void this.#rpc.sendNotification(messages.Insert, insertion);
  }

  suggest(suggestion: messages.Suggestion): void {
    if (this.#isReady) {
      void this.#rpc.sendNotification(messages.Suggest, suggestion);
    }
  }

  /** Draws a picture smaller; nothing if it cannot, or if the page goes before it has. */
  async scaleImage(image: messages.LargeImage): Promise<ScaledImage | undefined> {
    const waiting = new Lifetime();
    const gone = new Promise<undefined>(resolve => {
      waiting.own(this.#gone.event(() => resolve(undefined)));
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
    this.#lifetime.dispose();
  }

  /**
   * What is written here is kept, and what is written for the same session elsewhere is shown here. What is for a session to
   * come is told to every page: it may be the next to show one.
   */
  #shareDrafts(): void {
    const { drafts } = this.#parts;
    let isOwn = false;
    this.#rpc.onNotification(messages.KeepDraft, raw => {
      const kept = parseKeepDraft(raw);
      if (kept) {
        isOwn = true;
        drafts.keep(kept.sessionId, kept.draft, kept.atMs);
        isOwn = false;
      }
    });
    this.#lifetime.own(
      drafts.onDidKeep(kept => {
        const isShown = ['', this.#front.session?.id].includes(kept.sessionId);
        if (!isOwn && this.#isReady && isShown) {
          void this.#rpc.sendNotification(messages.DraftKept, kept);
        }
      }),
    );
  }

  #follow(): void {
    this.#lifetime.own(
      this.#parts.sessions.onDidChange(({ session, change }) => {
        if (session === this.#front.session) {
          this.#frames.add(change);
        }
        if (change.state || concernsRequests(change.patches)) {
          this.#shell.soon();
        }
      }),
    );
  }
}
