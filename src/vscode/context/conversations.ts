import type { History } from '../../agent/journal/history.ts';
import type { Sessions } from '../../agent/sessions.ts';
import { titleOf } from '../../core/chat/summary.ts';
import { nameOf } from '../../core/journal/sessionRecord.ts';
import { transcriptText } from '../../core/prompt/transcriptText.ts';
import type { PromptAbilities } from '../../core/session/sessionState.ts';
import type { RowFacts } from './fixedRows.ts';

/** What context takes from the conversations. */
export interface Conversations {
  list(): RowFacts['sessions'];
  /** A conversation as Markdown, also if it is closed by now. */
  text(id: string): Promise<string | undefined>;
  /** What the session's agent takes; that of the session in front without an id. */
  accepts(id: string | undefined): PromptAbilities | undefined;
}

/** Where conversations come from: those of this window, and those of its history. */
export interface ConversationSources {
  readonly sessions: Sessions;
  readonly history: Pick<History, 'read'>;
}

/** The sessions of this window and its history, as far as context takes an interest in them. */
export function conversationsOf(sources: () => ConversationSources): Conversations {
  const sessions = (): Sessions => sources().sessions;
  return {
    list: () =>
      sessions()
        .all.toReversed()
        .filter(session => session.conversation.transcript.entries.length > 0)
        .map(({ id, agent, conversation: { state, transcript } }) => ({
          id,
          title: titleOf(state, transcript) || agent.name,
          agentName: agent.name,
        })),
    text: async id => {
      const open = sessions().find(id)?.conversation;
      if (open) {
        return transcriptText(titleOf(open.state, open.transcript), open.transcript.entries);
      }
      const closed = await sources().history.read(id);
      return closed && transcriptText(nameOf(closed), closed.transcript.entries);
    },
    accepts: id => {
      const session = id === undefined ? sessions().active : sessions().find(id);
      return session?.conversation.state.accepts;
    },
  };
}
