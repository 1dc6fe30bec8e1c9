import { randomUUID } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { McpServer } from '@agentclientprotocol/sdk';
import { getSessionTitle } from '../../core/chat/sessionSummary.ts';
import { UserError } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/event.ts';
import { interruptionPatches } from '../../core/journal/interruptionPatches.ts';
import type { SessionRecord } from '../../core/journal/sessionRecord.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import type { Agent } from '../connection/agent.ts';
import { Agents, type AgentLogLine, type ResolveAgent } from '../connection/agents.ts';
import type { ConversationChange } from './conversation.ts';
import type { PickerPreferences } from './pickerPreferences.ts';
import type { PromptBuilder } from './promptBuilder.ts';
import type { TurnParticipant } from './turnParticipant.ts';
import {
  deleteClosedSession,
  deleteSession,
  listSessions,
  type ListedSession,
} from '../connection/listSessions.ts';
import { Session, type SessionOptions } from './session.ts';
import { t } from '../../core/l10n.ts';

/** What all sessions of a window share. */
export interface SessionsOptions {
  readonly promptBuilder: PromptBuilder;
  readonly turnParticipant?: TurnParticipant;
  readonly pickerPreferences?: PickerPreferences;
  /** The servers that sessions may use, as the user has set them up. */
  readonly mcpServers?: () => Promise<readonly McpServer[]>;
  /** The folders a new session works in; the first one is its working directory. */
  roots(): readonly string[];
  readonly resolveAgent: ResolveAgent;
}

export interface SessionChangeEvent {
  readonly session: Session;
  readonly change: ConversationChange;
}

/** Which session goes on from which, and from before which turn. */
export interface SessionBranchEvent {
  readonly session: Session;
  readonly from: Session;
  readonly beforeTurn: number;
}

/** A conversation that a running agent keeps. */
export interface AgentSessionListing {
  readonly agentId: string;
  readonly agentName: string;
  readonly session: ListedSession;
  /** Whether the agent can forget it. */
  readonly canDelete: boolean;
}

/** All conversations of this window, one of them in front, and the agents they share. */
export class Sessions implements Disposable {
  readonly #parts: SessionsOptions;
  readonly #agents: Agents;
  #sessions: readonly Session[] = [];
  #active: Session | undefined;
  readonly #changed = new Emitter<SessionChangeEvent>();
  readonly #listed = new Emitter<void>();
  readonly #branched = new Emitter<SessionBranchEvent>();
  /** Something happened in a session. */
  readonly onDidChange: Event<SessionChangeEvent> = this.#changed.event;
  /** Which sessions there are, or which one is in front, is different. */
  readonly onDidChangeSessions: Event<void> = this.#listed.event;
  /** A session goes on from what was said in another one. */
  readonly onDidBranch: Event<SessionBranchEvent> = this.#branched.event;
  readonly onDidLog: Event<AgentLogLine>;

  constructor(parts: SessionsOptions) {
    this.#parts = parts;
    this.#agents = new Agents(parts.resolveAgent);
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

  /** Opens a conversation with an agent and brings it to the front. It starts the agent by itself. */
  create(agentId: string): Session {
    return this.#add(this.#agents.get(agentId), {});
  }

  /** Goes on with a conversation that the agent keeps. One that is open here is brought to the front. */
  load(agentId: string, wireId: string, title = ''): Session {
    const agent = this.#agents.get(agentId);
    const open = this.#openAs(agent, wireId);
    if (open) {
      this.setActive(open);
      return open;
    }
    return this.#add(agent, { start: { kind: 'load', wireId }, title });
  }

  /** Begins a copy of a conversation: both go on from what was said so far. */
  fork(session: Session): Session {
    const { agent, wireId, conversation } = session;
    if (wireId === undefined || session.isBusy) {
      throw new UserError(t('A conversation can be copied when its agent is not at work.'));
    }
    const { transcript } = conversation;
    const title = getSessionTitle(conversation.state, transcript);
    const copy = this.#add(agent, { start: { kind: 'fork', wireId }, transcript, title });
    this.#branched.fire({ session: copy, from: session, beforeTurn: Infinity });
    return copy;
  }

  /** Shows a conversation of an earlier window again. Its agent starts when the user sends something. */
  restore({ header, transcript, kept, marks }: SessionRecord): Session {
    const { title, wireId, queue, usage } = kept;
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
      ...(wireId === undefined ? {} : { start: { kind: 'takeUp', wireId } }),
      title,
      name: marks.name,
      transcript,
      dormant: { queue, ...(usage ? { usage } : {}) },
    });
    session.conversation.patch((before, nowMs) =>
      interruptionPatches(before, session.agent.name, nowMs),
    );
    return session;
  }

  /** Begins a conversation that holds what was said before a turn. The agent does not know it yet. */
  branch(from: Session, turn: number): Session {
    const { agent, roots } = from;
    const { state, transcript } = from.conversation;
    const entries = transcript.entries.filter(entry => entry.turn < turn);
    const session = this.#add(agent, {
      roots,
      title: getSessionTitle(state, transcript),
      transcript: { ...transcript, entries, turn: Math.max(0, turn - 1) },
      dormant: { queue: [] },
    });
    this.#branched.fire({ session, from, beforeTurn: turn });
    if (entries.length > 0) {
      session.addNotice('info', t('{0} does not know what was said so far.', agent.name), [
        'addConversation',
      ]);
    }
    return session;
  }

  /** Whether an agent of that id can be talked to here. */
  hasAgent(agentId: string): boolean {
    return this.#agents.has(agentId);
  }

  /** The conversations that an agent keeps for this window's folder, newest first. */
  listOnAgent(agentId: string): Promise<readonly ListedSession[]> {
    return listSessions(this.#agents.get(agentId), this.#roots()[0] ?? '');
  }

  /** The conversations that those agents keep which run at this moment. */
  async listOnRunningAgents(): Promise<readonly AgentSessionListing[]> {
    const lists = await Promise.allSettled(
      this.#agents.running.map(async ({ id, name }) => {
        const canDelete = await this.canDelete(id);
        const listed = await this.listOnAgent(id);
        return listed.map(session => ({ agentId: id, agentName: name, session, canDelete }));
      }),
    );
    // One that fails to answer hides nothing of the others.
    return lists.flatMap(list => (list.status === 'fulfilled' ? list.value : []));
  }

  /** Whether an agent runs and can forget conversations. */
  async canDelete(agentId: string): Promise<boolean> {
    const agent = this.#agents.running.find(({ id }) => id === agentId);
    return (await agent?.connect(this.#roots()[0] ?? ''))?.capabilities.remove ?? false;
  }

  /** Makes an agent forget a conversation. If it is open here, it is closed first. */
  async deleteOnAgent(agentId: string, wireId: string): Promise<void> {
    const agent = this.#agents.get(agentId);
    const open = this.#openAs(agent, wireId);
    const cwd = this.#roots()[0] ?? '';
    if (open) {
      this.close(open);
      await open.whenClosed;
      await deleteClosedSession(agent, cwd, wireId);
    } else {
      await deleteSession(agent, cwd, wireId);
    }
  }

  /** Ends the user's sign-in with an agent. */
  signOut(agentId: string): Promise<void> {
    return this.#agents.get(agentId).signOut(this.#roots()[0] ?? '');
  }

  setActive(session: Session): void {
    this.#active = session;
    this.#listed.fire();
  }

  close(session: Session): void {
    const index = this.#sessions.indexOf(session);
    this.#sessions = this.#sessions.filter(other => other !== session);
    session.dispose();
    if (this.#active === session) {
      this.#active = this.#sessions[Math.max(0, index - 1)];
    }
    this.#listed.fire();
  }

  /** Stops an agent and takes its sessions up again with a fresh one. */
  async restart(session: Session): Promise<void> {
    const { agent } = session;
    const sharing = this.#sessions.filter(
      other => other === session || (other.agent === agent && !other.isDormant),
    );
    const stopped = agent.stop();
    // At once, so that nothing is sent to a program that is about to end.
    await Promise.all(sharing.map(other => other.reopen(stopped)));
  }

  /** Ends all agents; settles when none of their processes is left. */
  async stopAgents(): Promise<void> {
    this.#sessions.forEach(session => session.disconnect());
    await breathe(); // So that their last messages are on the way before the pipes are closed.
    await this.#agents.stop();
  }

  dispose(): void {
    for (const session of this.#sessions) {
      session.dispose();
    }
    this.#agents.dispose();
  }

  #add(agent: Agent, parts: Omit<Partial<SessionOptions>, 'agent'>): Session {
    const {
      promptBuilder: prompts,
      turnParticipant: turns,
      pickerPreferences: choices,
      mcpServers,
    } = this.#parts;
    const session = new Session({
      id: randomUUID(),
      agent,
      roots: this.#roots(),
      promptBuilder: prompts,
      ...(turns ? { turnParticipant: turns } : {}),
      ...(choices ? { pickerPreferences: choices } : {}),
      ...(mcpServers ? { mcpServers } : {}),
      ...parts,
    });
    session.conversation.onDidChange(change => this.#changed.fire({ session, change }));
    this.#sessions = [...this.#sessions, session];
    this.setActive(session);
    if (!parts.dormant) {
      void session.open();
    }
    return session;
  }

  #openAs(agent: Agent, wireId: string): Session | undefined {
    return this.#sessions.find(other => other.agent === agent && other.matches(wireId));
  }

  #roots(): readonly string[] {
    const roots = this.#parts.roots();
    if (roots.length === 0) {
      throw new UserError(t('Open a folder first: an agent works in a folder.'));
    }
    return roots;
  }
}
