import type { JSX } from 'preact';
import { AnswerElicitation } from '../../../core/chat/messages.ts';
import type { ElicitationEntry } from '../../../core/session/transcript/entry.ts';
import { useHost, useSessionId } from '../../state/host.ts';
import { Icon } from '../../ui/icon.tsx';
import { t } from '../../ui/strings.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { RequestingSubagent } from './requestingSubagent.tsx';
import { ElicitationFormView } from './elicitationFormView.tsx';
import { RevealedText } from '../content/revealedText.tsx';
import { useButtonsEnabled } from './useButtonsEnabled.ts';

/** A question of the agent, or a page it wants the user to open. */
export function ElicitationView({ entry }: { entry: ElicitationEntry }): JSX.Element {
  if (entry.answer.kind !== 'open') {
    return (
      <div
        class="entry answered"
        role="group"
        aria-label={t('question', entry.message)}
        data-entry={entry.id}
      >
        <Disclosure
          icon="info"
          head={
            <span dir="auto">
              <strong>{answerLabel(entry)}</strong> {entry.message}
            </span>
          }
        />
      </div>
    );
  }
  return (
    <div
      class="entry request question"
      role="group"
      aria-label={t('question', entry.message)}
      tabIndex={-1}
      data-request={entry.id}
      data-entry={entry.id}
    >
      <div class="request-head">
        <Icon name="info" />
        <span dir="auto">
          <RequestingSubagent name={entry.asker} />
          {entry.message}
        </span>
      </div>
      <OpenElicitation entry={entry} />
    </div>
  );
}

function OpenElicitation({ entry }: { entry: ElicitationEntry }): JSX.Element {
  const host = useHost();
  const sessionId = useSessionId();
  const enabled = useButtonsEnabled();
  const reply = (action: 'accept' | 'decline' | 'cancel'): void =>
    host.sendNotification(AnswerElicitation, { sessionId, entryId: entry.id, action });
  const { ask } = entry;
  const others = (
    <>
      <button
        type="button"
        class="button secondary"
        disabled={!enabled}
        onClick={() => reply('decline')}
      >
        {t('decline')}
      </button>
      <button type="button" class="text-button" disabled={!enabled} onClick={() => reply('cancel')}>
        {t('dismiss')}
      </button>
    </>
  );
  if (ask.kind === 'form') {
    return (
      <ElicitationFormView
        entryId={entry.id}
        form={ask.form}
        enabled={enabled}
        submit={values =>
          host.sendNotification(AnswerElicitation, {
            sessionId,
            entryId: entry.id,
            action: 'accept',
            values,
          })
        }
        others={others}
      />
    );
  }
  return (
    <>
      <div class="request-subject">
        <p>{t('pageAt', ask.host)}</p>
        <RevealedText text={ask.url} />
        {ask.suspicious ? <p class="revealed-warning">{t('suspiciousHost')}</p> : null}
      </div>
      <div class="request-answer buttons">
        <button type="button" class="button" disabled={!enabled} onClick={() => reply('accept')}>
          {t('openPage')}
        </button>
        {others}
      </div>
    </>
  );
}

function answerLabel({ ask, answer }: ElicitationEntry): string {
  switch (answer.kind) {
    case 'open':
      return '';
    case 'accepted':
      return ask.kind === 'form' ? t('accepted') : answer.done ? t('pageDone') : t('pageOpened');
    case 'declined':
      return t('declined');
    case 'cancelled':
      return t('answeredCancelled');
  }
}
