import type { Hunk } from '../file/hunk.ts';
import type { ReviewEvent } from '../model/reviewEvent.ts';
import { emptyReview, findFile, type ReviewState } from '../model/reviewState.ts';

/**
 * The paths where hunks went away without a decision while an agent was at work, as they do when somebody stashes: what comes
 * back there later was an agent's, and is not taken for the user's.
 */
export class VanishedHunks {
  readonly #paths = new Set<string>();
  #last = emptyReview;

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** The state is the one after the event. */
  handleEvent(event: ReviewEvent, state: ReviewState): void {
    const last = this.#last;
    this.#last = state;
    if (event.kind !== 'changed' || event.author.kind !== 'agent') {
      return; // Whatever goes then goes with a decision, or was taken away by the user.
    }
    const after = new Set(hunksAt(event.path, state).map(({ id }) => id));
    if (hunksAt(event.path, last).some(({ id }) => !after.has(id))) {
      this.#paths.add(event.path);
    }
  }
}

const hunksAt = (path: string, state: ReviewState): readonly Hunk[] =>
  findFile(state, path)?.hunks ?? [];
