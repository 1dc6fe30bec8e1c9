import type { Link } from './agent.ts';
import type { Conversation } from './conversation.ts';
import type { OpenPermissions } from './openPermissions.ts';
import type { Hands, ServedSession, Serving } from './ports.ts';

/** What is to be known of the session. */
export interface HandedSession {
  readonly id: string;
  readonly roots: readonly string[];
  readonly agent: { readonly hands: Hands };
  readonly conversation: Conversation;
  note(severity: 'warning', message: string): void;
}

/** Lets the agent's requests of one session be served while the session is open. */
export class SessionHands {
  readonly #session: HandedSession;
  readonly #permissions: OpenPermissions;
  readonly #isStopping: () => boolean;
  #serving: Serving | undefined;

  /** `isStopping`: the user has stopped the turn, and nothing is asked any more. */
  constructor(session: HandedSession, permissions: OpenPermissions, isStopping: () => boolean) {
    this.#session = session;
    this.#permissions = permissions;
    this.#isStopping = isStopping;
  }

  begin(link: Link, wireId: string): void {
    this.end();
    const { id, roots, agent, conversation } = this.#session;
    this.#serving = agent.hands.serve?.({
      id,
      wireId,
      agentName: link.abilities.name,
      roots,
      isStopping: this.#isStopping,
      ask: (request, signal) => this.#ask({ ...request, sessionId: wireId }, signal),
      note: message => this.#session.note('warning', message),
      show: patch => conversation.patch(() => [patch]),
    });
  }

  /** Not every agent ends its commands when the turn is stopped. */
  stopCommands(): void {
    void this.#serving?.stopCommands();
  }

  end(): void {
    void this.#serving?.end();
    this.#serving = undefined;
  }

  /** A question of our own: what the agent wants to do through us needs the user's leave. */
  async #ask(
    request: Parameters<OpenPermissions['ask']>[0],
    signal: AbortSignal = new AbortController().signal,
  ): ReturnType<ServedSession['ask']> {
    if (this.#isStopping()) {
      return undefined;
    }
    const { outcome } = await this.#permissions.ask(request, signal);
    return outcome.outcome === 'selected' ? outcome.optionId : undefined;
  }
}
