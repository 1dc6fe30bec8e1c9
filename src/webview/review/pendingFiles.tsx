import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { DecideReview, OpenReview, CommentOnHunk } from '../../core/chat/messages.ts';
import type { PendingFile, PendingHunk, PendingReview } from '../../core/chat/pendingReview.ts';
import type { SessionState } from '../../core/session/state/sessionState.ts';
import { useHost } from '../state/host.ts';
import { countLabel } from '../ui/countLabel.ts';
import { t } from '../ui/strings.ts';
import { useSavedAnswer } from '../state/useSavedAnswer.ts';
import { useReturnFocus } from '../ui/useReturnFocus.ts';
import { DiffRowsView } from '../code/diffRowsView.tsx';
import { fileStatusLabels } from './fileStatusLabels.ts';
import { FileHeader } from './fileHeader.tsx';
import { CommentForm } from '../ui/commentForm.tsx';

/** Up to this many files are expanded. */
const OPEN_FILES = 4;

/** The files changed by a session with their hunks, after its turn has ended; proposals also during the turn. */
export function PendingFiles(props: {
  review: PendingReview | undefined;
  state: SessionState;
}): JSX.Element | null {
  const { id, status } = props.state;
  const isWorking = status.kind === 'working' || status.kind === 'stopping';
  const files =
    props.review?.files.filter(
      file => file.sessionId === id && (!isWorking || file.proposed !== undefined),
    ) ?? [];
  return files.length === 0 ? null : (
    <div class={status.kind === 'idle' ? 'pending-files settled' : 'pending-files'}>
      {files.map(file => (
        <FileChanges
          key={file.path}
          file={file}
          seen={props.review?.revision ?? 0}
          isOpen={files.length <= OPEN_FILES}
        />
      ))}
    </div>
  );
}

interface FileProps {
  readonly file: PendingFile;
  readonly seen: number;
  readonly isOpen: boolean;
}

function FileChanges({ file, seen, isOpen }: FileProps): JSX.Element {
  const host = useHost();
  const [chosen, choose] = useState<boolean>();
  const open = chosen ?? isOpen;
  const decide = (verdict: 'accept' | 'reject'): void =>
    host.sendNotification(DecideReview, { verdict, path: file.path, seen });
  return (
    <section
      class="diff pending-file"
      aria-label={t(file.proposed ? 'proposedIn' : 'changesIn', file.label)}
    >
      <header>
        <FileHeader label={file.label} isOpen={open} toggle={() => choose(!open)}>
          {file.proposed ? <span class="badge">{t('notWritten')}</span> : null}
          {file.status === 'modified' ? null : (
            <span class="badge">{fileStatusLabels[file.status]()}</span>
          )}
        </FileHeader>
        <span class="diff-counts">
          <span class="added">+{file.added}</span>
          <span class="removed">-{file.removed}</span>
        </span>
        <span class="pending-acts">
          <button type="button" class="text-button" onClick={() => decide('accept')}>
            {t('acceptFile')}
          </button>
          <button type="button" class="text-button" onClick={() => decide('reject')}>
            {t('rejectFile')}
          </button>
          <button
            type="button"
            class="text-button"
            onClick={() => host.sendNotification(OpenReview, { path: file.path })}
          >
            {t('openDiff')}
          </button>
        </span>
      </header>
      {open && file.proposed ? <p class="pending-more">{proposalLabels[file.proposed]()}</p> : null}
      {open ? file.hunks.map(hunk => <HunkView key={hunk.id} {...{ file, hunk, seen }} />) : null}
      {open && file.hunkCount > file.hunks.length ? (
        <p class="pending-more">{countLabel('moreHunks', file.hunkCount - file.hunks.length)}</p>
      ) : null}
    </section>
  );
}

function HunkView(props: { file: PendingFile; hunk: PendingHunk; seen: number }): JSX.Element {
  const { file, hunk, seen } = props;
  const host = useHost();
  const [{ words }, keep] = useSavedAnswer(`${file.path} ${hunk.id}`, () => ({}));
  const isCommenting = words !== undefined;
  const returnFocus = useReturnFocus(isCommenting);
  const name = t('hunkOf', hunk.number, file.hunkCount);
  const { path } = file;
  const { id, revision } = hunk;
  const decide = (verdict: 'accept' | 'reject'): void =>
    host.sendNotification(DecideReview, { verdict, path, hunk: { id, revision }, seen });
  const say = (reject: boolean) => (said: string) => {
    host.sendNotification(CommentOnHunk, { path, hunk: { id, revision }, words: said, reject });
    keep(undefined);
  };
  const toggle = (): void => {
    returnFocus.openedByUser.current = true;
    keep(isCommenting ? undefined : { words: '' });
  };
  return (
    <div class="hunk" role="group" aria-label={name}>
      <div class="hunk-head">
        <span class="muted">{name}</span>
        <span class="pending-acts">
          <button type="button" class="text-button" onClick={() => decide('accept')}>
            {t('acceptHunk')}
          </button>
          <button type="button" class="text-button" onClick={() => decide('reject')}>
            {t('rejectHunk')}
          </button>
          <button
            ref={returnFocus.button}
            type="button"
            class="text-button"
            aria-expanded={isCommenting}
            onClick={toggle}
          >
            {t('commentOn')}
          </button>
        </span>
      </div>
      {isCommenting ? (
        <CommentForm
          text={String(words)}
          onChange={text => keep({ words: text })}
          takesFocus={returnFocus.openedByUser.current}
          actions={[
            { label: t('addComment'), run: say(false) },
            { label: t('rejectWith'), run: say(true) },
          ]}
          cancel={() => keep(undefined)}
        />
      ) : null}
      <pre tabIndex={0} dir="ltr" aria-label={t('diffOf', file.label)}>
        <DiffRowsView rows={hunk.rows} path={file.label} />
      </pre>
      {hunk.hidden > 0 ? <p class="pending-more">{countLabel('moreLines', hunk.hidden)}</p> : null}
    </div>
  );
}

const proposalLabels = {
  write: () => t('waitsWrite'),
  permission: () => t('waitsPermission'),
  nobody: () => t('waitsNobody'),
} as const;
