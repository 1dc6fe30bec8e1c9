import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Restart, SignIn } from '../../core/chat/messages.ts';
import type { SessionState, SignInMethod } from '../../core/session/sessionState.ts';
import { duration } from '../duration.ts';
import { useHost } from '../host.ts';
import { Icon, Spinner } from '../icon.tsx';
import { t } from '../strings.ts';

const SECOND_MS = 1_000;

/** What the session is doing right now, below the last entry. */
export function StatusView({ state }: { state: SessionState }): JSX.Element | null {
  const { status } = state;
  switch (status.kind) {
    case 'idle':
      return null;
    case 'starting':
      return (
        <div class="status">
          <Spinner />
          <span>{status.note || t('starting')}</span>
        </div>
      );
    case 'working':
      return <Elapsed sinceMs={status.sinceMs} words={time => t('working', time)} />;
    case 'stopping':
      return <Elapsed sinceMs={status.sinceMs} words={time => t('stopping', time)} />;
    case 'signIn':
      return <SignInView state={state} methods={status.methods} />;
    case 'stopped':
      return <Stopped state={state} reason={status.reason} />;
  }
}

/** Counts the seconds, for as long as it is on the page. */
function Elapsed(props: { sinceMs: number; words: (time: string) => string }): JSX.Element {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="status">
      <Spinner />
      <span>{props.words(duration(nowMs - props.sinceMs))}</span>
    </div>
  );
}

function SignInView(props: { state: SessionState; methods: readonly SignInMethod[] }): JSX.Element {
  const host = useHost();
  return (
    <div class="panel">
      <div class="panel-title">
        <Icon name="lock" />
        <span>{t('signInTitle', props.state.agentName)}</span>
      </div>
      {props.methods.map(method => (
        <div key={method.id} class="panel-choice">
          <button
            type="button"
            class="button"
            onClick={() => host.tell(SignIn, { sessionId: props.state.id, methodId: method.id })}
          >
            {t('signInWith', method.name)}
          </button>
          <span class="muted">{method.description}</span>
        </div>
      ))}
    </div>
  );
}

function Stopped({ state, reason }: { state: SessionState; reason: string }): JSX.Element {
  const host = useHost();
  return (
    <div class="panel">
      <div class="panel-title">
        <Icon name="error" />
        <span>{t('stoppedTitle', state.agentName)}</span>
      </div>
      {reason === '' ? null : (
        <pre class="notice-detail" tabIndex={0} dir="auto">
          {reason}
        </pre>
      )}
      <div class="buttons">
        <button
          type="button"
          class="button"
          onClick={() => host.tell(Restart, { sessionId: state.id })}
        >
          {t('restart')}
        </button>
      </div>
    </div>
  );
}
