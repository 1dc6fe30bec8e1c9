import { type DraftEstimate, EstimateDraft } from '../../../core/chat/messages.ts';
import { type Draft, toFlatDraft, getMentions } from '../../../core/prompt/draft.ts';
import type { Host } from '../../state/host.ts';

const PAUSE_MS = 250;
/** Mentioned files may change while the user is writing. */
const REPEAT_MS = 10_000;

/** Estimates what the draft would send: after each pause in typing, and periodically while it contains mentions. */
export class DraftEstimator {
  #host: Host;
  #onDidEstimate: (estimate: DraftEstimate | undefined, draft: Draft) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #serial = 0;

  constructor(
    host: Host,
    onDidEstimate: (estimate: DraftEstimate | undefined, draft: Draft) => void,
  ) {
    this.#host = host;
    this.#onDidEstimate = onDidEstimate;
  }

  schedule(draft: Draft, sessionId: string, afterMs = PAUSE_MS): void {
    this.stop();
    if (getMentions(draft).length === 0) {
      this.#onDidEstimate(undefined, draft);
      return;
    }
    this.#timer = setTimeout(() => void this.#estimate(draft, sessionId), afterMs);
  }

  stop(): void {
    this.#serial++;
    clearTimeout(this.#timer);
  }

  async #estimate(draft: Draft, sessionId: string): Promise<void> {
    const serial = this.#serial;
    const session = sessionId === '' ? {} : { sessionId };
    const estimate = await this.#host
      .sendRequest(EstimateDraft, { ...session, draft: toFlatDraft(draft) })
      .catch(() => undefined);
    if (serial === this.#serial) {
      this.#onDidEstimate(estimate, draft);
      this.schedule(draft, sessionId, REPEAT_MS);
    }
  }
}
