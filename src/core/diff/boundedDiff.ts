import { diffArrays } from 'diff';
import type { MatchingBlock } from './matchingBlock.ts';

/** Limits how many comparisons a diff may make. */
export class DiffBudget {
  #left: number;

  constructor(comparisons: number) {
    this.#left = comparisons;
  }

  /** Counts one comparison. Throws if the budget is exhausted. */
  spend(): void {
    if (this.#left <= 0) {
      throw new BudgetExhausted();
    }
    this.#left--;
  }
}

class BudgetExhausted extends Error {}

/** The blocks two lists have in common, computed by the `diff` package; none if the budget does not suffice. */
export function boundedDiff<T>(base: T[], current: T[], budget: DiffBudget): MatchingBlock[] {
  const comparator = (one: T, other: T): boolean => {
    budget.spend();
    return one === other;
  };
  try {
    return unchangedParts(diffArrays(base, current, { comparator }));
  } catch (error) {
    if (error instanceof BudgetExhausted) {
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
  const blocks: MatchingBlock[] = [];
  let base = 0;
  let current = 0;
  for (const { added, removed, count } of parts) {
    if (!added && !removed) {
      blocks.push({ base, current, length: count });
    }
    base += added ? 0 : count;
    current += removed ? 0 : count;
  }
  return blocks;
}
