import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { UserError } from '../../src/core/errors.ts';
import { asRecord, asString } from '../../src/core/json.ts';
import type { AgentProgram } from '../../src/agent/connection/agentProgram.ts';
import { agentStream } from '../../src/agent/wire/agentStream.ts';

/** A message as it was on the wire. */
export interface TraceMessage {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * A message of a trace in the format that "Show Protocol Traffic" exports: `t` is in milliseconds, `proc` is the agent.
 */
export interface TraceLine {
  readonly t: number;
  readonly proc: string;
  readonly dir: 'c2a' | 'a2c';
  readonly msg: TraceMessage;
}

/** Parses the lines of an exported trace that contain messages. */
export function parseTrace(text: string): readonly TraceLine[] {
  return text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => JSON.parse(line) as TraceLine)
    .filter(({ dir, msg }) => (dir === 'c2a' || dir === 'a2c') && typeof msg === 'object');
}

/** The client messages for which the replay waits. The other ones of a trace are skipped. */
const AWAITED: ReadonlySet<string | undefined> = new Set([
  'initialize',
  'session/new',
  'session/load',
  'session/prompt',
  'session/cancel',
  '_session/steering',
]);

/** The session that the client of a trace loaded, if it did not create a new one. */
export function loadedSession(lines: readonly TraceLine[]): string | undefined {
  const load = lines.find(({ dir, msg }) => dir === 'c2a' && msg.method === 'session/load');
  return asString(asRecord(load?.msg.params)?.['sessionId']);
}

/** The version of the protocol that the client of a trace offered. */
export function offeredVersion(lines: readonly TraceLine[]): 1 | 2 {
  const initialize = lines.find(({ msg }) => msg.method === 'initialize');
  return asRecord(initialize?.msg.params)?.['protocolVersion'] === 2 ? 2 : 1;
}

/**
 * An agent that replays the messages of a recorded agent. It sends each message when our client has got as far as the
 * recorded client had. Responses go to our own requests of the same method, in order. A request that the trace does not
 * contain is answered with "method not found".
 */
export class Replay {
  readonly program: AgentProgram;
  /** Resolves when the whole trace has been replayed. */
  readonly done: Promise<void>;
  readonly #stdin = new PassThrough();
  readonly #stdout = new PassThrough();
  readonly #lines: readonly TraceLine[];
  /** Messages of our client that are not matched to a line of the trace yet. */
  readonly #heard: TraceMessage[] = [];
  /** The ids of our requests, by the ids of the matching requests in the trace. */
  readonly #ids = new Map<unknown, TraceMessage['id']>();
  /** The ids of the agent's requests, whose answers in the trace must be awaited. */
  readonly #asked = new Set<unknown>();
  readonly #pause: () => Promise<unknown>;
  #at = 0;
  #wake = (): void => {};

  /**
   * `cue` receives each message of the recorded client before the replay waits for it, so that a simulated user can
   * cause it. The agent waits for `pause` before each of its messages.
   */
  constructor(
    lines: readonly TraceLine[],
    cue: (message: TraceMessage) => void,
    pause: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    this.#lines = lines;
    this.#pause = pause;
    this.program = {
      openStream: listener => agentStream(this.#stdin, this.#stdout, listener),
      ended: new Promise<UserError>(resolve => {
        this.#stdout.on('close', () => resolve(new UserError('The trace has ended.')));
      }),
      stop: () => Promise.resolve(void this.#stdout.destroy()),
    };
    createInterface(this.#stdin).on('line', line => this.#hear(JSON.parse(line) as TraceMessage));
    this.done = this.#play(cue);
  }

  async #play(cue: (message: TraceMessage) => void): Promise<void> {
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at];
      if (line?.dir === 'a2c') {
        await this.#pause();
        this.#say(line.msg);
        if (line.msg.method === undefined) {
          await this.#untilRead(); // What follows a response was sent after it.
        }
      } else if (line && this.#isAwaited(line.msg)) {
        await this.#untilRead();
        cue(line.msg);
        await this.#until(line.msg);
      }
    }
  }

  /** Our client reads in slices. A user answers after everything has been read. */
  async #untilRead(): Promise<void> {
    do {
      await new Promise(resolve => setImmediate(resolve));
    } while (this.#stdout.readableLength + this.#stdout.writableLength > 0);
  }

  #isAwaited({ method, id }: TraceMessage): boolean {
    return method === undefined ? this.#asked.has(id) : AWAITED.has(method);
  }

  #say(message: TraceMessage): void {
    if (message.method === undefined) {
      if (this.#ids.has(message.id)) {
        this.#write({ ...message, id: this.#ids.get(message.id) ?? null });
      }
      return;
    }
    if (message.id !== undefined) {
      this.#asked.add(message.id);
    }
    this.#write(message);
  }

  /**
   * Waits until our client has sent the matching message: a call of the same method, or the response to the same
   * request.
   */
  async #until(wanted: TraceMessage): Promise<void> {
    const fits = (message: TraceMessage): boolean =>
      wanted.method === undefined
        ? message.method === undefined && message.id === wanted.id
        : message.method === wanted.method;
    for (let index = -1; index < 0;) {
      index = this.#heard.findIndex(fits);
      const [message] = index < 0 ? [] : this.#heard.splice(index, 1);
      if (message && wanted.method !== undefined) {
        this.#ids.set(wanted.id, message.id);
      } else if (!message) {
        await new Promise<void>(resolve => {
          this.#wake = resolve;
        });
      }
    }
  }

  #hear(message: TraceMessage): void {
    const isKnown = this.#lines
      .slice(this.#at)
      .some(({ dir, msg }) => dir === 'c2a' && msg.method === message.method);
    if (message.method === undefined || isKnown) {
      this.#heard.push(message);
      this.#wake();
    } else if (message.id !== undefined) {
      const error = { code: -32_601, message: 'The trace does not have it.' };
      this.#write({ id: message.id, error });
    }
  }

  #write(message: TraceMessage): void {
    this.#stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
