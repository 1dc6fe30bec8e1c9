import { type Draft, appendToDraft } from '../../../core/prompt/draft.ts';
import type { Mention } from '../../../core/prompt/mention/mention.ts';
import type { Host } from '../../state/host.ts';
import type { SavedState } from '../../state/savedState.ts';
import { DraftSync } from './draftSync.ts';
import type { InsertionRange, PromptEditor } from '../editor/promptEditor.ts';

/** Content to insert into a draft, and the range reserved for it. */
export interface DraftInsertion {
  readonly mentions: readonly Mention[];
  readonly text?: string | undefined;
  readonly range: InsertionRange | undefined;
}

/** The drafts of all sessions: the draft of the session on the page is in the editor, the others are stored. */
export class ComposerDrafts {
  readonly #saved: SavedState;
  readonly #sync: DraftSync;
  readonly #shownId: () => string;
  /** The editor of the current draft, once it exists. */
  editor: PromptEditor | undefined;

  constructor(host: Host, saved: SavedState, shownId: () => string) {
    this.#sync = new DraftSync(host);
    this.#saved = saved;
    this.#shownId = shownId;
  }

  /** Empty before there is a session. */
  get shownId(): string {
    return this.#shownId();
  }

  /** The stored draft of a session. */
  getDraft(sessionId: string): Draft {
    return this.#saved.getDraft(sessionId);
  }

  saveDraft(sessionId: string, draft: Draft): void {
    const atMs = Date.now();
    this.#saved.saveDraft(sessionId, draft, atMs);
    this.#sync.saveDraft(sessionId, draft, atMs);
  }

  /** Changes the draft of a session, which may no longer be on the page. */
  updateDraft(sessionId: string, change: (draft: Draft) => Draft): void {
    if (this.editor && sessionId === this.shownId) {
      this.editor.draft = change(this.editor.draft);
    } else {
      this.saveDraft(sessionId, change(this.getDraft(sessionId)));
    }
  }

  /**
   * Inserts into the draft of a session: at the reserved range, or at the end if the session is no longer on the page.
   */
  insert(sessionId: string, { mentions, text = '', range }: DraftInsertion): void {
    if (this.editor && sessionId === this.shownId) {
      this.editor.insert(text, mentions, range);
    } else {
      this.updateDraft(sessionId, draft => appendToDraft(draft, mentions, text));
    }
  }

  /** Sends unsaved drafts to the extension now. */
  flush(): void {
    this.#sync.flush();
  }
}
