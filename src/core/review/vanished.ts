import type { ReviewEvent } from './reviewEvent.ts';
import { fileAt, type ReviewState } from './reviewState.ts';

/**
 * The paths where hunks went away without a decision while an agent was at work, as they do when somebody stashes: what comes
 * back there later was an agent's, and is not taken for the user's.
 */
export class Vanished {
  readonly #hunks = new Map<string, readonly string[]>();
  readonly #paths = new Set<string>();

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** The state is the one after the event. */
  heard(event: ReviewEvent, state: ReviewState): void {
    if (event.kind !== 'changed') {
      this.#hunks.clear(); // Whatever goes now goes with a decision.
      state.files.forEach(file => this.#note(file.current.path, state));
      return;
    }
    const before = this.#hunks.get(event.path) ?? [];
    const after = this.#note(event.path, state);
    if (event.author.kind === 'agent' && before.some(id => !after.includes(id))) {
      this.#paths.add(event.path);
    }
  }

  #note(path: string, state: ReviewState): readonly string[] {
    const ids = fileAt(state, path)?.hunks.map(({ id }) => id) ?? [];
    this.#hunks.set(path, ids);
    return ids;
  }
}
