import type { Draft } from '../../../core/prompt/draft.ts';

/** Navigates through earlier prompts with the arrow keys, starting from an empty composer. */
export class PromptHistory {
  #prompts: () => readonly Draft[];
  /** The position: 0 is the text of the composer, 1 the newest prompt. */
  #back = 0;

  constructor(prompts: () => readonly Draft[]) {
    this.#prompts = prompts;
  }

  get isNavigating(): boolean {
    return this.#back > 0;
  }

  older(): Draft | undefined {
    return this.#to(this.#back + 1);
  }

  /** After the newest prompt comes the empty composer. */
  newer(): Draft | undefined {
    return this.#to(this.#back - 1);
  }

  reset(): void {
    this.#back = 0;
  }

  #to(back: number): Draft | undefined {
    const prompts = this.#prompts();
    if (back < 0 || back > prompts.length) {
      return undefined;
    }
    this.#back = back;
    return back === 0 ? [] : prompts.at(-back);
  }
}
