import type { JSX } from 'preact';
import { EditQueue, type QueueEdit } from '../../core/chat/messages.ts';
import type { QueuedPrompt, SessionState } from '../../core/session/state/sessionState.ts';
import { useHost } from '../state/host.ts';
import { IconButton } from '../ui/iconButton.tsx';
import { t } from '../ui/strings.ts';
import { toPlatformKeys } from '../ui/toPlatformKeys.ts';
import { DraftView } from '../ui/draftView.tsx';
import { useComposer } from '../state/composerContext.ts';

/** Prompts that wait for the running turn; each can be edited, removed, or sent now. */
export function QueueView({ state }: { state: SessionState }): JSX.Element | null {
  return state.queue.length === 0 ? null : (
    <ul class="queue" aria-label={t('queue')}>
      {state.queue.map(prompt => (
        <QueueRow
          key={prompt.id}
          prompt={prompt}
          sessionId={state.id}
          canSteer={state.canSteer === true && state.status.kind === 'working'}
        />
      ))}
    </ul>
  );
}

function QueueRow(props: {
  prompt: QueuedPrompt;
  sessionId: string;
  canSteer: boolean;
}): JSX.Element {
  const { prompt, sessionId } = props;
  const host = useHost();
  const composer = useComposer();
  const edit = (what: QueueEdit['edit']): void => {
    host.sendNotification(EditQueue, { sessionId, promptId: prompt.id, edit: what });
    composer.focus(); // The row is removed, and would take the focus with it.
  };
  if (prompt.isSteering) {
    return (
      <li aria-busy="true">
        <span class="queue-text" dir="auto">
          <DraftView draft={prompt.draft} />
        </span>
        <span class="muted">{t('steering')}</span>
      </li>
    );
  }
  return (
    <li>
      <span class="queue-text" dir="auto">
        <DraftView draft={prompt.draft} />
      </span>
      <span class="queue-actions">
        {props.canSteer ? (
          <button
            type="button"
            class="text-button"
            title={toPlatformKeys(t('steerTip'))}
            onClick={() => edit('steer')}
          >
            {t('steer')}
          </button>
        ) : null}
        <button type="button" class="text-button" onClick={() => edit('sendNow')}>
          {t('sendNow')}
        </button>
        <IconButton
          icon="edit"
          label={t('editQueued')}
          onClick={() => {
            edit('remove');
            composer.prependDraft(prompt.draft);
          }}
        />
        <IconButton icon="close" label={t('removeQueued')} onClick={() => edit('remove')} />
      </span>
    </li>
  );
}
