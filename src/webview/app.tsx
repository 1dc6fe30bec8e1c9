import type { JSX } from 'preact';
import { Composer } from './composer/composer.tsx';
import { ComposerContext, type ComposerSlot } from './composer/composerContext.ts';
import { QueueView } from './composer/queueView.tsx';
import { type Host, HostContext, SessionContext } from './host.ts';
import { memo } from './memo.ts';
import { PendingBar } from './review/pendingBar.tsx';
import { RemarkBar } from './review/remarkBar.tsx';
import { PendingFiles } from './review/pendingFiles.tsx';
import type { SavedState } from './saved.ts';
import { ObstacleView } from './shell/obstacleView.tsx';
import { SessionTabs } from './shell/sessionTabs.tsx';
import { Spoken } from './shell/spoken.tsx';
import { StatusView } from './shell/statusView.tsx';
import { WaitingBar } from './shell/waitingBar.tsx';
import { Welcome } from './shell/welcome.tsx';
import type { Store } from './store.ts';
import { t } from './strings.ts';
import { TranscriptView } from './transcript/transcriptView.tsx';
import type { ShownSession, View } from './view.ts';

/** What has nothing to do with the words that come in is not drawn for each of them. */
const Tabs = memo(SessionTabs);
const Files = memo(PendingFiles);
const Status = memo(StatusView);
const Pending = memo(PendingBar);
const Remarks = memo(RemarkBar);
const Queue = memo(QueueView);

/** The whole page: sessions above, the conversation, the composer below. */
export function App(props: {
  view: View;
  store: Store;
  host: Host;
  saved: SavedState;
  composer: ComposerSlot;
  nonce: string;
}): JSX.Element {
  const { view, store, host, saved, composer, nonce } = props;
  const { shell, session, review } = view;
  if (shell.obstacle) {
    return (
      <HostContext.Provider value={host}>
        <ObstacleView obstacle={shell.obstacle} />
      </HostContext.Provider>
    );
  }
  return (
    <HostContext.Provider value={host}>
      <SessionContext.Provider value={session?.state.id ?? ''}>
        <ComposerContext.Provider value={composer}>
          <Tabs shell={shell} shownId={session?.state.id} />
          <main class="conversation">
            <h1 class="spoken">{headingOf(session)}</h1>
            {session ? (
              <TranscriptView key={session.state.id} {...{ session, store, saved, host }}>
                {session.transcript.entries.length === 0 && session.state.status.kind === 'idle' ? (
                  <Welcome />
                ) : null}
                <Files review={review} state={session.state} />
                <Status state={session.state} waits={waitsForUser(view)} told={isTold(session)} />
              </TranscriptView>
            ) : (
              <div class="transcript" role="log" aria-label={t('conversation')}>
                <div class="transcript-content">
                  <Welcome />
                </div>
              </div>
            )}
          </main>
          <footer class="foot">
            {session ? <WaitingBar session={session} /> : null}
            <Pending review={review} />
            {session ? <Remarks review={review} sessionId={session.state.id} /> : null}
            {session ? <Queue state={session.state} /> : null}
            <Composer
              {...{ shell, session, host, saved, nonce }}
              slot={composer}
              sent={() => store.sent()}
            />
          </footer>
          <Spoken session={session} />
        </ComposerContext.Provider>
      </SessionContext.Provider>
    </HostContext.Provider>
  );
}

const waitsForUser = ({ shell, session }: View): boolean =>
  shell.sessions.find(({ id }) => id === session?.state.id)?.state === 'waiting';

/** Whether the conversation tells already why the agent does not run. */
function isTold({ state, transcript }: ShownSession): boolean {
  const { status } = state;
  if (status.kind !== 'stopped') {
    return false;
  }
  const notice = transcript.entries.findLast(entry => entry.kind === 'notice');
  return [notice?.title, notice?.detail].filter(Boolean).join('\n') === status.reason;
}

const headingOf = (session: View['session']): string =>
  session?.state.name || session?.state.title || t('accord');
