/** How a turn stands: at work, over but left as it was, over with its line and open, or folded to its line. */
export type FoldState = 'working' | 'kept' | 'open' | 'folded';

interface Moment {
  /** Whether the turn is over, and work in it could go. */
  readonly isOver: boolean;
  /** Whether enough to read would be left. */
  readonly isReadable: boolean;
  readonly isLast: boolean;
  /** Whether the user is at the end, and so does not read further up. */
  readonly following: boolean;
  /** Whether the user is busy within what would go. */
  readonly inUse: () => boolean;
}

/**
 * When a finished turn folds: as it ends, if the user is at the end. Nothing moves under the eyes of somebody who reads: a
 * turn that ends while they have scrolled up is kept as it is, without even its line. Coming back to the end brings the
 * line; it folds once another turn has begun and the user is at the end. So does one that was in use as it ended, or had
 * no answer.
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
