import type { SessionHistory } from '../../agent/journal/sessionHistory.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { getSessionTitle } from '../../core/chat/sessionSummary.ts';
import { getSessionName } from '../../core/journal/sessionRecord.ts';
import { transcriptToMarkdown } from '../../core/export/transcriptMarkdown.ts';
import type { PromptCapabilities } from '../../core/session/state/sessionState.ts';
import type { FixedCompletionContext } from './completion/fixedCompletionItems.ts';

/** What context takes from the conversations. */
export interface SessionSource {
  list(): FixedCompletionContext['sessions'];
  /** A conversation as Markdown, also if it is closed by now. */
  text(id: string): Promise<string | undefined>;
  /** What the session's agent takes; that of the session in front without an id. */
  promptCapabilities(id: string | undefined): PromptCapabilities | undefined;
}

/** Where conversations come from: those of this window, and those of its history. */
export interface SessionSourceOptions {
  readonly sessions: Sessions;
  readonly history: Pick<SessionHistory, 'read'>;
}

/** The sessions of this window and its history, as far as context takes an interest in them. */
export function createSessionSource(sources: () => SessionSourceOptions): SessionSource {
  const sessions = (): Sessions => sources().sessions;
  return {
    list: () =>
      sessions()
        .all.toReversed()
        .filter(session => session.conversation.transcript.entries.length > 0)
        .map(({ id, agent, conversation: { state, transcript } }) => ({
          id,
          title: getSessionTitle(state, transcript) || agent.name,
          agentName: agent.name,
        })),
    text: async id => {
      const open = sessions().find(id)?.conversation;
      if (open) {
        return transcriptToMarkdown(
          getSessionTitle(open.state, open.transcript),
          open.transcript.entries,
        );
      }
      const closed = await sources().history.read(id);
      return closed && transcriptToMarkdown(getSessionName(closed), closed.transcript.entries);
    },
    promptCapabilities: id => {
      const session = id === undefined ? sessions().active : sessions().find(id);
      return session?.conversation.state.promptCapabilities;
    },
  };
}
