import type { ComponentChildren, JSX } from 'preact';
import type { ToolEntry } from '../../../core/session/transcript/entry.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { countLabel } from '../../ui/format/countLabel.ts';
import { t } from '../../ui/strings.ts';
import { ToolStatusView } from './toolStatusView.tsx';

/** Reads and searches in a row, on one line. */
export function ToolGroupView(props: {
  entries: readonly ToolEntry[];
  open: boolean;
  /** The calls one by one. */
  body: () => ComponentChildren;
}): JSX.Element {
  const { entries } = props;
  const label = groupLabel(entries);
  return (
    <article class="entry tool" aria-label={t('tool', label)} data-entry={entries[0]?.id}>
      <Disclosure
        icon={entries.every(({ toolKind }) => toolKind === 'search') ? 'search' : 'book'}
        head={label}
        aside={<ToolStatusView status={groupStatus(entries)} />}
        body={props.body}
        open={props.open}
      />
    </article>
  );
}

/** For example `Read 8 files · 2 searches`. A file that was read twice counts once. */
function groupLabel(entries: readonly ToolEntry[]): string {
  const reads = entries.filter(({ toolKind }) => toolKind === 'read');
  const files = new Set(reads.map(({ locations, title }) => locations[0]?.path ?? title));
  const searchCount = entries.length - reads.length;
  return [
    ...(files.size > 0 ? [countLabel('readFiles', files.size)] : []),
    ...(searchCount > 0 ? [countLabel('searches', searchCount)] : []),
  ].join(' \u00b7 ');
}

function groupStatus(entries: readonly ToolEntry[]): ToolEntry['status'] {
  const has = (status: ToolEntry['status']): boolean =>
    entries.some(entry => entry.status === status);
  if (has('in_progress') || has('pending')) {
    return 'in_progress';
  }
  return has('cancelled') ? 'cancelled' : 'completed';
}
