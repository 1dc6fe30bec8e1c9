/** What was done to a file, and can be taken back by putting its text back. */
export type UndoableAction = 'decision' | 'undo';

/** How much is remembered of one file. */
const MOST_STEPS = 50;
const MOST_CHARS = 20_000_000;

interface Step {
  readonly text: string;
  readonly what: UndoableAction;
}

/** Remembers the texts that files had before rejections, and before these were undone: an editor's undo brings them back. */
export class EditorUndoTracker {
  readonly #steps = new Map<string, readonly Step[]>();

  /** Something is about to be done to a file that has this text now. */
  record(path: string, text: string, what: UndoableAction): void {
    const most = Math.max(1, Math.min(MOST_STEPS, Math.floor(MOST_CHARS / (text.length + 1))));
    this.#steps.set(path, [...(this.#steps.get(path) ?? []), { text, what }].slice(-most));
  }

  /** The file has this text: what had been done since it last had it is not done any more, the last first. */
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

  /** Its editor is closed: there is nothing to undo any more. */
  forget(path: string): void {
    this.#steps.delete(path);
  }
}
