import { type Draft, draftWith } from '../../core/prompt/draft.ts';
import type { Mention } from '../../core/prompt/mention.ts';
import type { Host } from '../host.ts';
import type { SavedState } from '../saved.ts';
import { DraftKeeper } from './draftKeeper.ts';
import type { Place, PromptEditor } from './editor.ts';

/** What comes into a draft, and the place that was held for it. */
export interface Added {
  readonly mentions: readonly Mention[];
  readonly text?: string | undefined;
  readonly place: Place | undefined;
}

/** The drafts of all sessions: the one of the session that is shown stands in the editor, the others are kept. */
export class DraftDesk {
  readonly #saved: SavedState;
  readonly #keeper: DraftKeeper;
  readonly #shownId: () => string;
  /** Where the draft of the shown session stands, once there is one. */
  editor: PromptEditor | undefined;

  constructor(host: Host, saved: SavedState, shownId: () => string) {
    this.#keeper = new DraftKeeper(host);
    this.#saved = saved;
    this.#shownId = shownId;
  }

  /** Empty before there is a session. */
  get shownId(): string {
    return this.#shownId();
  }

  /** What was kept for a session. */
  kept(sessionId: string): Draft {
    return this.#saved.draft(sessionId);
  }

  keep(sessionId: string, draft: Draft): void {
    const atMs = Date.now();
    this.#saved.keepDraft(sessionId, draft, atMs);
    this.#keeper.keep(sessionId, draft, atMs);
  }

  /** Changes the draft of a session, which need not be shown any more. */
  change(sessionId: string, change: (draft: Draft) => Draft): void {
    if (this.editor && sessionId === this.shownId) {
      this.editor.draft = change(this.editor.draft);
    } else {
      this.keep(sessionId, change(this.kept(sessionId)));
    }
  }

  /** Adds to the draft of a session: where it was asked for, or at its end if it is not shown any more. */
  add(sessionId: string, { mentions, text = '', place }: Added): void {
    if (this.editor && sessionId === this.shownId) {
      this.editor.insert(text, mentions, place);
    } else {
      this.change(sessionId, draft => draftWith(draft, mentions, text));
    }
  }

  /** What was written last is with the extension from now on. */
  flush(): void {
    this.#keeper.flush();
  }
}
