/**
 * Whether a turn is running, has ended but is left unchanged, has its summary line and is expanded, or is folded to its
 * summary line.
 */
export type FoldState = 'working' | 'kept' | 'open' | 'folded';

interface Moment {
  /** Whether the turn has ended and contains work that can be folded. */
  readonly isOver: boolean;
  /** Whether the folded turn would still show an answer. */
  readonly isReadable: boolean;
  readonly isLast: boolean;
  /** Whether the user is at the end of the conversation. */
  readonly following: boolean;
  /** Whether the user is interacting with what would be folded. */
  readonly inUse: () => boolean;
}

/**
 * Decides when an ended turn is folded. It is folded as it ends if the user is at the end. Content must not move while
 * the user is reading: a turn that ends while the user has scrolled up stays unchanged, even without its summary line,
 * until the user returns to the end. It is then folded when the next turn has begun, and so is a turn that was in use
 * as it ended or had no answer.
 */
export function nextFoldState(before: FoldState, moment: Moment): FoldState {
  const { isOver, isReadable, isLast, following, inUse } = moment;
  if (!isOver) {
    return 'working';
  }
  if (before === 'folded') {
    return isReadable ? 'folded' : 'open';
  }
  if (!following) {
    return before === 'working' ? 'kept' : before;
  }
  const isDue = isReadable && (before === 'working' || !isLast);
  return isDue && !inUse() ? 'folded' : 'open';
}
