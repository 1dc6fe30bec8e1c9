import type { JSX } from 'preact';
import type { CompactionEntry } from '../../../core/session/transcript/entry.ts';
import { t } from '../../ui/strings.ts';
import { ContentBlockView } from '../content/contentBlockView.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';

/** A compaction of the agent's context; its summary can be expanded. */
export function CompactionView({ entry }: { entry: CompactionEntry }): JSX.Element {
  const hasMore = entry.blocks.length > 0 || entry.error !== undefined;
  return (
    <article class="entry compaction" aria-label={t('notice')} data-entry={entry.id}>
      <Disclosure
        icon="list"
        head={headOf(entry.status)}
        body={
          hasMore
            ? () => (
                <>
                  {entry.error === undefined ? null : <p class="error-text">{entry.error}</p>}
                  {entry.blocks.map((block, index) => (
                    <ContentBlockView key={index} block={block} />
                  ))}
                </>
              )
            : undefined
        }
      />
    </article>
  );
}

function headOf(status: string): string {
  switch (status) {
    case 'completed':
      return t('compacted');
    case 'failed':
      return t('compactionFailed');
    case 'cancelled':
      return t('compactionCancelled');
    default:
      return t('compacting'); // `in_progress`, and statuses that an agent may add.
  }
}
