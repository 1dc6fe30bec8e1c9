import { setImmediate as nextTick } from 'node:timers/promises';
import { getSessionTitle } from '../../core/chat/sessionSummary.ts';
import { UserError } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { interruptionPatches } from '../../core/journal/interruptionPatches.ts';
import type { SessionRecord } from '../../core/journal/sessionRecord.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { Agent } from '../connection/agent.ts';
import { Agents, type AgentLogLine, type ResolveAgent } from '../connection/agents.ts';
import type { ModelProvider, ProviderConfig } from '../../core/session/wire/parseProviders.ts';
import type { ConversationChange } from './conversation.ts';
import type { SessionServices } from './sessionServices.ts';
import {
  archiveSession,
  deleteClosedSession,
  deleteSession,
  listSessions,
  type ListedSession,
} from '../connection/listSessions.ts';
import { Session, type SessionOptions } from './session.ts';
import { t } from '../../core/l10n.ts';

/** What the sessions of a window share, and where they get folders and agents from. */
export interface SessionsOptions extends SessionServices {
  /** The folders of a new session; the first one is its working directory. */
  roots(): readonly string[];
  readonly resolveAgent: ResolveAgent;
}

/** A change of one session's transcript or state. */
export interface SessionChangeEvent {
  readonly session: Session;
  readonly change: ConversationChange;
}

/** A session that continues another one from before a turn. */
export interface SessionBranchEvent {
  readonly session: Session;
  readonly from: Session;
  readonly beforeTurn: number;
}

/** A session that a running agent stores. */
export interface AgentSessionListing {
  readonly agentId: string;
  readonly agentName: string;
  readonly session: ListedSession;
  /** Whether the agent can delete it. */
  readonly canDelete: boolean;
}

/** The sessions of this window, one of which is active, and the agents they share. */
export class Sessions implements Disposable {
  readonly #options: SessionsOptions;
  readonly #agents: Agents;
  #sessions: readonly Session[] = [];
  /** A session that is opened in advance for the next call of `create`. Nobody sees it until then. */
  #prepared: Session | undefined;
  #active: Session | undefined;
  readonly #didChange = new Emitter<SessionChangeEvent>();
  readonly #didChangeSessions = new Emitter<void>();
  readonly #didBranch = new Emitter<SessionBranchEvent>();
  /** The transcript or the state of a session has changed. */
  readonly onDidChange: Event<SessionChangeEvent> = this.#didChange.event;
  /** A session was added, closed or made active. */
  readonly onDidChangeSessions: Event<void> = this.#didChangeSessions.event;
  /** A session was created that continues another one. */
  readonly onDidBranch: Event<SessionBranchEvent> = this.#didBranch.event;
  readonly onDidLog: Event<AgentLogLine>;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#agents = new Agents(options.resolveAgent);
    this.onDidLog = this.#agents.onDidLog;
  }

  get all(): readonly Session[] {
    return this.#sessions;
  }

  get active(): Session | undefined {
    return this.#active;
  }

  find(id: string): Session | undefined {
    return this.#sessions.find(session => session.id === id);
  }

  /** Opens a new session and makes it active. The agent is started if necessary. */
  create(agentId: string): Session {
    const agent = this.#agents.get(agentId);
    const prepared = this.#prepared;
    if (!prepared || !this.#isPreparedFor(agent)) {
      this.discardPrepared();
      return this.#add(agent, {});
    }
    this.#prepared = undefined;
    return this.#show(prepared);
  }

  /** Starts an agent and opens a session in advance, while the user writes the first prompt. */
  prepare(agentId: string): void {
    const agent = this.#agents.get(agentId);
    if (!this.#isPreparedFor(agent)) {
      this.discardPrepared();
      this.#prepared = new Session(agent, this.#options, { roots: this.#roots() });
      void this.#prepared.open();
    }
  }

  /** Closes the session that was opened in advance, because the next one would be opened differently. */
  discardPrepared(): void {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    prepared?.dispose();
    if (prepared && !this.#sessions.some(({ agent }) => agent === prepared.agent)) {
      void prepared.agent.stop();
    }
  }

  /** Loads a session that the agent stores. A session that is open already is made active instead. */
  load(agentId: string, wireId: string, title = ''): Session {
    const agent = this.#agents.get(agentId);
    const open = this.#findOpen(agent, wireId);
    if (open) {
      this.setActive(open);
      return open;
    }
    return this.#add(agent, { start: { kind: 'load', wireId }, title });
  }

  /** Creates a copy of a session with the help of the agent. */
  fork(session: Session): Session {
    const { agent, wireId, conversation } = session;
    if (wireId === undefined || session.isBusy) {
      throw new UserError(t('Wait for the agent to finish before you fork this session.'));
    }
    const { transcript } = conversation;
    const title = getSessionTitle(conversation.state, transcript);
    const copy = this.#add(agent, { start: { kind: 'fork', wireId }, transcript, title });
    this.#didBranch.fire({ session: copy, from: session, beforeTurn: Infinity });
    return copy;
  }

  /** Restores a session from its journal. The agent is started when the user sends something. */
  restore({ header, transcript, state, marks }: SessionRecord): Session {
    const { title, wireId, queue, usage } = state;
    const open = this.find(header.id);
    if (open) {
      this.setActive(open);
      return open;
    }
    const here = this.#roots();
    const roots = header.roots.filter(root => here.includes(root));
    const session = this.#add(this.#agents.get(header.agentId, header.agentName), {
      id: header.id,
      roots: roots.length > 0 ? roots : here,
      ...(wireId === undefined ? {} : { start: { kind: 'resume', wireId } }),
      title,
      name: marks.name,
      transcript,
      restored: { queue, ...(usage ? { usage } : {}) },
    });
    session.conversation.patch((before, nowMs) =>
      interruptionPatches(before, session.agent.name, nowMs),
    );
    return session;
  }

  /** Creates a session with the transcript before a turn of another one. The agent does not know that transcript. */
  branch(from: Session, turn: number): Session {
    const { agent, roots } = from;
    const { state, transcript } = from.conversation;
    const entries = transcript.entries.filter(entry => entry.turn < turn);
    const session = this.#add(agent, {
      roots,
      title: getSessionTitle(state, transcript),
      transcript: { ...transcript, entries, turn: Math.max(0, turn - 1) },
      restored: { queue: [] },
    });
    this.#didBranch.fire({ session, from, beforeTurn: turn });
    if (entries.length > 0) {
      session.conversation.addNotice(
        'info',
        t("{0} doesn't remember the conversation so far.", agent.name),
        ['addConversation'],
      );
    }
    return session;
  }

  hasAgent(agentId: string): boolean {
    return this.#agents.has(agentId);
  }

  /** The sessions that an agent stores for this window's folder, newest first. */
  listOnAgent(agentId: string): Promise<readonly ListedSession[]> {
    return listSessions(this.#agents.get(agentId), this.#roots()[0] ?? '');
  }

  /** The sessions that the running agents store. An agent that fails to answer is left out. */
  async listOnRunningAgents(): Promise<readonly AgentSessionListing[]> {
    const lists = await Promise.allSettled(
      this.#agents.running.map(async ({ id, name }) => {
        const canDelete = await this.canDelete(id);
        const listed = await this.listOnAgent(id);
        return listed.map(session => ({ agentId: id, agentName: name, session, canDelete }));
      }),
    );
    return lists.flatMap(list => (list.status === 'fulfilled' ? list.value : []));
  }

  /** Whether an agent is running and can delete sessions. */
  async canDelete(agentId: string): Promise<boolean> {
    const agent = this.#agents.running.find(({ id }) => id === agentId);
    return (await agent?.connect(this.#roots()[0] ?? ''))?.capabilities.remove ?? false;
  }

  /** Deletes a session that the agent stores. If it is open, it is closed first. */
  async deleteOnAgent(agentId: string, wireId: string): Promise<void> {
    const agent = this.#agents.get(agentId);
    const open = this.#findOpen(agent, wireId);
    const cwd = this.#roots()[0] ?? '';
    if (open) {
      this.close(open);
      await open.whenClosed;
      await deleteClosedSession(agent, cwd, wireId);
    } else {
      await deleteSession(agent, cwd, wireId);
    }
  }

  signOut(agentId: string): Promise<void> {
    return this.#agents.get(agentId).signOut(this.#roots()[0] ?? '');
  }

  /** The providers of models that an agent lets the user choose. */
  async listProviders(agentId: string): Promise<readonly ModelProvider[]> {
    const agent = this.#agents.get(agentId);
    const connection = await agent.connect(this.#roots()[0] ?? '');
    return agent.providers.list(connection);
  }

  /** Makes an agent use another provider of models. Without a configuration, the agent decides again. */
  async setProvider(
    agentId: string,
    providerId: string,
    config: ProviderConfig | undefined,
  ): Promise<void> {
    const agent = this.#agents.get(agentId);
    const connection = await agent.connect(this.#roots()[0] ?? '');
    await agent.providers.set(connection, providerId, config);
  }

  /** Archives a session on its agent too, or takes it out of the archive, if the agent runs and does not use the session. */
  async archiveOnAgent(agentId: string, wireId: string, archived: boolean): Promise<void> {
    const agent = this.#agents.running.find(({ id }) => id === agentId);
    if (agent && !this.#findOpen(agent, wireId)) {
      await archiveSession(agent, this.#roots()[0] ?? '', wireId, archived);
    }
  }

  setActive(session: Session): void {
    this.#active = session;
    this.#didChangeSessions.fire();
  }

  close(session: Session): void {
    const index = this.#sessions.indexOf(session);
    this.#sessions = this.#sessions.filter(other => other !== session);
    session.dispose();
    if (this.#active === session) {
      this.#active = this.#sessions[Math.max(0, index - 1)];
    }
    this.#didChangeSessions.fire();
  }

  /** Restarts the agent of a session and reopens all sessions that use it. */
  async restart(session: Session): Promise<void> {
    const { agent } = session;
    const sharing = this.#sessions.filter(
      other => other === session || (other.agent === agent && !other.isDormant),
    );
    const stopped = agent.stop();
    // The sessions are reopened before the program has stopped, so that nothing is sent to it meanwhile.
    await Promise.all(sharing.map(other => other.reopen(stopped)));
  }

  /** Stops all agents. Resolves when none of their processes is left. */
  async stopAgents(): Promise<void> {
    this.#sessions.forEach(session => session.disconnect());
    this.discardPrepared();
    await nextTick(); // Lets the last messages leave before the pipes are closed.
    await this.#agents.stop();
  }

  dispose(): void {
    this.discardPrepared();
    for (const session of this.#sessions) {
      session.dispose();
    }
    this.#agents.dispose();
  }

  #add(agent: Agent, options: Partial<SessionOptions>): Session {
    const session = this.#show(
      new Session(agent, this.#options, { roots: this.#roots(), ...options }),
    );
    if (!options.restored) {
      void session.open();
    }
    return session;
  }

  #show(session: Session): Session {
    session.conversation.onDidChange(change => this.#didChange.fire({ session, change }));
    this.#sessions = [...this.#sessions, session];
    this.setActive(session);
    return session;
  }

  /** A session that could not be opened, or that waits for a sign-in, is not used: a new one tells the user why. */
  #isPreparedFor(agent: Agent): boolean {
    const prepared = this.#prepared;
    const kind = prepared?.conversation.state.status.kind;
    const isUsable = kind === 'starting' || kind === 'idle';
    return (
      isUsable &&
      prepared?.agent === agent &&
      prepared.pendingRequestCount === 0 &&
      prepared.roots.join('\n') === this.#roots().join('\n')
    );
  }

  #findOpen(agent: Agent, wireId: string): Session | undefined {
    return this.#sessions.find(other => other.agent === agent && other.matches(wireId));
  }

  #roots(): readonly string[] {
    const roots = this.#options.roots();
    if (roots.length === 0) {
      throw new UserError(t('Open a folder first. Agents work in a folder.'));
    }
    return roots;
  }
}
