import type { JSX } from 'preact';
import type { ChangedFile } from '../../../core/chat/changedFile.ts';
import { OpenHunk, OpenReview } from '../../../core/chat/messages.ts';
import { ChangedFileHunks } from '../../review/changedFileHunks.tsx';
import { fileStatusLabels } from '../../review/fileStatusLabels.ts';
import { regionLabel } from '../../review/pendingList.tsx';
import { useHost } from '../../state/host.ts';
import { IconButton } from '../../ui/iconButton.tsx';
import { t } from '../../ui/strings.ts';
import { useUniqueLabel } from '../../ui/useUniqueLabel.ts';
import { DiffCounts, DiffView, type DiffContent } from './diffView.tsx';
import { isSameChange } from './isSameChange.ts';
import { LocationLink } from './locationLink.tsx';

/**
 * The changes that a tool call made in a file, hunk by hunk. The diff that came with the call is shown as well if it says
 * something else.
 */
export function CallFileView(props: {
  file: ChangedFile;
  diffs: readonly DiffContent[];
}): JSX.Element {
  const { file, diffs } = props;
  const { label, status, proposed } = file;
  const number = useUniqueLabel(label);
  const badge = status === 'resolved' ? '' : fileStatusLabels[status]();
  return (
    <>
      <section
        class="diff changed-file"
        aria-label={regionLabel(label, proposed !== undefined, number)}
      >
        <header>
          <FileLink file={file} />
          {proposed ? <span class="badge">{t('notWritten')}</span> : null}
          {badge === '' ? null : (
            <span class="badge" title={file.detail}>
              {badge}
            </span>
          )}
          <FileActions file={file} />
        </header>
        <ChangedFileHunks file={file} />
      </section>
      {isSameChange(file, diffs) ? null : <ClaimedDiffs diffs={diffs} />}
    </>
  );
}

function ClaimedDiffs({ diffs }: { diffs: readonly DiffContent[] }): JSX.Element {
  return (
    <>
      <div class="muted">{t('claimedDiff')}</div>
      {diffs.map((diff, at) => (
        <DiffView key={at} diff={diff} />
      ))}
    </>
  );
}

const isPending = ({ hunks }: ChangedFile): boolean =>
  hunks.some(({ state }) => state === 'pending');

/** Opens the file at the first hunk that is pending. */
function FileLink({ file }: { file: ChangedFile }): JSX.Element {
  const host = useHost();
  const pending = file.hunks.find(({ state, id }) => state === 'pending' && id !== '');
  return pending ? (
    <button
      type="button"
      class="text-button pending-path"
      title={t('openHunkOf', file.label)}
      onClick={() => host.sendNotification(OpenHunk, { path: file.path, hunkId: pending.id })}
    >
      {file.label}
    </button>
  ) : (
    <LocationLink location={{ path: file.target }} />
  );
}

function FileActions({ file }: { file: ChangedFile }): JSX.Element {
  const host = useHost();
  const isWhole = file.hidden === 0 && file.hunks.every(({ hidden }) => hidden === 0);
  return (
    <>
      {isWhole ? <DiffCounts rows={file.hunks.flatMap(({ rows }) => rows)} isNew={false} /> : null}
      {isPending(file) ? (
        <IconButton
          icon="diff"
          label={t('openDiff')}
          onClick={() => host.sendNotification(OpenReview, { path: file.path })}
        />
      ) : null}
    </>
  );
}
