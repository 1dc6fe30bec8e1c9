import type { JSX } from 'preact';
import { useCallback, useRef, useState } from 'preact/hooks';
import { DecideReview, OpenHunk, OpenReview } from '../../core/chat/messages.ts';
import type { PendingFile, PendingReview } from '../../core/chat/pendingReview.ts';
import { useHost } from '../state/host.ts';
import { useFileHunks } from '../state/reviewDetails.ts';
import { countLabel } from '../ui/format/countLabel.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { memo } from '../ui/memo.ts';
import { t } from '../ui/strings.ts';
import { useRovingFocus } from '../ui/focus/useRovingFocus.ts';
import { useUniqueLabel } from '../ui/useUniqueLabel.ts';
import { ChangedFileHunks } from './changedFileHunks.tsx';
import { fileStatusLabels } from './fileStatusLabels.ts';

/** The pending files, by session if there are several. */
export function PendingList(props: {
  review: PendingReview;
  shownId: string;
  nameOf: (sessionId: string) => string;
}): JSX.Element {
  const { review, shownId, nameOf } = props;
  const files = review.files ?? [];
  const box = useRef<HTMLDivElement>(null);
  // Rows are not rendered again because other files have changed.
  const revision = useRef(0);
  revision.current = review.revision;
  useRovingFocus(box);
  const [limit, end] = useRowLimit();
  const ids = review.sessions.map(({ sessionId }) => sessionId);
  const sorted = ids.toSorted((one, other) => Number(other === shownId) - Number(one === shownId));
  const inOrder = sorted.flatMap(id => files.filter(({ sessionId }) => sessionId === id));
  const rows = inOrder.slice(0, limit);
  const shownIds = sorted.filter(id => rows.some(({ sessionId }) => sessionId === id));
  return (
    <div ref={box} class="pending-list">
      {shownIds.map(id => (
        <div key={id}>
          {ids.length > 1 || id !== shownId ? (
            <p class="pending-session" dir="auto">
              {nameOf(id)}
            </p>
          ) : null}
          <ul aria-label={t('pendingFiles')}>
            {rows
              .filter(file => file.sessionId === id)
              .map(file => (
                <FileRow key={file.path} file={file} revision={revision} />
              ))}
          </ul>
        </div>
      ))}
      {review.files && rows.length < review.fileCount ? (
        <p ref={end} class="pending-more">
          {countLabel('moreFiles', review.fileCount - rows.length)}
        </p>
      ) : null}
    </div>
  );
}

/** Rows that are rendered at first, and added when the end comes into view. */
const ROWS = 100;

/** How many rows are rendered. The returned ref is for the element after the last one. */
function useRowLimit(): readonly [number, (end: HTMLElement | null) => void] {
  const [limit, setLimit] = useState(ROWS);
  const observer = useRef<IntersectionObserver | undefined>(undefined);
  const observe = useCallback((end: HTMLElement | null): void => {
    observer.current?.disconnect();
    if (end) {
      observer.current = new IntersectionObserver(entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          setLimit(before => before + ROWS);
        }
      });
      observer.current.observe(end);
    }
  }, []);
  return [limit, observe];
}

type RowProps = {
  readonly file: PendingFile;
  readonly revision: { readonly current: number };
};

const FileRow = memo(({ file, revision }: RowProps): JSX.Element => {
  const host = useHost();
  const { path, label, isProposed } = file;
  const [isOpen, setOpen] = useState(isProposed === true);
  const number = useUniqueLabel(label);
  const hasLines = isProposed === true || file.added + file.removed > 0;
  const decide = (verdict: 'accept' | 'reject'): void =>
    host.sendNotification(DecideReview, { verdict, path, seen: revision.current });
  return (
    <li class="pending-row">
      <section aria-label={regionLabel(label, isProposed === true, number)}>
        <div class="pending-line" data-row>
          {hasLines ? (
            <Stop
              icon="chevron"
              label={t('hunksOf', label)}
              isExpanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          ) : (
            <span class="pending-indent" />
          )}
          <FileName file={file} open={() => host.sendNotification(OpenHunk, { path })} />
          <FileBadges file={file} />
          <Stop icon="check" label={t('acceptFile')} onClick={() => decide('accept')} />
          <Stop
            icon="diff"
            label={t('openDiff')}
            onClick={() => host.sendNotification(OpenReview, { path })}
          />
          <Stop icon="close" label={t('rejectFile')} onClick={() => decide('reject')} />
        </div>
        {isOpen && hasLines ? <FileHunks path={path} /> : null}
      </section>
    </li>
  );
});

/** The label of a region with the changes of a file. */
export const regionLabel = (label: string, isProposed: boolean, number: number): string =>
  number === 1
    ? t(isProposed ? 'proposedIn' : 'changesIn', label)
    : t(isProposed ? 'proposedInAgain' : 'changesInAgain', label, number);

/** A button that the arrow keys reach. */
function Stop(props: {
  icon: IconName;
  label: string;
  isExpanded?: boolean;
  onClick: () => void;
}): JSX.Element {
  return (
    <button
      type="button"
      class="icon-button"
      data-stop
      tabIndex={-1}
      title={props.label}
      aria-label={props.label}
      aria-expanded={props.isExpanded}
      onClick={() => props.onClick()}
    >
      <Icon name={props.icon} />
    </button>
  );
}

/** The name comes before the folder and what else happened to the file, which are cut off first. */
function FileName({ file, open }: { file: PendingFile; open: () => void }): JSX.Element {
  const at = Math.max(file.label.lastIndexOf('/'), file.label.lastIndexOf('\\'));
  const more = [file.label.slice(0, Math.max(0, at)), file.detail ?? ''].filter(Boolean);
  return (
    <button
      type="button"
      class="pending-name"
      data-stop
      tabIndex={-1}
      title={[t('openHunkOf', file.label), file.detail ?? ''].filter(Boolean).join('\n')}
      onClick={() => open()}
    >
      <span class="pending-base">{file.label.slice(at + 1)}</span>
      {more.length > 0 ? <span class="pending-folder muted">{more.join(' \u00b7 ')}</span> : null}
    </button>
  );
}

function FileBadges({ file }: { file: PendingFile }): JSX.Element {
  const status = file.isModeChange ? t('modeChange') : fileStatusLabels[file.status]();
  return (
    <>
      {file.isProposed ? <span class="badge">{t('notWritten')}</span> : null}
      {status === '' ? null : <span class="badge">{status}</span>}
      <span class="diff-counts">
        {file.added > 0 ? <span class="added">+{file.added}</span> : null}
        {file.removed > 0 ? <span class="removed">-{file.removed}</span> : null}
      </span>
    </>
  );
}

function FileHunks({ path }: { path: string }): JSX.Element | null {
  const file = useFileHunks(path);
  return file ? (
    <div class="diff">
      <ChangedFileHunks file={file} />
    </div>
  ) : null;
}
