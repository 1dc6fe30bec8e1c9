import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Insertion, Suggestion } from '../../core/chat/messages.ts';
import type { Draft } from '../../core/prompt/draft.ts';

/** What other parts of the page can do with the composer. */
export interface ComposerAccess {
  /** Puts a draft into the composer, before what the user has written there, and moves the keyboard there. */
  take(draft: Draft): void;
  /** Another page has changed the draft of a session: it is shown as it is now. */
  reread(sessionId: string): void;
  /** Adds mentions and text at the cursor. */
  insert(insertion: Insertion): void;
  /** Offers what the user has in front. */
  suggest(suggestion: Suggestion): void;
  focus(): void;
}

/** The place of the composer. What comes before the composer is there waits for it. */
export class ComposerSlot implements ComposerAccess {
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

  take(draft: Draft): void {
    this.#do(composer => composer.take(draft));
  }

  reread(sessionId: string): void {
    this.#composer?.reread(sessionId);
  }

  insert(insertion: Insertion): void {
    this.#do(composer => composer.insert(insertion));
  }

  suggest(suggestion: Suggestion): void {
    this.#do(composer => composer.suggest(suggestion));
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

export const ComposerContext = createContext<ComposerAccess>(new ComposerSlot());

export const useComposer = (): ComposerAccess => useContext(ComposerContext);
