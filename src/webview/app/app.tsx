import type { JSX } from 'preact';
import type { ChatShell, UnavailableReason } from '../../core/chat/chatViewState.ts';
import { Composer } from '../composer/composer.tsx';
import { ComposerContext, type ComposerProxy } from '../state/composerContext.ts';
import { QueueView } from '../composer/queueView.tsx';
import { type Host, HostContext, SessionContext } from '../state/host.ts';
import { memo } from '../ui/memo.ts';
import { PendingBar } from '../review/pendingBar.tsx';
import { CommentBar } from '../review/commentBar.tsx';
import type { SavedState } from '../state/savedState.ts';
import { UnavailableView } from './unavailableView.tsx';
import { SessionTabs } from './sessionTabs.tsx';
import { StatusAnnouncer } from './statusAnnouncer.tsx';
import { StatusView } from './statusView.tsx';
import { PromptSuggestions } from './promptSuggestions.tsx';
import { OpenRequestsBar } from './openRequestsBar.tsx';
import { AgentSetupView } from '../welcome/agentSetupView.tsx';
import { InstallationBar } from '../welcome/installationBar.tsx';
import { WelcomeView } from '../welcome/welcomeView.tsx';
import type { ChatStore } from '../state/chatStore.ts';
import { t } from '../ui/strings.ts';
import { getWaitedMs } from '../../core/session/transcript/waitedMs.ts';
import { TranscriptView } from '../transcript/transcriptView.tsx';
import type { ShownSession, ViewState } from '../state/viewState.ts';

/** These components do not depend on the transcript, and are not rendered again when it changes. */
const Tabs = memo(SessionTabs);
const Status = memo(StatusView);
const Suggestions = memo(PromptSuggestions);
const Pending = memo(PendingBar);
const Comments = memo(CommentBar);
const Queue = memo(QueueView);

/** The whole page: the sessions at the top, the conversation, and the composer at the bottom. */
export function App(props: {
  view: ViewState;
  store: ChatStore;
  host: Host;
  saved: SavedState;
  composer: ComposerProxy;
  nonce: string;
}): JSX.Element {
  const { view, store, host, saved, composer, nonce } = props;
  const { shell, session, review } = view;
  const shownId = session?.state.id ?? '';
  if (shell.unavailableReason) {
    return <Blocked host={host} unavailableReason={shell.unavailableReason} />;
  }
  return (
    <HostContext.Provider value={host}>
      <SessionContext.Provider value={shownId}>
        <ComposerContext.Provider value={composer}>
          <Tabs shell={shell} shownId={session?.state.id} />
          <main class="conversation">
            <h1 class="visually-hidden">{headingOf(session)}</h1>
            {session ? (
              <TranscriptView
                key={session.state.id}
                {...{ session, store, saved, host }}
                outcomes={review?.turns}
              >
                {isNew(session) ? <WelcomeView agentId={session.state.agentId} /> : null}
                <Status
                  state={session.state}
                  waitsForUser={waitsForUser(view)}
                  isReasonShown={isReasonShown(session)}
                  waitedMs={getWaitedMs(session.transcript.entries, 0)}
                />
                <Suggestions state={session.state} />
              </TranscriptView>
            ) : (
              <EmptyTranscript shell={shell} />
            )}
          </main>
          <footer class="foot">
            {session ? <OpenRequestsBar session={session} /> : null}
            <Pending review={review} sessions={shell.sessions} shownId={shownId} />
            {session ? <Comments review={review} sessionId={session.state.id} /> : null}
            {session ? <Queue state={session.state} /> : null}
            <InstallationBar installations={shell.installations} />
            <Composer
              {...{ shell, session, host, saved, nonce }}
              slot={composer}
              sent={() => store.notifySent()}
            />
          </footer>
          <StatusAnnouncer session={session} />
        </ComposerContext.Provider>
      </SessionContext.Provider>
    </HostContext.Provider>
  );
}

const Blocked = ({
  host,
  unavailableReason,
}: {
  host: Host;
  unavailableReason: UnavailableReason;
}): JSX.Element => (
  <HostContext.Provider value={host}>
    <UnavailableView reason={unavailableReason} />
  </HostContext.Provider>
);

const isNew = ({ transcript, state }: ShownSession): boolean =>
  transcript.entries.length === 0 && state.status.kind === 'idle';

const EmptyTranscript = ({ shell }: { shell: ChatShell }): JSX.Element => (
  <div class="transcript" role="log" aria-label={t('conversation')}>
    <div class="transcript-content">
      {shell.agentId === undefined ? (
        <AgentSetupView suggestions={shell.agentSuggestions} />
      ) : (
        <WelcomeView agentId={shell.agentId} />
      )}
    </div>
  </div>
);

const waitsForUser = ({ shell, session }: ViewState): boolean =>
  shell.sessions.find(({ id }) => id === session?.state.id)?.state === 'waiting';

/** Whether the last notice already shows why the agent is stopped, with a button that restarts it. */
function isReasonShown({ state, transcript }: ShownSession): boolean {
  const { status } = state;
  if (status.kind !== 'stopped') {
    return false;
  }
  const notice = transcript.entries.findLast(entry => entry.kind === 'notice');
  const message = [notice?.title, notice?.detail].filter(Boolean).join('\n');
  return message === status.reason && notice?.actions.includes('restart') === true;
}

const headingOf = (session: ViewState['session']): string =>
  session?.state.name || session?.state.title || t('accord');
