import type { JSX } from 'preact';
import { Decide, OpenReview } from '../../core/chat/messages.ts';
import type { PendingReview } from '../../core/chat/pendingReview.ts';
import { useHost } from '../host.ts';
import { Icon } from '../icon.tsx';
import { counted } from '../counted.ts';
import { t } from '../strings.ts';

/** How much waits for a decision, always in reach above the composer. */
export function PendingBar({ review }: { review: PendingReview | undefined }): JSX.Element | null {
  const host = useHost();
  if (!review || review.fileCount === 0) {
    return null;
  }
  const decide = (verdict: 'accept' | 'reject'): void =>
    host.tell(Decide, { verdict, seen: review.revision });
  return (
    <section class="pending-bar" aria-label={t('pending')}>
      <Icon name="edit" />
      <span class="pending-counts">{countWords(review)}</span>
      <span class="pending-acts">
        <button type="button" class="text-button" onClick={() => decide('accept')}>
          {t('acceptAll')}
        </button>
        <button type="button" class="text-button" onClick={() => decide('reject')}>
          {t('rejectAll')}
        </button>
        <button type="button" class="button" onClick={() => host.tell(OpenReview, {})}>
          {t('reviewAll')}
        </button>
      </span>
    </section>
  );
}

function countWords({ fileCount, hunkCount }: PendingReview): string {
  const files = counted('files', fileCount);
  const hunks = counted('hunks', hunkCount);
  return `${files}, ${hunks}`;
}
