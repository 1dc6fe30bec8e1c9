import type { RequestPermissionResponse, SessionUpdate } from '@agentclientprotocol/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import type { Elicitation } from '../../core/session/transcript/elicitationEntry.ts';
import { t } from '../../core/l10n.ts';
import { replayResetPatches } from '../../core/session/transcript/replayResetPatches.ts';
import type { SubagentUpdate } from '../../core/session/wire/parseSubagentUpdate.ts';
import type { AgentConnection } from '../connection/agentConnection.ts';
import type { Agent } from '../connection/agent.ts';
import type { OpenRequestSession } from '../requests/clientRequests.ts';
import type { PermissionRequest } from '../requests/permissionRequest.ts';
import type { ElicitationReply, SessionEndpoint } from '../requests/sessionEndpoint.ts';
import { AutomaticPermissions } from './automaticPermissions.ts';
import { BackgroundWork } from './backgroundWork.ts';
import type { Conversation } from './conversation.ts';
import { PendingElicitations } from './pendingElicitations.ts';
import type { ReplayedHistory } from './protocol/openSession.ts';
import type { SessionServices } from './sessionServices.ts';
import { PendingPermissions } from './pendingPermissions.ts';
import { applySubagentUpdate, Subagents } from './subagents.ts';

/** After this many quiet periods with updates, a replay that never ends is taken for live updates. */
const MAX_QUIET_PERIODS = 200;

/** The number of notices about an agent's requests that a turn shows, since an agent can cause any number of them. */
const REQUEST_NOTICE_LIMIT = 4;

/** Handles everything that the agent sends for one session: updates, requests to the user, files and terminals. */
export class SessionRequests implements SessionEndpoint {
  readonly conversation: Conversation;
  readonly permissions: PendingPermissions;
  readonly elicitations: PendingElicitations;
  readonly #agent: Agent;
  readonly #roots: readonly string[];
  readonly #backgroundWork: BackgroundWork;
  readonly #automatic: AutomaticPermissions;
  readonly #subagents: Subagents;
  #served: OpenRequestSession | undefined;
  #replay: ReplayedHistory | undefined;
  #updateCount = 0;
  #requestNotices = { turn: -1, count: 0 };

  constructor(
    agent: Agent,
    conversation: Conversation,
    roots: readonly string[],
    { turnParticipant, permissionPolicy: policy }: SessionServices,
  ) {
    this.#backgroundWork = new BackgroundWork(conversation, roots, turnParticipant);
    this.#agent = agent;
    this.conversation = conversation;
    this.#roots = roots;
    this.permissions = new PendingPermissions(conversation);
    const { permissions } = this;
    this.#automatic = new AutomaticPermissions({ agent, conversation, roots, permissions, policy });
    this.elicitations = new PendingElicitations(conversation);
    this.#subagents = new Subagents(agent.router, conversation, this);
  }

  /** Serves the file and terminal requests of the session from now on. */
  open(wireId: string, { capabilities, remote }: AgentConnection): void {
    void this.#served?.close();
    this.#subagents.open(wireId);
    this.#served = this.#agent.clientRequests.openSession?.({
      id: this.conversation.state.id,
      wireId,
      agent: { id: this.#agent.id, name: this.#agent.name },
      agentName: capabilities.name,
      isRemote: remote !== undefined,
      roots: this.#roots,
      turnPhase: () => this.conversation.turnPhase,
      beginBackgroundWork: () => this.#backgroundWork.begin(),
      ask: async (request, signal = new AbortController().signal) => {
        const { outcome } = await this.permissions.request(
          { ...request, sessionId: wireId, source: 'client' },
          signal,
        );
        return outcome.outcome === 'selected' ? outcome.optionId : undefined;
      },
      addNotice: message => this.conversation.addNotice('warning', message),
      addFailure: message => this.addNotice('warning', message),
      applyPatch: patch => this.conversation.patch(() => [patch]),
    });
  }

  /** Ends everything that runs for the session, such as commands that the agent has left running. */
  close(): void {
    void this.#served?.close();
    this.#served = undefined;
    this.#subagents.close();
  }

  /** Cancels all requests that wait for the user. */
  cancelPending(): void {
    this.permissions.cancelAll();
    this.elicitations.cancelAll();
  }

  /** Cancels running requests and kills commands, because not every agent does when the turn is stopped. */
  stop(): void {
    void this.#served?.stop();
  }

  /** The agent is about to send the history of the session, which is shown, or known already and ignored. */
  beginReplay(wireId: string, history: ReplayedHistory): void {
    this.#replay = history;
    this.#subagents.close();
    this.#subagents.open(wireId);
    if (history === 'shown') {
      this.conversation.patch(replayResetPatches);
    }
  }

  /** Ends the replay at once, because the agent sends no history after all. */
  abortReplay(): void {
    this.#replay = undefined;
  }

  /** Waits for the end of the replay: some agents send the history after they have answered the request. */
  async endReplay(quietMs: number): Promise<void> {
    if (this.#replay === undefined || this.#replay === 'unlikely') {
      this.#replay = undefined;
      return;
    }
    for (
      let period = 0, count = -1;
      count !== this.#updateCount && period < MAX_QUIET_PERIODS;
      period += 1
    ) {
      count = this.#updateCount;
      await delay(quietMs);
    }
    this.#replay = undefined;
  }

  handleUpdate(update: SessionUpdate, subagentId?: string): void {
    this.#updateCount += 1;
    if (this.#replay === 'unlikely' && isTold(update)) {
      this.#replay = 'known';
    }
    if (this.#replay !== 'known') {
      this.#apply(update, subagentId);
    } else if (subagentId === undefined) {
      this.conversation.applyStateUpdate(update);
    }
  }

  #apply(update: SessionUpdate, subagentId: string | undefined): void {
    if (subagentId === undefined) {
      this.conversation.applyUpdate(update);
    } else {
      applySubagentUpdate(this.conversation, update, subagentId);
    }
  }

  handleSubagentUpdate(update: SubagentUpdate, parentId?: string): void {
    this.#updateCount += 1;
    if (this.#replay === 'unlikely') {
      this.#replay = 'known';
    }
    this.#subagents.handle(update, this.#replay !== 'known', parentId);
  }

  handleUnknownUpdate(update: unknown): void {
    if (this.#replay !== 'known') {
      this.conversation.addUnknownUpdate(update);
    }
  }

  handleAccount(account: string | undefined): void {
    this.conversation.setState({ account: account ?? '' });
  }

  async requestPermission(
    request: PermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse> {
    const automatic = await this.#automatic.answer(request, signal);
    return automatic ?? this.permissions.request(request, signal);
  }

  elicit(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationReply> {
    return this.elicitations.request(elicitation, signal);
  }

  completeElicitation(elicitationId: string): void {
    this.elicitations.complete(elicitationId);
  }

  addNotice(severity: 'info' | 'warning', message: string): void {
    const turn = this.conversation.transcript.entries.at(-1)?.turn ?? 0;
    const count = (this.#requestNotices.turn === turn ? this.#requestNotices.count : 0) + 1;
    this.#requestNotices = { turn, count };
    if (count <= REQUEST_NOTICE_LIMIT) {
      this.conversation.addNotice(severity, message);
    } else if (count === REQUEST_NOTICE_LIMIT + 1) {
      this.conversation.addNotice(
        'warning',
        t("{0} sent more requests that failed. They aren't shown.", this.#agent.name),
      );
    }
  }

  isBusy(): boolean {
    const { kind } = this.conversation.state.status;
    return kind === 'working' || kind === 'stopping';
  }
}

/** Whether an update tells what somebody said or did, as a replayed history does. */
const isTold = ({ sessionUpdate }: SessionUpdate): boolean =>
  /^(?:user_message|agent_message|agent_thought|tool_call|plan)/.test(sessionUpdate);
