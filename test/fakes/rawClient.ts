import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Json } from './scenario.ts';
import type { ScriptedLaunchConfig } from './scriptedAgent.ts';

/** A JSON-RPC message as it arrived. Its shape is not validated. */
export interface WireMessage {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, Json>>;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string };
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The client's end of an agent's pipe, without a protocol library, so that tests see every byte. */
export class RawClient {
  readonly process: ChildProcessWithoutNullStreams;
  readonly exited: Promise<Exit>;
  /** All lines. `messages` contains those that are JSON objects. */
  readonly lines: string[] = [];
  readonly messages: WireMessage[] = [];
  stderr = '';
  #rest: Buffer = Buffer.alloc(0);
  #nextId = 0;

  constructor(launchConfig: ScriptedLaunchConfig, extraArgs: readonly string[] = []) {
    this.process = spawn(launchConfig.command, [...launchConfig.args, ...extraArgs], {
      env: { ...process.env, ...launchConfig.env },
    });
    this.exited = new Promise(resolve => {
      this.process.once('exit', (code, signal) => resolve({ code, signal }));
    });
    // Some tests write to an agent that has exited.
    this.process.stdin.on('error', () => {});
    this.process.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.process.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
  }

  send(message: object): void {
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Sends a request and returns the response message. */
  async request(method: string, params: Json = {}): Promise<WireMessage> {
    const id = this.#nextId;
    this.#nextId += 1;
    this.send({ id, method, params });
    return this.until(message => message.id === id && message.method === undefined);
  }

  /** Waits for the first matching message, which may have arrived already. */
  async until(fits: (message: WireMessage) => boolean): Promise<WireMessage> {
    for (let seen = 0; ;) {
      for (; seen < this.messages.length; seen += 1) {
        const message = this.messages[seen];
        if (message && fits(message)) {
          return message;
        }
      }
      await this.#more();
    }
  }

  /** Initializes the agent and opens a session. Returns the id of the session. */
  async open(cwd: string): Promise<string> {
    await this.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
    const answer = await this.request('session/new', { cwd, mcpServers: [] });
    return (answer.result as { sessionId: string }).sessionId;
  }

  prompt(sessionId: string, text: string): Promise<WireMessage> {
    return this.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  }

  /** Ends the agent in whatever state it is. */
  async end(): Promise<Exit> {
    this.process.kill('SIGKILL');
    return this.exited;
  }

  async #more(): Promise<void> {
    if (this.process.stdout.readableEnded) {
      throw new Error(`The agent has closed its stdout. Its stderr: ${this.stderr}`);
    }
    const waiting = new AbortController();
    await Promise.race([
      once(this.process.stdout, 'data', waiting),
      once(this.process.stdout, 'end', waiting),
    ]);
    waiting.abort();
  }

  #take(chunk: Buffer): void {
    let rest = Buffer.concat([this.#rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      this.#line(rest.subarray(0, end).toString());
      rest = rest.subarray(end + 1);
    }
    this.#rest = rest;
  }

  #line(line: string): void {
    this.lines.push(line);
    if (line.startsWith('{')) {
      this.messages.push(JSON.parse(line) as WireMessage);
    }
  }
}
