import { t } from '../ui/strings.ts';

/** What became of changes: `21 accepted, 1 rejected, 3 pending`. */
export const verdictsLabel = (counts: {
  readonly accepted: number;
  readonly rejected: number;
  readonly pending?: number;
}): string =>
  [
    ...(counts.accepted > 0 ? [t('acceptedCount', counts.accepted)] : []),
    ...(counts.rejected > 0 ? [t('rejectedCount', counts.rejected)] : []),
    ...((counts.pending ?? 0) > 0 ? [t('pendingCount', counts.pending ?? 0)] : []),
  ].join(', ');
