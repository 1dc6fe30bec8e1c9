import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Restart, SignIn, Stop, StopAgent } from '../../core/chat/messages.ts';
import type {
  SessionState,
  SignInOptions,
  SignInStatus,
  StoppedStatus,
} from '../../core/session/state/sessionState.ts';
import { formatDuration } from '../ui/format/formatDuration.ts';
import { useHost } from '../state/host.ts';
import { hostClock } from '../state/hostClock.ts';
import { Icon, Spinner } from '../ui/icon.tsx';
import { t } from '../ui/strings.ts';
import { MessageView } from '../transcript/content/messageView.tsx';

const SECOND_MS = 1_000;
/** After this time in the state `stopping` the user can stop the agent process. */
const STOP_PATIENCE_MS = 5_000;

/**
 * The state of the session, below the last entry. `waitsForUser`: the agent waits for the user; `isReasonShown`: a notice
 * already shows why the agent is stopped and offers to restart it.
 */
export function StatusView(props: {
  state: SessionState;
  waitsForUser: boolean;
  isReasonShown: boolean;
  /** How long the agent has waited for the user in this turn. */
  waitedMs: number;
}): JSX.Element | null {
  const { state } = props;
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
      return props.waitsForUser ? (
        <div class="status">
          <Icon name="lock" />
          <span>{t('waitingForYou')}</span>
        </div>
      ) : (
        <Elapsed sinceMs={status.sinceMs + props.waitedMs} label={time => t('working', time)} />
      );
    case 'stopping':
      return <Stopping state={state} sinceMs={status.sinceMs} />;
    case 'signIn':
      return <SignInView state={state} signIn={status} />;
    case 'stopped':
      return <Stopped {...{ state, status }} isReasonShown={props.isReasonShown} />;
  }
}

/** Shows the elapsed time, updated every second. */
function Elapsed(props: { sinceMs: number; label: (time: string) => string }): JSX.Element {
  const [nowMs, setNowMs] = useState(hostClock.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(hostClock.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="status">
      <Spinner />
      <span>{props.label(formatDuration(nowMs - props.sinceMs))}</span>
    </div>
  );
}

/** Offers to stop an agent that does not react to the cancellation. */
function Stopping(props: { state: SessionState; sinceMs: number }): JSX.Element {
  const host = useHost();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(
      () => setLate(true),
      props.sinceMs + STOP_PATIENCE_MS - hostClock.now(),
    );
    return () => clearTimeout(timer);
  }, [props.sinceMs]);
  return (
    <>
      <Elapsed sinceMs={props.sinceMs} label={time => t('stopping', time)} />
      {late ? (
        <div class="buttons">
          <button
            type="button"
            class="button"
            onClick={() => host.sendNotification(StopAgent, { sessionId: props.state.id })}
          >
            {t('stopAgent', props.state.agentName)}
          </button>
        </div>
      ) : null}
    </>
  );
}

function SignInView(props: { state: SessionState; signIn: SignInStatus }): JSX.Element {
  const { message, methods } = props.signIn;
  return (
    <div class="panel">
      <div class="panel-title">
        <Icon name="lock" />
        <span>{t('signInTitle', props.state.agentName)}</span>
      </div>
      {message === '' ? null : (
        <pre class="notice-quoted" tabIndex={0} dir="auto">
          {message}
        </pre>
      )}
      <SignInMethods sessionId={props.state.id} options={props.signIn} />
      {methods.length > 0 ? null : <RestartButton sessionId={props.state.id} />}
    </div>
  );
}

function RestartButton({ sessionId }: { sessionId: string }): JSX.Element {
  const host = useHost();
  return (
    <div class="buttons">
      <button
        type="button"
        class="button"
        onClick={() => host.sendNotification(Restart, { sessionId })}
      >
        {t('restart')}
      </button>
    </div>
  );
}

/** A button for each method, and one that cancels the method in progress. */
function SignInMethods(props: { sessionId: string; options: SignInOptions }): JSX.Element {
  const host = useHost();
  const { sessionId } = props;
  const { methods, running } = props.options;
  return (
    <>
      {methods.map(method => (
        <div key={method.id} class="panel-choice">
          <button
            type="button"
            class="button"
            disabled={running !== undefined}
            onClick={() => host.sendNotification(SignIn, { sessionId, methodId: method.id })}
          >
            {t('signInWith', method.name)}
          </button>
          <span class="muted">{method.description}</span>
        </div>
      ))}
      {running === undefined ? null : (
        <div class="buttons">
          <Spinner />
          <button
            type="button"
            class="button"
            onClick={() => host.sendNotification(Stop, { sessionId })}
          >
            {t('cancelSignIn')}
          </button>
        </div>
      )}
    </>
  );
}

function Stopped(props: {
  state: SessionState;
  status: StoppedStatus;
  isReasonShown: boolean;
}): JSX.Element | null {
  const { state, isReasonShown } = props;
  const { openFailure, reason } = props.status;
  const hasMethods = openFailure !== undefined && openFailure.methods.length > 0;
  return isReasonShown && !hasMethods ? null : (
    <div class="panel">
      <div class="panel-title">
        <Icon name="error" />
        <span>{t(openFailure ? 'openFailedTitle' : 'stoppedTitle', state.agentName)}</span>
      </div>
      {reason === '' || isReasonShown ? null : <MessageView message={reason} />}
      {openFailure ? <SignInMethods sessionId={state.id} options={openFailure} /> : null}
      {isReasonShown ? null : <RestartButton sessionId={state.id} />}
    </div>
  );
}
