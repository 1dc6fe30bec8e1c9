import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { OpenRequestedDiff } from '../../../core/chat/messages.ts';
import type { ToolContent } from '../../../core/session/transcript/entry.ts';
import { visibleLine } from '../../../core/text/visibleLine.ts';
import { useHost, useSessionId } from '../../state/host.ts';
import { ActionButton } from '../../ui/iconButton.tsx';
import { memo } from '../../ui/memo.ts';
import { countLabel } from '../../ui/format/countLabel.ts';
import { t } from '../../ui/strings.ts';
import { type DiffRow, diffRows } from '../../code/diffRows.ts';
import { DiffRowsView } from '../../code/diffRowsView.tsx';
import { LocationLink } from './locationLink.tsx';

export type DiffContent = Extract<ToolContent, { kind: 'diff' }>;

/** Rows shown at first, and added on each request. */
const FIRST_ROWS = 24;
const MORE_ROWS = 2_000;
const ROW_LIMIT_CHARS = 1_000;

type Props = {
  readonly diff: DiffContent;
  /** Says whose words the diff is. */
  readonly note?: string | undefined;
  /** The permission request that contains the diff, which can then be opened in an editor. */
  readonly requestId?: string;
  /** Where it is in the content of the request. */
  readonly index?: number;
};

/** A diff that an agent has sent, in short. */
export const DiffView = memo(({ diff, note, requestId, index = 0 }: Props): JSX.Element => {
  const rows = useMemo(
    () => diffRows(diff.oldText ?? '', diff.newText),
    [diff.oldText, diff.newText],
  );
  const [limit, setLimit] = useState(FIRST_ROWS);
  const shown = useMemo(() => rows.slice(0, limit).map(visible), [rows, limit]);
  const hidden = rows.length - limit;
  return (
    <figure class="diff">
      <figcaption>
        <LocationLink location={{ path: diff.path }} />
        {note === undefined ? null : <span class="muted">{note}</span>}
        <DiffCounts rows={rows} isNew={diff.oldText === undefined} />
        {requestId === undefined ? null : <OpenDiffButton entryId={requestId} index={index} />}
      </figcaption>
      <pre tabIndex={0} dir="ltr" aria-label={t('diffOf', diff.path)}>
        {rows.length === 0 ? <span class="muted">{t('noChange')}</span> : null}
        <DiffRowsView rows={shown} path={diff.path} />
      </pre>
      {hidden > 0 ? (
        <button type="button" class="text-button" onClick={() => setLimit(limit + MORE_ROWS)}>
          {countLabel('moreLines', hidden)}
        </button>
      ) : null}
    </figure>
  );
});

function OpenDiffButton({ entryId, index }: { entryId: string; index: number }): JSX.Element {
  const host = useHost();
  const sessionId = useSessionId();
  return (
    <ActionButton
      icon="diff"
      label={t('openDiff')}
      onClick={() => host.sendNotification(OpenRequestedDiff, { sessionId, entryId, index })}
    />
  );
}

const visible = (row: DiffRow): DiffRow =>
  row.kind === 'gap' ? row : { ...row, text: visibleLine(row.text, ROW_LIMIT_CHARS) };

export function DiffCounts({
  rows,
  isNew,
}: {
  rows: readonly DiffRow[];
  isNew: boolean;
}): JSX.Element {
  const count = (kind: DiffRow['kind']): number => rows.filter(row => row.kind === kind).length;
  return (
    <span class="diff-counts">
      {isNew ? <span class="badge">{t('newFile')}</span> : null}
      {count('added') > 0 ? <span class="added">+{count('added')}</span> : null}
      {count('removed') > 0 ? <span class="removed">-{count('removed')}</span> : null}
    </span>
  );
}
