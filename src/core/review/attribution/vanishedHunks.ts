import type { Hunk } from '../file/hunk.ts';
import type { ReviewEvent } from '../model/reviewEvent.ts';
import { emptyReview, findFile, type ReviewState } from '../model/reviewState.ts';

/**
 * Remembers the paths where hunks vanished without a decision while an agent was working, as with `git stash`. What
 * reappears there later is attributed to the agent and not to the user.
 */
export class VanishedHunks {
  readonly #paths = new Set<string>();
  #last = emptyReview;

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Handles an event. `state` is the state after it. */
  handleEvent(event: ReviewEvent, state: ReviewState): void {
    const last = this.#last;
    this.#last = state;
    if (event.kind !== 'changed' || event.author.kind !== 'agent') {
      return; // Hunks removed by other events were decided, or removed by the user.
    }
    const after = new Set(hunksAt(event.path, state).map(({ id }) => id));
    if (hunksAt(event.path, last).some(({ id }) => !after.has(id))) {
      this.#paths.add(event.path);
    }
  }
}

const hunksAt = (path: string, state: ReviewState): readonly Hunk[] =>
  findFile(state, path)?.hunks ?? [];
