import type { ProcessInfo } from '../process/table/processTable.ts';
import type { Session } from '../session/session.ts';
import type { TurnInfo } from '../session/turnParticipant.ts';
import type { TurnProcesses } from './trackedTurns.ts';

/** Finds the processes that turns have started: descendants of the agent, and commands that it runs through us. */
export class SessionProcesses implements TurnProcesses {
  readonly #find: (sessionId: string) => Pick<Session, 'agent' | 'conversation'> | undefined;
  /** What was running before each turn: the agent itself, and its servers. */
  readonly #before = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(find: (sessionId: string) => Pick<Session, 'agent' | 'conversation'> | undefined) {
    this.#find = find;
  }

  begin(turn: TurnInfo): void {
    this.#before.set(keyOf(turn), this.#list(turn));
  }

  async isAnyRunning(turn: TurnInfo): Promise<boolean> {
    const before = await this.#before.get(keyOf(turn));
    return before !== undefined && [...(await this.#list(turn))].some(one => !before.has(one));
  }

  end(turn: TurnInfo): void {
    this.#before.delete(keyOf(turn));
  }

  /** Without a process table nothing is known to be running. */
  async #list({ sessionId }: TurnInfo): Promise<ReadonlySet<string>> {
    const session = this.#find(sessionId);
    const terminals = [...(session?.conversation.transcript.terminals.values() ?? [])]
      .filter(({ ours, exit }) => ours && exit === undefined)
      .map(({ id }) => id);
    const processes = (await session?.agent.listProcesses().catch(() => [])) ?? [];
    return new Set([...terminals, ...processes.map(idOf)]);
  }
}

const keyOf = ({ sessionId, turn }: TurnInfo): string => `${sessionId} ${turn}`;

const idOf = ({ pid, started }: ProcessInfo): string => `${pid} ${started}`;
