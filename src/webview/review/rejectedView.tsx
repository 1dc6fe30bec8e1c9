import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { RestoreRejectedHunk, UseCode } from '../../core/chat/messages.ts';
import { toPendingRows, type PendingRow } from '../../core/chat/pendingReview.ts';
import type {
  RejectedEntry,
  RejectedFile,
  RejectedHunk,
} from '../../core/session/transcript/entry.ts';
import { useHost, useSessionId } from '../state/host.ts';
import { countLabel } from '../ui/countLabel.ts';
import { t } from '../ui/strings.ts';
import { DiffRowsView } from '../code/diffRowsView.tsx';
import { FileHeader } from './fileHeader.tsx';
import { fileStatusLabels } from './fileStatusLabels.ts';

/** Rows shown before the user asks for more. */
const FIRST_ROWS = 16;
/** Up to this many files are expanded. */
const OPEN_FILES = 3;

/** Rejected changes, which can still be read and restored. */
export function RejectedView({ entry }: { entry: RejectedEntry }): JSX.Element {
  const { files, left } = entry;
  return (
    <article class="entry rejected" aria-label={t('rejected')} data-entry={entry.id}>
      <p class="muted">{t('youRejected')}</p>
      {files.map(file => (
        <FileView
          key={file.path}
          file={file}
          entryId={entry.id}
          isOpen={files.length <= OPEN_FILES}
        />
      ))}
      {left > 0 ? <p class="pending-more">{countLabel('notKept', left)}</p> : null}
    </article>
  );
}

function FileView(props: { file: RejectedFile; entryId: string; isOpen: boolean }): JSX.Element {
  const { file, entryId } = props;
  const [open, setOpen] = useState(props.isOpen);
  return (
    <section class="diff pending-file" aria-label={t('rejectedIn', file.label)}>
      <header>
        <FileHeader label={file.label} isOpen={open} toggle={() => setOpen(!open)}>
          {file.change === 'modified' ? null : (
            <span class="badge">{fileStatusLabels[file.change]()}</span>
          )}
        </FileHeader>
      </header>
      {open
        ? file.hunks.map((hunk, at) => (
            <HunkView key={at} {...{ file, hunk, entryId }} number={at + 1} />
          ))
        : null}
    </section>
  );
}

interface HunkProps {
  readonly file: RejectedFile;
  readonly hunk: RejectedHunk;
  readonly entryId: string;
  readonly number: number;
}

function HunkView({ file, hunk, entryId, number }: HunkProps): JSX.Element {
  const host = useHost();
  const sessionId = useSessionId();
  const [all, showAll] = useState(false);
  const rows = useMemo(() => rowsOf(hunk), [hunk]);
  const shown = useMemo(() => (all ? rows : rows.slice(0, FIRST_ROWS)), [rows, all]);
  const bringBack = (): void =>
    host.sendNotification(RestoreRejectedHunk, {
      sessionId,
      entryId,
      path: file.path,
      hunkId: hunk.id,
    });
  const copy = (): void =>
    host.sendNotification(UseCode, { text: hunk.wrote.join(''), use: 'copy' });
  return (
    <div
      class={hunk.back ? 'hunk' : 'hunk is-rejected'}
      role="group"
      aria-label={t('rejectedOf', number, file.hunks.length)}
    >
      <div class="hunk-head">
        <span class="badge">{hunk.back ? t('isBack') : t('isRejected')}</span>
        <span class="pending-acts">
          {hunk.back ? null : (
            <button type="button" class="text-button" onClick={bringBack}>
              {t('restoreHunk')}
            </button>
          )}
          {hunk.wrote.length > 0 ? (
            <button type="button" class="text-button" onClick={copy}>
              {t('copy')}
            </button>
          ) : null}
        </span>
      </div>
      <pre tabIndex={0} dir="ltr" aria-label={t('diffOf', file.label)}>
        <DiffRowsView rows={shown} path={file.label} />
      </pre>
      {rows.length > shown.length ? (
        <button type="button" class="text-button" onClick={() => showAll(true)}>
          {countLabel('moreLines', rows.length - shown.length)}
        </button>
      ) : null}
    </div>
  );
}

const rowsOf = ({ above, base, wrote, below }: RejectedHunk): readonly PendingRow[] => [
  ...toPendingRows('same', above.slice(-1)),
  ...toPendingRows('removed', base),
  ...toPendingRows('added', wrote),
  ...toPendingRows('same', below.slice(0, 1)),
];
