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

/** One message of a trace, as "Show Protocol Traffic" exports it; `t` in milliseconds, `proc` the agent. */
export interface TraceLine {
  readonly t: number;
  readonly proc: string;
  readonly dir: 'c2a' | 'a2c';
  readonly msg: TraceMessage;
}

/** The lines of an exported trace that hold messages. */
export function parseTrace(text: string): readonly TraceLine[] {
  return text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => JSON.parse(line) as TraceLine)
    .filter(({ dir, msg }) => (dir === 'c2a' || dir === 'a2c') && typeof msg === 'object');
}

/** What a client says by itself, or when a cue makes its user do something. The rest of a trace is passed over. */
const AWAITED: ReadonlySet<string | undefined> = new Set([
  'initialize',
  'session/new',
  'session/load',
  'session/prompt',
  'session/cancel',
]);

/** The session that the client of a trace loaded, if it did not begin a new one. */
export function loadedSession(lines: readonly TraceLine[]): string | undefined {
  const load = lines.find(({ dir, msg }) => dir === 'c2a' && msg.method === 'session/load');
  return asString(asRecord(load?.msg.params)?.['sessionId']);
}

/**
 * An agent that says what the agent of a trace said, when our side has got as far as the client of the trace had. Answers
 * go to our own requests of the same method, in order; what the trace does not know is answered with "method not found".
 */
export class Replay {
  readonly program: AgentProgram;
  /** Settles when all of the trace has been played. */
  readonly done: Promise<void>;
  readonly #stdin = new PassThrough();
  readonly #stdout = new PassThrough();
  readonly #lines: readonly TraceLine[];
  /** Our messages that no line of the trace has taken yet. */
  readonly #heard: TraceMessage[] = [];
  /** Which of our requests a request of the trace stands for. */
  readonly #ids = new Map<unknown, TraceMessage['id']>();
  /** Requests of the agent's that our side must answer before the trace goes on. */
  readonly #asked = new Set<unknown>();
  readonly #pause: () => Promise<unknown>;
  #at = 0;
  #wake = (): void => {};

  /**
   * `cue` is told what the client said next: a user who makes ours say it too is what it is for. The agent waits for
   * `pause` before each of its messages.
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
      } else if (line && this.#isAwaited(line.msg)) {
        await this.#untilRead();
        cue(line.msg);
        await this.#until(line.msg);
      }
    }
  }

  /** Our side reads in slices. A user answers to what has been said, not to a part of it. */
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

  /** Waits until our side has said the same: a call of that method, or the answer to that request. */
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
