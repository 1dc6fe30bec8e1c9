import type { SessionHistory } from '../../agent/journal/sessionHistory.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { getSessionTitle } from '../../core/chat/sessionSummary.ts';
import { getSessionName } from '../../core/journal/sessionRecord.ts';
import { transcriptToMarkdown } from '../../core/export/transcriptMarkdown.ts';
import type { PromptCapabilities } from '../../core/session/state/sessionState.ts';
import type { FixedCompletionContext } from './completion/fixedCompletionItems.ts';

/** The sessions of this window and of its history, as context for a prompt. */
export class SessionMentions {
  readonly #history: Pick<SessionHistory, 'read'>;
  readonly #sessions: () => Sessions;

  /** `sessions` is called late, since sessions need the prompt context first. */
  constructor(history: Pick<SessionHistory, 'read'>, sessions: () => Sessions) {
    this.#history = history;
    this.#sessions = sessions;
  }

  /** The open sessions that can be mentioned, newest first. */
  list(): FixedCompletionContext['sessions'] {
    return this.#sessions()
      .all.toReversed()
      .filter(session => session.conversation.transcript.entries.length > 0)
      .map(({ id, agent, conversation: { state, transcript } }) => ({
        id,
        title: getSessionTitle(state, transcript) || agent.name,
        agentName: agent.name,
      }));
  }

  /** The conversation of an open or closed session as Markdown. */
  async text(id: string): Promise<string | undefined> {
    const open = this.#sessions().find(id)?.conversation;
    if (open) {
      const title = getSessionTitle(open.state, open.transcript);
      return transcriptToMarkdown(title, open.transcript.entries);
    }
    const closed = await this.#history.read(id);
    return closed && transcriptToMarkdown(getSessionName(closed), closed.transcript.entries);
  }

  /** The capabilities of the session's agent; without an id, of the active session's agent. */
  promptCapabilities(id: string | undefined): PromptCapabilities | undefined {
    const sessions = this.#sessions();
    const session = id === undefined ? sessions.active : sessions.find(id);
    return session?.conversation.state.promptCapabilities;
  }
}
