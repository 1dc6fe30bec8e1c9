import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ChangedFile, ChangedHunk } from '../../core/chat/changedFile.ts';
import { CommentOnHunk, DecideReview, OpenHunk, UndoReview } from '../../core/chat/messages.ts';
import { useHost } from '../state/host.ts';
import { useSavedAnswer } from '../state/useSavedAnswer.ts';
import { ActionButton } from '../ui/iconButton.tsx';
import { CommentForm } from '../ui/commentForm.tsx';
import { countLabel } from '../ui/format/countLabel.ts';
import { memo } from '../ui/memo.ts';
import { t } from '../ui/strings.ts';
import { useKeptFocus } from '../ui/focus/useKeptFocus.ts';
import { useReturnFocus } from '../ui/focus/useReturnFocus.ts';
import { DiffRowsView } from '../code/diffRowsView.tsx';

type HunkProps = {
  readonly file: ChangedFile;
  readonly hunk: ChangedHunk;
  /** Counts from 1. */
  readonly number: number;
  readonly count: number;
};

/** A hunk with its buttons, or with what became of it. The rows stay where they are when it is decided. */
export const HunkView = memo((props: HunkProps): JSX.Element => {
  const { file, hunk, number, count } = props;
  const name = t('hunkOf', number, count);
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box, hunkBox => hunkBox.querySelector('button'));
  return (
    <div ref={box} class={`hunk ${hunk.state}`} role="group" aria-label={name}>
      {hunk.state === 'pending' ? (
        <PendingHead key="head" {...props} name={name} />
      ) : (
        <SettledHead key="settled" {...props} name={name} />
      )}
      {hunk.by === undefined ? null : (
        <p class="hunk-by muted" dir="auto">
          {t('madeBy', hunk.by)}
        </p>
      )}
      {hunk.rows.length > 0 ? (
        <pre tabIndex={0} dir="ltr" aria-label={t('diffOf', file.label)}>
          <DiffRowsView rows={hunk.rows} path={file.label} />
        </pre>
      ) : null}
      {hunk.hidden > 0 ? <p class="pending-more">{countLabel('moreLines', hunk.hidden)}</p> : null}
    </div>
  );
});

type HeadProps = HunkProps & { readonly name: string };

function HunkHead(props: {
  name: string;
  count: number;
  /** Whether the name says what happened to a whole file, which may take several lines. */
  isWhole?: boolean;
  state?: string;
  children: ComponentChildren;
}): JSX.Element {
  const { name, count, state } = props;
  return (
    <div class="hunk-head">
      <span class={`hunk-name muted${props.isWhole ? ' whole' : ''}`}>
        {count > 1 || state === undefined ? name : ''}
      </span>
      {state === undefined ? null : <span class="hunk-state">{state}</span>}
      <span class="pending-acts">{props.children}</span>
    </div>
  );
}

function PendingHead({ file, hunk, name, count }: HeadProps): JSX.Element {
  const host = useHost();
  const { path } = file;
  const { id, revision } = hunk;
  const [{ words }, setAnswer] = useSavedAnswer(`${path} ${id}`, () => ({}));
  const isCommenting = words !== undefined;
  const returnFocus = useReturnFocus(isCommenting);
  const isWhole = id === '';
  const ref = isWhole ? {} : { hunk: { id, revision } };
  const decide = (verdict: 'accept' | 'reject'): void =>
    host.sendNotification(DecideReview, { verdict, path, ...ref, seen: revision });
  const submit = (reject: boolean) => (text: string) => {
    host.sendNotification(CommentOnHunk, { path, hunk: { id, revision }, text: text, reject });
    setAnswer(undefined);
  };
  return (
    <>
      <HunkHead name={isWhole ? (file.detail ?? t('wholeFile')) : name} {...{ count, isWhole }}>
        <ActionButton
          icon="check"
          label={t(isWhole ? 'acceptFile' : 'acceptHunk')}
          onClick={() => decide('accept')}
        />
        <ActionButton
          icon="close"
          label={t(isWhole ? 'rejectFile' : 'rejectHunk')}
          onClick={() => decide('reject')}
        />
        {isWhole ? null : (
          <ActionButton
            icon="comment"
            label={t('commentOn')}
            buttonRef={returnFocus.button}
            isExpanded={isCommenting}
            onClick={() => {
              returnFocus.openedByUser.current = true;
              setAnswer(isCommenting ? undefined : { words: '' });
            }}
          />
        )}
      </HunkHead>
      {isCommenting ? (
        <CommentForm
          text={String(words)}
          onChange={text => setAnswer({ words: text })}
          takesFocus={returnFocus.openedByUser.current}
          actions={[
            { label: t('addComment'), run: submit(false) },
            { label: t('rejectWith'), run: submit(true) },
          ]}
          cancel={() => setAnswer(undefined)}
        />
      ) : null}
    </>
  );
}

const stateLabels = {
  accepted: () => t('hunkAccepted'),
  rejected: () => t('hunkRejected'),
  merged: () => t('hunkMerged'),
  gone: () => t('hunkGone'),
} as const;

function SettledHead({ file, hunk, name, count }: HeadProps): JSX.Element {
  const host = useHost();
  const { fileId, path } = file;
  const { id, state } = hunk;
  const change = { fileId, ...(id === '' ? {} : { hunkId: id }) };
  return (
    <HunkHead name={name} count={count} state={state === 'pending' ? '' : stateLabels[state]()}>
      {state === 'accepted' || state === 'rejected' ? (
        <ActionButton
          icon="undo"
          label={t('undo')}
          onClick={() => host.sendNotification(UndoReview, { change })}
        />
      ) : null}
      {state === 'merged' ? (
        <ActionButton
          icon="file"
          label={t('show')}
          onClick={() => host.sendNotification(OpenHunk, { path, hunkId: id })}
        />
      ) : null}
    </HunkHead>
  );
}
