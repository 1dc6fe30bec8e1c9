import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { RestoreRejectedHunk, UseCode } from '../../core/chat/messages.ts';
import { toChangedRows, type ChangedRow } from '../../core/chat/changedFile.ts';
import type {
  RejectedEntry,
  RejectedFile,
  RejectedHunk,
} from '../../core/session/transcript/entry.ts';
import { useHost, useSessionId } from '../state/host.ts';
import { countLabel } from '../ui/format/countLabel.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { t } from '../ui/strings.ts';
import { DiffRowsView } from '../code/diffRowsView.tsx';
import { fileStatusLabels } from './fileStatusLabels.ts';

/** Rows shown before the user asks for more. */
const FIRST_ROWS = 16;

/** Rejected changes on one line. Expanded, they can be read and restored. What is pending again is not among them. */
export function RejectedView({ entry }: { entry: RejectedEntry }): JSX.Element | null {
  const files = entry.files
    .map(file => ({ ...file, hunks: file.hunks.filter(hunk => !hunk.back) }))
    .filter((file, at) => file.hunks.length > 0 || isWholeFile(entry.files[at]));
  const hunkCount = files.reduce((sum, { hunks }) => sum + hunks.length, entry.left);
  if (files.length === 0 && entry.left === 0) {
    return null;
  }
  const title =
    hunkCount > 0
      ? countLabel('youRejected', hunkCount)
      : countLabel('youRejectedFiles', files.length);
  return (
    <article class="entry rejected" aria-label={t('rejected')} data-entry={entry.id}>
      <Disclosure
        icon="close"
        head={title}
        body={() => (
          <>
            {files.map((file, at) => (
              <FileView key={`${file.path} ${at}`} file={file} entryId={entry.id} />
            ))}
            {entry.left > 0 ? (
              <p class="pending-more">{countLabel('notKept', entry.left)}</p>
            ) : null}
          </>
        )}
      />
    </article>
  );
}

/** A binary file, for example, which has no hunks. */
const isWholeFile = (file: RejectedFile | undefined): boolean =>
  file?.hunks.length === 0 && file.back !== true;

function FileView({ file, entryId }: { file: RejectedFile; entryId: string }): JSX.Element {
  const status = fileStatusLabels[file.change]();
  return (
    <section class="diff changed-file" aria-label={t('rejectedIn', file.label)}>
      <header>
        <span class="pending-path" title={file.label}>
          {file.label}
        </span>
        {status === '' ? null : <span class="badge">{status}</span>}
      </header>
      {file.hunks.map((hunk, at) => (
        <HunkView key={hunk.id} {...{ file, hunk, entryId }} number={at + 1} />
      ))}
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
    <div class="hunk rejected" role="group" aria-label={t('rejectedOf', number, file.hunks.length)}>
      <div class="hunk-head">
        <span class="pending-acts">
          <button type="button" class="text-button" onClick={bringBack}>
            {t('restoreHunk')}
          </button>
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

const rowsOf = ({ above, base, wrote, below }: RejectedHunk): readonly ChangedRow[] => [
  ...toChangedRows('same', above.slice(-1)),
  ...toChangedRows('removed', base),
  ...toChangedRows('added', wrote),
  ...toChangedRows('same', below.slice(0, 1)),
];
