import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Insertion, ImplicitContext } from '../../core/chat/messages.ts';
import type { Draft } from '../../core/prompt/draft.ts';

/** What other components can do with the composer. */
export interface ComposerAccess {
  /** Inserts a draft before the user's text, and focuses the composer. */
  prependDraft(draft: Draft): void;
  /** Shows the stored draft of a session again, after another page has changed it. */
  reloadDraft(sessionId: string): void;
  /** Inserts mentions and text at the cursor. */
  insert(insertion: Insertion): void;
  setSuggestion(suggestion: ImplicitContext): void;
  focus(): void;
}

/** Forwards to the composer. Calls that arrive before the composer exists are deferred. */
export class ComposerProxy implements ComposerAccess {
  #composer: ComposerAccess | undefined;
  #waiting: ((composer: ComposerAccess) => void)[] = [];

  attach(composer: ComposerAccess | undefined): void {
    this.#composer = composer;
    if (composer) {
      for (const act of this.#waiting.splice(0)) {
        act(composer);
      }
    }
  }

  prependDraft(draft: Draft): void {
    this.#do(composer => composer.prependDraft(draft));
  }

  reloadDraft(sessionId: string): void {
    this.#composer?.reloadDraft(sessionId);
  }

  insert(insertion: Insertion): void {
    this.#do(composer => composer.insert(insertion));
  }

  setSuggestion(suggestion: ImplicitContext): void {
    this.#do(composer => composer.setSuggestion(suggestion));
  }

  focus(): void {
    this.#do(composer => composer.focus());
  }

  #do(act: (composer: ComposerAccess) => void): void {
    if (this.#composer) {
      act(this.#composer);
    } else {
      this.#waiting.push(act);
    }
  }
}

export const ComposerContext = createContext<ComposerAccess>(new ComposerProxy());

export const useComposer = (): ComposerAccess => useContext(ComposerContext);
