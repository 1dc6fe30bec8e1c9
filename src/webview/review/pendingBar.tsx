import type { JSX } from 'preact';
import { DecideReview, OpenReview } from '../../core/chat/messages.ts';
import type { PendingReview } from '../../core/chat/pendingReview.ts';
import { useHost } from '../state/host.ts';
import { Icon } from '../ui/icon.tsx';
import { countLabel } from '../ui/countLabel.ts';
import { t } from '../ui/strings.ts';

/** The number of pending changes, always visible above the composer. */
export function PendingBar({ review }: { review: PendingReview | undefined }): JSX.Element | null {
  const host = useHost();
  if (!review || review.fileCount === 0) {
    return null;
  }
  const decide = (verdict: 'accept' | 'reject'): void =>
    host.sendNotification(DecideReview, { verdict, seen: review.revision });
  return (
    <section class="pending-bar" aria-label={t('pending')}>
      <Icon name="edit" />
      <span class="pending-counts">{countsLabel(review)}</span>
      <span class="pending-acts">
        <button type="button" class="text-button" onClick={() => decide('accept')}>
          {t('acceptAll')}
        </button>
        <button type="button" class="text-button" onClick={() => decide('reject')}>
          {t('rejectAll')}
        </button>
        <button type="button" class="button" onClick={() => host.sendNotification(OpenReview, {})}>
          {t('reviewAll')}
        </button>
      </span>
    </section>
  );
}

function countsLabel({ fileCount, hunkCount }: PendingReview): string {
  const files = countLabel('files', fileCount);
  const hunks = countLabel('hunks', hunkCount);
  return `${files}, ${hunks}`;
}
