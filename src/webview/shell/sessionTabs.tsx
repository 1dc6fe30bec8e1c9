import type { JSX } from 'preact';
import type { ChatShell, SessionSummary } from '../../core/chat/chatView.ts';
import { CloseSession, NewSession, SelectSession } from '../../core/chat/messages.ts';
import { useHost } from '../host.ts';
import { Icon } from '../icon.tsx';
import { t, type StringKey } from '../strings.ts';

const stateKeys: Readonly<Record<SessionSummary['state'], StringKey>> = {
  starting: 'stateStarting',
  working: 'stateWorking',
  waiting: 'stateWaiting',
  done: 'stateDone',
  failed: 'stateFailed',
  idle: 'stateIdle',
};

/** The sessions that are open, and how each of them stands. */
export function SessionTabs(props: {
  shell: ChatShell;
  shownId: string | undefined;
}): JSX.Element | null {
  const host = useHost();
  return props.shell.sessions.length === 0 ? null : (
    <nav class="sessions" aria-label={t('sessions')}>
      <ul>
        {props.shell.sessions.map(session => (
          <SessionTab key={session.id} session={session} isShown={session.id === props.shownId} />
        ))}
      </ul>
      <button
        type="button"
        class="icon-button"
        title={t('newSession')}
        aria-label={t('newSession')}
        onClick={() => host.tell(NewSession, {})}
      >
        <Icon name="add" />
      </button>
    </nav>
  );
}

function SessionTab(props: { session: SessionSummary; isShown: boolean }): JSX.Element {
  const host = useHost();
  const { id, title, agentName, state } = props.session;
  const name = title || t('untitled');
  const words = t(stateKeys[state]);
  return (
    <li class={props.isShown ? 'session shown' : 'session'}>
      <button
        type="button"
        class="session-name"
        title={`${name}\n${agentName}, ${words}`}
        aria-current={props.isShown}
        onClick={() => host.tell(SelectSession, { sessionId: id })}
      >
        <span class={`dot ${state}`} role="img" aria-label={words} />
        <span class="session-title" dir="auto">
          {name}
        </span>
      </button>
      <button
        type="button"
        class="icon-button"
        title={t('closeSession', name)}
        aria-label={t('closeSession', name)}
        onClick={() => host.tell(CloseSession, { sessionId: id })}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
