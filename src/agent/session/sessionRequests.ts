import type { AgentConnection } from '../connection/agentConnection.ts';
import type { Conversation } from './conversation.ts';
import type { PendingPermissions } from './pendingPermissions.ts';
import type {
  ClientRequests,
  OpenRequestSession,
  RequestSession,
} from '../requests/clientRequests.ts';

/** What is to be known of the session. */
export interface SessionRequestsHost {
  readonly id: string;
  readonly roots: readonly string[];
  readonly agent: { readonly clientRequests: ClientRequests };
  readonly conversation: Conversation;
  addNotice(severity: 'warning', message: string): void;
}

/** Lets the agent's requests of one session be served while the session is open. */
export class SessionRequests {
  readonly #session: SessionRequestsHost;
  readonly #permissions: PendingPermissions;
  readonly #isStopping: () => boolean;
  #serving: OpenRequestSession | undefined;

  /** `isStopping`: the user has stopped the turn, and nothing is asked any more. */
  constructor(
    session: SessionRequestsHost,
    permissions: PendingPermissions,
    isStopping: () => boolean,
  ) {
    this.#session = session;
    this.#permissions = permissions;
    this.#isStopping = isStopping;
  }

  open(link: AgentConnection, wireId: string): void {
    this.close();
    const { id, roots, agent, conversation } = this.#session;
    this.#serving = agent.clientRequests.openSession?.({
      id,
      wireId,
      agentName: link.capabilities.name,
      roots,
      isStopping: this.#isStopping,
      ask: (request, signal) => this.#ask({ ...request, sessionId: wireId }, signal),
      addNotice: message => this.#session.addNotice('warning', message),
      applyPatch: patch => conversation.patch(() => [patch]),
    });
  }

  /** Not every agent ends its commands when the turn is stopped. */
  stopCommands(): void {
    void this.#serving?.killCommands();
  }

  close(): void {
    void this.#serving?.close();
    this.#serving = undefined;
  }

  /** A question of our own: what the agent wants to do through us needs the user's leave. */
  async #ask(
    request: Parameters<PendingPermissions['request']>[0],
    signal: AbortSignal = new AbortController().signal,
  ): ReturnType<RequestSession['ask']> {
    if (this.#isStopping()) {
      return undefined;
    }
    const { outcome } = await this.#permissions.request(request, signal);
    return outcome.outcome === 'selected' ? outcome.optionId : undefined;
  }
}
