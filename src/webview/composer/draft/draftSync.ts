import { SaveDraft } from '../../../core/chat/messages.ts';
import { toFlatDraft, type Draft } from '../../../core/prompt/draft.ts';
import type { Host } from '../../state/host.ts';

/** The extension gets a draft at most this long after it was written, and stores it immediately. */
const SAVE_DELAY_MS = 300;

/** Sends drafts to the extension, which stores them on disk. Empty drafts are sent immediately. */
export class DraftSync {
  readonly #host: Host;
  readonly #unsent = new Map<string, { readonly draft: Draft; readonly atMs: number }>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  saveDraft(sessionId: string, draft: Draft, atMs: number): void {
    this.#unsent.set(sessionId, { draft, atMs });
    if (draft.length === 0) {
      this.flush();
    } else {
      this.#timer ??= setTimeout(() => this.flush(), SAVE_DELAY_MS);
    }
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [sessionId, { draft, atMs }] of this.#unsent) {
      this.#host.sendNotification(SaveDraft, { sessionId, draft: toFlatDraft(draft), atMs });
    }
    this.#unsent.clear();
  }
}
