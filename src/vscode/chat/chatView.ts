import * as vscode from 'vscode';
import type { MessageConnection } from 'vscode-jsonrpc';
import type { Sessions } from '../../agent/sessions.ts';
import type { Session } from '../../agent/session.ts';
import { PAGE_ENTRIES, type ChatShell, type SessionView } from '../../core/chat/chatView.ts';
import * as messages from '../../core/chat/messages.ts';
import { connectPort } from '../../core/chat/port.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { Lifetime } from '../../core/lifetime.ts';
import { Frames } from './frames.ts';
import { chatPage, pageOptions } from './page.ts';

/** Those who answer the page. */
export interface PageRequests {
  listen(rpc: MessageConnection): void;
}

/** The chat view: keeps its page filled with the session in front. */
export class ChatView implements vscode.WebviewViewProvider, vscode.Disposable {
  static readonly id = 'accord.chat';
  readonly #root: vscode.Uri;
  readonly #sessions: Sessions;
  readonly #shell: () => ChatShell;
  readonly #requests: readonly PageRequests[];
  readonly #onDidShow: () => void;
  readonly #lifetime = new Lifetime();
  #open: OpenPage | undefined;
  #unsent: messages.Insertion[] = [];
  #reveal: string | undefined;
  #suggestion: messages.Suggestion = { follows: false };
  #badge: vscode.ViewBadge | undefined;
  readonly #seen = this.#lifetime.own(new Emitter<void>());
  /** The chat came into sight or went out of it. */
  readonly onDidChangeVisibility: Event<void> = this.#seen.event;

  constructor(parts: {
    readonly root: vscode.Uri;
    readonly sessions: Sessions;
    readonly shell: () => ChatShell;
    readonly requests: readonly PageRequests[];
    /** The page is there and can show things. */
    readonly onDidShow: () => void;
  }) {
    this.#root = parts.root;
    this.#sessions = parts.sessions;
    this.#shell = parts.shell;
    this.#requests = parts.requests;
    this.#onDidShow = parts.onDidShow;
    this.#lifetime.own(
      this.#sessions.onDidChange(({ session, change }) => {
        if (session === this.#sessions.active) {
          this.#open?.frames.add(change);
        }
        if (change.state || session.waitsForUser) {
          this.#open?.tellShell();
        }
      }),
    );
    this.#lifetime.own(this.#sessions.onDidList(() => this.reset()));
  }

  /** Whether the chat is in sight. */
  get visible(): boolean {
    return this.#open?.view.visible ?? false;
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

  #showBadge(): void {
    if (this.#open) {
      // Taking it away works only with a zero in the versions of VS Code that we support.
      this.#open.view.badge = this.#badge ?? { value: 0, tooltip: '' };
    }
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const lifetime = this.#lifetime.own(new Lifetime());
    view.webview.options = pageOptions(this.#root);
    const rpc = connectPort({
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method, not the window's
      post: message => void view.webview.postMessage(message),
      onMessage: hear => view.webview.onDidReceiveMessage(hear),
    });
    lifetime.own(rpc);
    const frames = lifetime.own(
      new Frames(change => void rpc.sendNotification(messages.Changed, change)),
    );
    const shell = lifetime.own(
      new Later(() => void rpc.sendNotification(messages.ShellChanged, this.#shell())),
    );
    const open: OpenPage = { view, rpc, frames, ready: false, tellShell: () => shell.soon() };
    this.#open = open;
    rpc.onNotification(messages.Ready, () => {
      open.ready = true;
      this.reset();
      this.#onDidShow();
      this.suggest(this.#suggestion);
      this.#unsent.splice(0).forEach(insertion => this.insert(insertion));
    });
    this.#requests.forEach(requests => requests.listen(rpc));
    rpc.listen();
    // A hidden page is gone; when it is shown again it starts anew and says so.
    view.onDidChangeVisibility(() => {
      open.ready &&= view.visible;
      this.#seen.fire();
    });
    this.#showBadge();
    view.onDidDispose(() => {
      this.#open = undefined;
      this.#lifetime.disown(lifetime);
      lifetime.dispose();
    });
    view.webview.html = chatPage(view.webview, this.#root);
  }

  /** Fills the page anew with the session in front. */
  reset(): void {
    const open = this.#open;
    if (!open?.ready) {
      return;
    }
    const session = this.#sessions.active;
    open.frames.follow(session?.id ?? '');
    void open.rpc.sendNotification(messages.Reset, {
      shell: this.#shell(),
      ...(session ? { session: sessionView(session, this.#reveal) } : {}),
    });
    this.#reveal = undefined;
  }

  /** Brings an entry of the session in front into view, as soon as there is a page. */
  reveal(entryId: string): void {
    this.#reveal = entryId;
    this.reset();
  }

  /** Shell parts (sessions, agents, preferences) have changed. */
  shellChanged(): void {
    this.#open?.tellShell();
  }

  /** Puts something into the composer, as soon as there is one. */
  insert(insertion: messages.Insertion): void {
    if (this.#open?.ready) {
      void this.#open.rpc.sendNotification(messages.Insert, insertion);
    } else {
      this.#unsent.push(insertion);
    }
  }

  /** Offers what the user has in front. */
  suggest(suggestion: messages.Suggestion): void {
    this.#suggestion = suggestion;
    if (this.#open?.ready) {
      void this.#open.rpc.sendNotification(messages.Suggest, suggestion);
    }
  }

  /** Has the page draw a picture smaller; nothing if there is no page to do it. */
  async scaleImage(
    image: messages.LargeImage,
  ): Promise<{ readonly data: string; readonly mimeType: string } | undefined> {
    return this.#open?.ready
      ? ((await this.#open.rpc.sendRequest(messages.ScaleImage, image)) ?? undefined)
      : undefined;
  }

  /** Shows the chat and leaves the keyboard where it is, or brings it back to the editor. */
  async show(): Promise<void> {
    if (this.#open) {
      this.#open.view.show(true);
      return;
    }
    await vscode.commands.executeCommand(`${ChatView.id}.focus`);
    if (vscode.window.activeTextEditor) {
      await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

interface OpenPage {
  readonly view: vscode.WebviewView;
  readonly rpc: MessageConnection;
  readonly frames: Frames;
  ready: boolean;
  readonly tellShell: () => void;
}

const SHELL_MS = 50;

/** Does something once, a moment after it was last asked for. */
class Later implements vscode.Disposable {
  readonly #task: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(task: () => void) {
    this.#task = task;
  }

  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#task();
    }, SHELL_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}

/** The newest page of a session; a longer one, if an older entry is to be shown. */
export function sessionView(session: Session, reveal?: string): SessionView {
  const { state, transcript } = session.conversation;
  const all = transcript.entries;
  const at = reveal === undefined ? -1 : all.findIndex(({ id }) => id === reveal);
  const start = Math.max(0, all.length - PAGE_ENTRIES);
  const entries = all.slice(at < 0 ? start : Math.min(start, at));
  return {
    state,
    entries,
    earlier: all.length - entries.length,
    terminals: [...transcript.terminals.values()],
    ...(at < 0 || reveal === undefined ? {} : { reveal }),
  };
}
