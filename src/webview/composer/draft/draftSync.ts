import { SaveDraft } from '../../../core/chat/messages.ts';
import { toFlatDraft, type Draft } from '../../../core/prompt/draft.ts';
import type { Host } from '../../state/host.ts';

/** A draft is with the extension this long after it was written, at the latest; from there it goes to the disk at once. */
const KEEP_MS = 300;

/** Hands drafts to the extension, which keeps them on disk. What is sent or deleted is told at once. */
export class DraftSync {
  readonly #host: Host;
  readonly #waiting = new Map<string, { readonly draft: Draft; readonly atMs: number }>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  saveDraft(sessionId: string, draft: Draft, atMs: number): void {
    this.#waiting.set(sessionId, { draft, atMs });
    if (draft.length === 0) {
      this.flush();
    } else {
      this.#timer ??= setTimeout(() => this.flush(), KEEP_MS);
    }
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [sessionId, { draft, atMs }] of this.#waiting) {
      this.#host.sendNotification(SaveDraft, { sessionId, draft: toFlatDraft(draft), atMs });
    }
    this.#waiting.clear();
  }
}
