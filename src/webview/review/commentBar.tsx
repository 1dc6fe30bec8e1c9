import type { JSX } from 'preact';
import { EditComment, OpenComment, SendComments } from '../../core/chat/messages.ts';
import type { PendingComment, PendingReview } from '../../core/chat/pendingReview.ts';
import { useHost } from '../state/host.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/iconButton.tsx';
import { countLabel } from '../ui/countLabel.ts';
import { t } from '../ui/strings.ts';
import { useSavedAnswer } from '../state/useSavedAnswer.ts';
import { useReturnFocus } from '../ui/useReturnFocus.ts';
import { CommentForm } from '../ui/commentForm.tsx';

/** The user's comments on hunks of this session: they can be reviewed, edited and sent as one prompt. */
export function CommentBar(props: {
  review: PendingReview | undefined;
  sessionId: string;
}): JSX.Element | null {
  const host = useHost();
  const { sessionId } = props;
  const remarks = props.review?.comments.filter(remark => remark.sessionId === sessionId) ?? [];
  if (remarks.length === 0) {
    return null;
  }
  return (
    <section class="remark-bar" aria-label={t('remarks')}>
      <div class="pending-bar">
        <Icon name="comment" />
        <span class="pending-counts">{countLabel('unsent', remarks.length)}</span>
        <span class="pending-acts">
          <button
            type="button"
            class="button"
            onClick={() => host.sendNotification(SendComments, { sessionId })}
          >
            {t('tellAgent')}
          </button>
        </span>
      </div>
      <ul class="queue">
        {remarks.map(remark => (
          <CommentRow key={remark.id} remark={remark} />
        ))}
      </ul>
    </section>
  );
}

function CommentRow({ remark }: { remark: PendingComment }): JSX.Element {
  const host = useHost();
  const { id, location: place, verdict } = remark;
  const [{ words }, keep] = useSavedAnswer(`:${id}`, () => ({}));
  const opener = useReturnFocus(words !== undefined);
  const save = (said: string): void => {
    host.sendNotification(EditComment, { id, words: said });
    keep(undefined);
  };
  if (words !== undefined) {
    return (
      <li>
        <CommentForm
          words={String(words)}
          changed={said => keep({ words: said })}
          takesFocus={opener.openedByUser.current}
          acts={[{ label: t('saveRemark'), run: save }]}
          cancel={() => keep(undefined)}
        />
      </li>
    );
  }
  return (
    <li>
      <span class="queue-text remark" dir="auto">
        <button
          type="button"
          class="text-button"
          onClick={() => host.sendNotification(OpenComment, { id })}
        >
          {place}
        </button>
        {verdict === 'open' ? null : (
          <span class="badge">{verdict === 'rejected' ? t('isRejected') : t('isAccepted')}</span>
        )}{' '}
        {remark.text}
      </span>
      <IconButton
        buttonRef={opener.button}
        icon="edit"
        label={t('editRemark', place)}
        onClick={() => {
          opener.openedByUser.current = true;
          keep({ words: remark.text });
        }}
      />
      <IconButton
        icon="close"
        label={t('removeRemark', place)}
        onClick={() => host.sendNotification(EditComment, { id, words: '' })}
      />
    </li>
  );
}
