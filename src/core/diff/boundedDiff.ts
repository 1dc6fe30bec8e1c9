import { diffArrays } from 'diff';
import type { MatchingBlock } from './matchingBlock.ts';

/** The work that may still be done; what is beyond it is not compared any more. */
export class DiffBudget {
  #left: number;

  constructor(comparisons: number) {
    this.#left = comparisons;
  }

  /** Counts one comparison. */
  spend(): void {
    if (this.#left <= 0) {
      throw new EffortSpent();
    }
    this.#left--;
  }
}

class EffortSpent extends Error {}

/** What two lists have in common, by the `diff` package; nothing if that takes more than the effort left. */
export function boundedDiff<T>(base: T[], current: T[], effort: DiffBudget): MatchingBlock[] {
  const comparator = (one: T, other: T): boolean => {
    effort.spend();
    return one === other;
  };
  try {
    return unchangedParts(diffArrays(base, current, { comparator }));
  } catch (error) {
    if (error instanceof EffortSpent) {
      return []; // One big hunk is better than a frozen editor.
    }
    throw error;
  }
}

interface Part {
  readonly added: boolean;
  readonly removed: boolean;
  readonly count: number;
}

function unchangedParts(parts: readonly Part[]): MatchingBlock[] {
  const runs: MatchingBlock[] = [];
  let base = 0;
  let current = 0;
  for (const { added, removed, count } of parts) {
    if (!added && !removed) {
      runs.push({ base, current, length: count });
    }
    base += added ? 0 : count;
    current += removed ? 0 : count;
  }
  return runs;
}
