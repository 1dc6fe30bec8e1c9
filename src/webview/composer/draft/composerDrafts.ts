import { type Draft, appendToDraft } from '../../../core/prompt/draft.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import type { Host } from '../../state/host.ts';
import type { SavedState } from '../../state/savedState.ts';
import { DraftSync } from './draftSync.ts';
import type { InsertionRange, PromptEditor } from '../editor/promptEditor.ts';

/** What comes into a draft, and the place that was held for it. */
export interface DraftInsertion {
  readonly mentions: readonly Mention[];
  readonly text?: string | undefined;
  readonly range: InsertionRange | undefined;
}

/** The drafts of all sessions: the one of the session that is shown stands in the editor, the others are kept. */
export class ComposerDrafts {
  readonly #saved: SavedState;
  readonly #keeper: DraftSync;
  readonly #shownId: () => string;
  /** Where the draft of the shown session stands, once there is one. */
  editor: PromptEditor | undefined;

  constructor(host: Host, saved: SavedState, shownId: () => string) {
    this.#keeper = new DraftSync(host);
    this.#saved = saved;
    this.#shownId = shownId;
  }

  /** Empty before there is a session. */
  get shownId(): string {
    return this.#shownId();
  }

  /** What was kept for a session. */
  getDraft(sessionId: string): Draft {
    return this.#saved.getDraft(sessionId);
  }

  saveDraft(sessionId: string, draft: Draft): void {
    const atMs = Date.now();
    this.#saved.saveDraft(sessionId, draft, atMs);
    this.#keeper.saveDraft(sessionId, draft, atMs);
  }

  /** Changes the draft of a session, which need not be shown any more. */
  updateDraft(sessionId: string, change: (draft: Draft) => Draft): void {
    if (this.editor && sessionId === this.shownId) {
      this.editor.draft = change(this.editor.draft);
    } else {
      this.saveDraft(sessionId, change(this.getDraft(sessionId)));
    }
  }

  /** Adds to the draft of a session: where it was asked for, or at its end if it is not shown any more. */
  insert(sessionId: string, { mentions, text = '', range: place }: DraftInsertion): void {
    if (this.editor && sessionId === this.shownId) {
      this.editor.insert(text, mentions, place);
    } else {
      this.updateDraft(sessionId, draft => appendToDraft(draft, mentions, text));
    }
  }

  /** What was written last is with the extension from now on. */
  flush(): void {
    this.#keeper.flush();
  }
}
