import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Json } from './scenario.ts';
import type { ScriptedLaunchConfig } from './scriptedAgent.ts';

/** A JSON-RPC message as it came over the pipe; no shape is promised. */
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

/** The other end of an agent's pipe, with no protocol library in between: tests see every byte. */
export class RawClient {
  readonly process: ChildProcessWithoutNullStreams;
  readonly exited: Promise<Exit>;
  /** Every line, and those of them that are JSON objects. */
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
    // Writing to an agent that has gone is part of some tests.
    this.process.stdin.on('error', () => {});
    this.process.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.process.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
  }

  send(message: object): void {
    this.process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Sends a request and gives its response message. */
  async request(method: string, params: Json = {}): Promise<WireMessage> {
    const id = this.#nextId;
    this.#nextId += 1;
    this.send({ id, method, params });
    return this.until(message => message.id === id && message.method === undefined);
  }

  /** The first message that fits, now or later. */
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

  /** Initializes and opens a session; gives its id. */
  async open(cwd: string): Promise<string> {
    await this.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
    const answer = await this.request('session/new', { cwd, mcpServers: [] });
    return (answer.result as { sessionId: string }).sessionId;
  }

  prompt(sessionId: string, text: string): Promise<WireMessage> {
    return this.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  }

  /** Ends the agent, whatever it is doing. */
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
