import { randomUUID } from 'node:crypto';
import { UserError } from '../core/errors.ts';
import { Emitter, type Event } from '../core/event.ts';
import type { Disposable } from '../core/lifetime.ts';
import { Agent, type AgentSurroundings } from './agent.ts';
import type { Change } from './conversation.ts';
import type { Prompts, Turns } from './ports.ts';
import { Session } from './session.ts';

/** What all sessions of a window share. */
export interface SessionsParts {
  readonly prompts: Prompts;
  readonly turns?: Turns;
  /** The folders a new session works in; the first one is its working directory. */
  roots(): readonly string[];
  /** What the agent of that id is called, and how it is started. */
  agent(id: string): { readonly name: string; readonly around: AgentSurroundings } | undefined;
}

export interface SessionChange {
  readonly session: Session;
  readonly change: Change;
}

/** All conversations of this window, one of them in front, and the agents they share. */
export class Sessions implements Disposable {
  readonly #parts: SessionsParts;
  readonly #agents = new Map<string, Agent>();
  #sessions: readonly Session[] = [];
  #active: Session | undefined;
  readonly #changed = new Emitter<SessionChange>();
  readonly #listed = new Emitter<void>();
  readonly #noted = new Emitter<{ readonly agent: string; readonly line: string }>();
  /** Something happened in a session. */
  readonly onDidChange: Event<SessionChange> = this.#changed.event;
  /** Which sessions there are, or which one is in front, is different. */
  readonly onDidList: Event<void> = this.#listed.event;
  readonly onDidNote: Event<{ readonly agent: string; readonly line: string }> = this.#noted.event;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
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
    const roots = this.#parts.roots();
    if (roots.length === 0) {
      throw new UserError('Open a folder first: an agent works in a folder.');
    }
    const session = new Session({
      id: randomUUID(),
      agent: this.#agentOf(agentId),
      roots,
      prompts: this.#parts.prompts,
      ...(this.#parts.turns ? { turns: this.#parts.turns } : {}),
    });
    session.conversation.onDidChange(change => this.#changed.fire({ session, change }));
    this.#sessions = [...this.#sessions, session];
    this.show(session);
    void session.open();
    return session;
  }

  show(session: Session): void {
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
    await agent.stop();
    const sharing = this.#sessions.filter(other => other.agent === agent);
    await Promise.all(sharing.map(other => other.open()));
  }

  /** Ends all agents; settles when none of their processes is left. */
  async stopAgents(): Promise<void> {
    await Promise.all([...this.#agents.values()].map(agent => agent.stop()));
  }

  dispose(): void {
    for (const session of this.#sessions) {
      session.dispose();
    }
    for (const agent of this.#agents.values()) {
      agent.dispose();
    }
  }

  #agentOf(id: string): Agent {
    const known = this.#agents.get(id);
    if (known) {
      return known;
    }
    const found = this.#parts.agent(id);
    if (!found) {
      throw new UserError(`There is no agent "${id}". Choose one with "Accord: Select Agent".`);
    }
    const agent = new Agent(id, found.name, found.around);
    agent.onDidNote(line => this.#noted.fire({ agent: agent.name, line }));
    this.#agents.set(id, agent);
    return agent;
  }
}
