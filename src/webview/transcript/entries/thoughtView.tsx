import type { JSX } from 'preact';
import type { ThoughtEntry } from '../../../core/session/transcript/entry.ts';
import { formatDuration } from '../../ui/format/formatDuration.ts';
import { t } from '../../ui/strings.ts';
import { ContentBlockView } from '../content/contentBlockView.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';

/** The duration of a shorter thought is not shown. */
const BRIEF_MS = 1_000;

/** A thought of the agent, collapsed until the user expands it. */
export function ThoughtView({ entry }: { entry: ThoughtEntry }): JSX.Element {
  const tookMs = entry.untilMs - entry.atMs;
  return (
    <article class="entry thought" aria-label={t('thought')} data-entry={entry.id}>
      <Disclosure
        icon="brain"
        head={tookMs < BRIEF_MS ? t('thoughtBriefly') : t('thoughtFor', formatDuration(tookMs))}
        body={() => (
          <div class="thought-body">
            {entry.blocks.map((block, index) => (
              <ContentBlockView key={index} block={block} />
            ))}
          </div>
        )}
      />
    </article>
  );
}
