import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Insertion, ImplicitContext } from '../../core/chat/messages.ts';
import type { Draft } from '../../core/prompt/draft.ts';

/** What other parts of the page can do with the composer. */
export interface ComposerAccess {
  /** Puts a draft into the composer, before what the user has written there, and moves the keyboard there. */
  prependDraft(draft: Draft): void;
  /** Another page has changed the draft of a session: it is shown as it is now. */
  reloadDraft(sessionId: string): void;
  /** Adds mentions and text at the cursor. */
  insert(insertion: Insertion): void;
  /** Offers what the user has in front. */
  setSuggestion(suggestion: ImplicitContext): void;
  focus(): void;
}

/** The place of the composer. What comes before the composer is there waits for it. */
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
