/** An action on a file that the editor's undo can revert. */
export type UndoableAction = 'decision' | 'undo';

/** Limits per file. */
const STEPS_LIMIT = 50;
const CHARS_LIMIT = 20_000_000;

interface Step {
  readonly text: string;
  readonly what: UndoableAction;
}

/**
 * Detects when the editor's own undo reverts a rejection, or an undo of one, by remembering the text before each of
 * them.
 */
export class EditorUndoTracker {
  readonly #steps = new Map<string, readonly Step[]>();

  /** Records an action that is about to change a file. `text` is the text before it. */
  record(path: string, text: string, what: UndoableAction): void {
    const limit = Math.max(1, Math.min(STEPS_LIMIT, Math.floor(CHARS_LIMIT / (text.length + 1))));
    this.#steps.set(path, [...(this.#steps.get(path) ?? []), { text, what }].slice(-limit));
  }

  /** Returns the actions that were reverted if the file has returned to an earlier text, the last action first. */
  takeUndone(path: string, text: string): readonly UndoableAction[] {
    const steps = this.#steps.get(path) ?? [];
    const at = steps.findLastIndex(step => step.text === text);
    if (at < 0) {
      return [];
    }
    this.#steps.set(path, steps.slice(0, at));
    return steps
      .slice(at)
      .map(({ what }) => what)
      .toReversed();
  }

  /** Forgets a file whose editor was closed, since the editor's undo stack is gone. */
  forget(path: string): void {
    this.#steps.delete(path);
  }
}
