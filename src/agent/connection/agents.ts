import { UserError } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/event.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import { t } from '../../core/l10n.ts';
import { Agent, type AgentOptions } from './agent.ts';

/** The name of an agent and how it is started. */
export interface AgentDefinition {
  /** The id of the agent if it was resolved by name. */
  readonly id?: string;
  readonly name: string;
  readonly options: AgentOptions;
}

/** Finds an agent by id or name. An agent that was removed is still found by its former name, but cannot be started. */
export type ResolveAgent = (idOrName: string, knownAs?: string) => AgentDefinition | undefined;

/** A line for an agent's output channel. */
export interface AgentLogLine {
  readonly agent: string;
  readonly line: string;
}

/** The agents of this window. Each has one program, which all its sessions share. */
export class Agents implements Disposable {
  readonly #resolve: ResolveAgent;
  readonly #agents = new Map<string, Agent>();
  readonly #didLog = new Emitter<AgentLogLine>();
  readonly onDidLog: Event<AgentLogLine> = this.#didLog.event;

  constructor(resolve: ResolveAgent) {
    this.#resolve = resolve;
  }

  /** The agents whose program is running. */
  get running(): readonly Agent[] {
    return [...this.#agents.values()].filter(({ isRunning: isUp }) => isUp);
  }

  has(id: string): boolean {
    return this.#resolve(id) !== undefined;
  }

  /** Returns the agent with that id or name. `knownAs` is its former name, in case it has been removed since. */
  get(idOrName: string, knownAs?: string): Agent {
    const known = this.#agents.get(idOrName) ?? this.#findById(this.#idOf(idOrName));
    if (known) {
      return known;
    }
    const found = this.#resolve(idOrName, knownAs);
    if (!found) {
      throw new UserError(
        t('Agent "{0}" not found. Select one with "Accord: Select Agent".', idOrName),
      );
    }
    const id = found.id ?? idOrName;
    const agent = new Agent(
      id,
      found.name === idOrName ? (knownAs ?? idOrName) : found.name,
      found.options,
    );
    agent.onDidLog(line => this.#didLog.fire({ agent: agent.name, line }));
    this.#agents.set(id, agent);
    return agent;
  }

  #idOf(idOrName: string): string {
    return this.#resolve(idOrName)?.id ?? idOrName;
  }

  /** Finds an agent that was resolved by its name before its id was known. */
  #findById(id: string): Agent | undefined {
    return [...this.#agents.values()].find(agent => this.#idOf(agent.id) === id);
  }

  /** Stops all agents. Resolves when none of their processes is left. */
  async stop(): Promise<void> {
    await Promise.all([...this.#agents.values()].map(agent => agent.stop()));
  }

  dispose(): void {
    for (const agent of this.#agents.values()) {
      agent.dispose();
    }
  }
}
