import type { JSX } from 'preact';
import { RunNoticeAction } from '../../../core/chat/messages.ts';
import type { NoticeEntry } from '../../../core/session/transcript/entry.ts';
import { truncate } from '../../../core/text/truncate.ts';
import { useHost, useSessionId } from '../../state/host.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { t } from '../../ui/strings.ts';
import { RevealedText } from '../content/revealedText.tsx';
import { MessageView } from '../content/messageView.tsx';

/** A longer first line is cut off, and more lines are collapsed. */
const TITLE_LIMIT_CHARS = 300;
const DETAIL_LINES = 6;

const icons: Readonly<Record<NoticeEntry['severity'], IconName>> = {
  info: 'info',
  warning: 'problems',
  error: 'error',
};

/** Information for the user: a message of ours with actions for it, or the agent's own words. */
export const NoticeView = ({ entry }: { entry: NoticeEntry }): JSX.Element =>
  entry.source === 'agent' ? <AgentNotice entry={entry} /> : <OwnNotice entry={entry} />;

/** The agent's words are marked as such and never rendered, so that they cannot pass for ours. */
function AgentNotice({ entry }: { entry: NoticeEntry }): JSX.Element {
  return (
    <article
      class={`entry notice from-agent ${entry.severity}`}
      aria-label={t('agentNotice')}
      data-entry={entry.id}
    >
      <Icon name="comment" />
      <div class="notice-text">
        <div class="muted">
          {t('agentNotice')}
          {entry.times > 1 ? <span class="badge">{t('times', entry.times)}</span> : null}
        </div>
        <RevealedText text={[entry.title, entry.detail].filter(Boolean).join('\n')} />
      </div>
    </article>
  );
}

/** What follows the first line. A stack or another long text is shown on demand. */
function Detail({ title, detail }: NoticeEntry): JSX.Element | null {
  const isCut = title.length > TITLE_LIMIT_CHARS;
  if (detail === undefined && !isCut) {
    return null;
  }
  const message = [...(isCut ? [title] : []), ...(detail === undefined ? [] : [detail])].join('\n');
  return isCut || message.split('\n').length > DETAIL_LINES ? (
    <details class="notice-more">
      <summary>{t('details')}</summary>
      <MessageView message={message} />
    </details>
  ) : (
    <MessageView message={message} />
  );
}

function OwnNotice({ entry }: { entry: NoticeEntry }): JSX.Element {
  const host = useHost();
  const sessionId = useSessionId();
  return (
    <article
      class={`entry notice ${entry.severity}`}
      aria-label={t('notice')}
      data-entry={entry.id}
    >
      <Icon name={icons[entry.severity]} />
      <div class="notice-text">
        <div dir="auto">
          {truncate(entry.title, TITLE_LIMIT_CHARS)}
          {entry.times > 1 ? <span class="badge">{t('times', entry.times)}</span> : null}
        </div>
        <Detail {...entry} />
        {entry.actions.length === 0 ? null : (
          <div class="buttons">
            {entry.actions.map((action, index) => (
              <button
                key={action}
                type="button"
                class={index === 0 ? 'button' : 'button secondary'}
                onClick={() =>
                  host.sendNotification(RunNoticeAction, { sessionId, entryId: entry.id, action })
                }
              >
                {t(action)}
              </button>
            ))}
          </div>
        )}
      </div>
    </article>
  );
}
