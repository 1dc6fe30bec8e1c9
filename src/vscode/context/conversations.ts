import type { Sessions } from '../../agent/sessions.ts';
import { transcriptText } from '../../core/prompt/transcriptText.ts';
import type { PromptAbilities } from '../../core/session/sessionState.ts';
import type { RowFacts } from './fixedRows.ts';

/** What context takes from the conversations. */
export interface Conversations {
  list(): RowFacts['sessions'];
  /** A conversation as Markdown. */
  text(id: string): string | undefined;
  /** What the session's agent takes; that of the session in front without an id. */
  accepts(id: string | undefined): PromptAbilities | undefined;
}

/** The sessions of this window, as far as context takes an interest in them. */
export function conversationsOf(sessions: () => Sessions): Conversations {
  return {
    list: () =>
      sessions()
        .all.toReversed()
        .filter(session => session.conversation.transcript.entries.length > 0)
        .map(({ id, agent, conversation }) => ({
          id,
          title: conversation.state.title || agent.name,
          agentName: agent.name,
        })),
    text: id => {
      const conversation = sessions().find(id)?.conversation;
      return (
        conversation && transcriptText(conversation.state.title, conversation.transcript.entries)
      );
    },
    accepts: id => {
      const session = id === undefined ? sessions().active : sessions().find(id);
      return session?.conversation.state.accepts;
    },
  };
}
