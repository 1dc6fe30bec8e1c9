import type { JSX } from 'preact';
import { EditRemark, OpenRemark, SendRemarks } from '../../core/chat/messages.ts';
import type { PendingRemark, PendingReview } from '../../core/chat/pendingReview.ts';
import { useHost } from '../host.ts';
import { Icon } from '../icon.tsx';
import { counted } from '../counted.ts';
import { t } from '../strings.ts';
import { useAnswer } from '../useAnswer.ts';
import { useOpener } from '../useOpener.ts';
import { WordsForm } from '../wordsForm.tsx';

/** What the user has said about this session's hunks: to be looked through, changed, and sent as one prompt. */
export function RemarkBar(props: {
  review: PendingReview | undefined;
  sessionId: string;
}): JSX.Element | null {
  const host = useHost();
  const { sessionId } = props;
  const remarks = props.review?.remarks.filter(remark => remark.sessionId === sessionId) ?? [];
  if (remarks.length === 0) {
    return null;
  }
  return (
    <section class="remark-bar" aria-label={t('remarks')}>
      <div class="pending-bar">
        <Icon name="comment" />
        <span class="pending-counts">{counted('unsent', remarks.length)}</span>
        <span class="pending-acts">
          <button
            type="button"
            class="button"
            onClick={() => host.tell(SendRemarks, { sessionId })}
          >
            {t('tellAgent')}
          </button>
        </span>
      </div>
      <ul class="queue">
        {remarks.map(remark => (
          <RemarkRow key={remark.id} remark={remark} />
        ))}
      </ul>
    </section>
  );
}

function RemarkRow({ remark }: { remark: PendingRemark }): JSX.Element {
  const host = useHost();
  const { id, place, verdict } = remark;
  const [{ words }, keep] = useAnswer(`:${id}`, () => ({}));
  const opener = useOpener(words !== undefined);
  const save = (said: string): void => {
    host.tell(EditRemark, { id, words: said });
    keep(undefined);
  };
  if (words !== undefined) {
    return (
      <li>
        <WordsForm
          words={String(words)}
          changed={said => keep({ words: said })}
          takesFocus={opener.byHand.current}
          acts={[{ label: t('saveRemark'), act: save }]}
          cancel={() => keep(undefined)}
        />
      </li>
    );
  }
  return (
    <li>
      <span class="queue-text remark" dir="auto">
        <button type="button" class="text-button" onClick={() => host.tell(OpenRemark, { id })}>
          {place}
        </button>
        {verdict === 'open' ? null : (
          <span class="badge">{verdict === 'rejected' ? t('isRejected') : t('isAccepted')}</span>
        )}{' '}
        {remark.words}
      </span>
      <button
        ref={opener.button}
        type="button"
        class="icon-button"
        aria-label={t('editRemark', place)}
        title={t('editRemark', place)}
        onClick={() => {
          opener.byHand.current = true;
          keep({ words: remark.words });
        }}
      >
        <Icon name="edit" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t('removeRemark', place)}
        title={t('removeRemark', place)}
        onClick={() => host.tell(EditRemark, { id, words: '' })}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
