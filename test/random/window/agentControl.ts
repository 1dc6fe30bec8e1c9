import { createInterface } from 'node:readline';
import type { Socket } from 'node:net';

interface AgentEvent {
  readonly event?: 'started' | 'prompt';
  readonly name?: string;
  readonly sessionId?: string;
  readonly id?: number;
  readonly result?: unknown;
}

/** A turn of an agent that waits for what it is told. */
export interface ControlledTurn {
  readonly name: string;
  /** Lets the agent send a request to the client, or `run` a command, or `end` its turn. */
  call(call: string, params?: object): Promise<unknown>;
}

/** The agents of a window, which connect to us when the client starts them. */
export class AgentControl {
  readonly #prompts = new Map<string, (turn: ControlledTurn) => void>();

  /** The next turn of an agent. */
  nextTurn(name: string): Promise<ControlledTurn> {
    return new Promise(resolve => this.#prompts.set(name, resolve));
  }

  handleConnection(socket: Socket): void {
    const answers = new Map<number, (result: unknown) => void>();
    let calls = 0;
    socket.on('error', () => socket.destroy()); // The agent was killed.
    createInterface({ input: socket }).on('line', line => {
      const { event, name = '', sessionId, id, result } = JSON.parse(line) as AgentEvent;
      if (id !== undefined) {
        answers.get(id)?.(result);
        answers.delete(id);
      } else if (event === 'prompt') {
        const call = (what: string, params: object = {}): Promise<unknown> => {
          const callId = (calls += 1);
          socket.write(`${JSON.stringify({ id: callId, call: what, sessionId, params })}\n`);
          return new Promise(resolve => answers.set(callId, resolve));
        };
        this.#prompts.get(name)?.({ name, call });
        this.#prompts.delete(name);
      }
    });
  }
}
