import type { JSX } from 'preact';
import { EditComment, OpenComment, SendComments } from '../../core/chat/messages.ts';
import type { PendingComment, PendingReview } from '../../core/chat/pendingReview.ts';
import { useHost } from '../state/host.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/iconButton.tsx';
import { countLabel } from '../ui/format/countLabel.ts';
import { t } from '../ui/strings.ts';
import { useSavedAnswer } from '../state/useSavedAnswer.ts';
import { useReturnFocus } from '../ui/focus/useReturnFocus.ts';
import { CommentForm } from '../ui/commentForm.tsx';

/** The user's comments on hunks of this session: they can be reviewed, edited and sent as one prompt. */
export function CommentBar(props: {
  review: PendingReview | undefined;
  sessionId: string;
}): JSX.Element | null {
  const host = useHost();
  const { sessionId } = props;
  const comments = props.review?.comments.filter(comment => comment.sessionId === sessionId) ?? [];
  if (comments.length === 0) {
    return null;
  }
  return (
    <section class="comment-bar" aria-label={t('comments')}>
      <div class="pending-bar pending-summary">
        <Icon name="comment" />
        <span class="pending-counts">{countLabel('unsent', comments.length)}</span>
        <span class="pending-acts">
          <button
            type="button"
            class="button"
            onClick={() => host.sendNotification(SendComments, { sessionId })}
          >
            {t('submitComments')}
          </button>
        </span>
      </div>
      <ul class="queue">
        {comments.map(comment => (
          <CommentRow key={comment.id} comment={comment} />
        ))}
      </ul>
    </section>
  );
}

function CommentRow({ comment }: { comment: PendingComment }): JSX.Element {
  const host = useHost();
  const { id, location, verdict } = comment;
  const [{ words }, setAnswer] = useSavedAnswer(`:${id}`, () => ({}));
  const returnFocus = useReturnFocus(words !== undefined);
  const save = (text: string): void => {
    host.sendNotification(EditComment, { id, text: text });
    setAnswer(undefined);
  };
  if (words !== undefined) {
    return (
      <li>
        <CommentForm
          text={String(words)}
          onChange={text => setAnswer({ words: text })}
          takesFocus={returnFocus.openedByUser.current}
          actions={[{ label: t('saveComment'), run: save }]}
          cancel={() => setAnswer(undefined)}
        />
      </li>
    );
  }
  return (
    <li>
      <span class="queue-text comment" dir="auto">
        <button
          type="button"
          class="text-button"
          onClick={() => host.sendNotification(OpenComment, { id })}
        >
          {location}
        </button>
        {verdict === 'open' ? null : (
          <span class="badge">{verdict === 'rejected' ? t('isRejected') : t('isAccepted')}</span>
        )}{' '}
        {comment.text}
      </span>
      <IconButton
        buttonRef={returnFocus.button}
        icon="edit"
        label={t('editComment', location)}
        onClick={() => {
          returnFocus.openedByUser.current = true;
          setAnswer({ words: comment.text });
        }}
      />
      <IconButton
        icon="close"
        label={t('removeComment', location)}
        onClick={() => host.sendNotification(EditComment, { id, text: '' })}
      />
    </li>
  );
}
