import { UserError } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/event.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import { t } from '../../core/l10n.ts';
import { Agent, type AgentOptions } from './agent.ts';

/** What an agent is called, and how it is started. */
export interface AgentDefinition {
  /** Its own id, if it was looked for by its name. */
  readonly id?: string;
  readonly name: string;
  readonly options: AgentOptions;
}

/** Finds an agent by its id or name; one that has a name from before is found even if it is gone, and cannot be started then. */
export type ResolveAgent = (called: string, knownAs?: string) => AgentDefinition | undefined;

/** A line for an agent's output channel. */
export interface AgentLogLine {
  readonly agent: string;
  readonly line: string;
}

/** The agents of this window: one program each, whoever talks to it. */
export class Agents implements Disposable {
  readonly #find: ResolveAgent;
  readonly #agents = new Map<string, Agent>();
  readonly #noted = new Emitter<AgentLogLine>();
  readonly onDidLog: Event<AgentLogLine> = this.#noted.event;

  constructor(find: ResolveAgent) {
    this.#find = find;
  }

  /** Those whose program runs at this moment. */
  get running(): readonly Agent[] {
    return [...this.#agents.values()].filter(({ isRunning: isUp }) => isUp);
  }

  /** Whether an agent of that id can be talked to here. */
  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** The agent of that id or name; `knownAs` is what it was called when it was talked to: it may be gone by now. */
  get(called: string, knownAs?: string): Agent {
    const known = this.#agents.get(called) ?? this.#known(this.#idOf(called));
    if (known) {
      return known;
    }
    const found = this.#find(called, knownAs);
    if (!found) {
      throw new UserError(
        t('There is no agent "{0}". Choose one with "Accord: Select Agent".', called),
      );
    }
    const id = found.id ?? called;
    const agent = new Agent(
      id,
      found.name === called ? (knownAs ?? called) : found.name,
      found.options,
    );
    agent.onDidLog(line => this.#noted.fire({ agent: agent.name, line }));
    this.#agents.set(id, agent);
    return agent;
  }

  #idOf(called: string): string {
    return this.#find(called)?.id ?? called;
  }

  /** One that was called by its name before its id was known is the same. */
  #known(id: string): Agent | undefined {
    return [...this.#agents.values()].find(agent => this.#idOf(agent.id) === id);
  }

  /** Settles when none of their processes is left. */
  async stop(): Promise<void> {
    await Promise.all([...this.#agents.values()].map(agent => agent.stop()));
  }

  dispose(): void {
    for (const agent of this.#agents.values()) {
      agent.dispose();
    }
  }
}
