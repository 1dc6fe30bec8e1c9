import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import {
  type ClientCapabilities,
  type ClientConnection,
  type ContentBlock,
  type NewSessionResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  RequestError,
  client,
  methods,
  ndJsonStream,
} from '@agentclientprotocol/sdk';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../../..');

/** All capabilities that the demo uses. */
export const ALL_CAPABILITIES: ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { configOptions: { boolean: {} } },
};

/** Bundles the demo as the extension ships it. Returns the path of the program. */
export async function bundleDemo(folder: string): Promise<string> {
  const outfile = join(folder, 'demoAgent.cjs');
  const entryPoints = [join(ROOT, 'src/demo/demoAgent.ts')];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'cjs' });
  return outfile;
}

/** A small client with real files and a terminal that prints one line. It records all updates and requests. */
export class DemoClient {
  readonly updates: SessionUpdate[] = [];
  readonly asked: RequestPermissionRequest[] = [];
  readonly calls: string[] = [];
  /** How the user answers permission requests. */
  answer: (request: RequestPermissionRequest) => Promise<RequestPermissionResponse> =
    choose('once');
  #child;
  #connection: ClientConnection;

  constructor(program: string, paceMs = 0) {
    this.#child = spawn(process.execPath, [program], {
      env: { ...process.env, DEMO_PACE_MS: String(paceMs) },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const stream = ndJsonStream(
      Writable.toWeb(this.#child.stdin),
      Readable.toWeb(this.#child.stdout) as ReadableStream<Uint8Array>,
    );
    this.#connection = this.#app().connect(stream);
  }

  get agent() {
    return this.#connection.agent;
  }

  async open(cwd: string, clientCapabilities = ALL_CAPABILITIES): Promise<NewSessionResponse> {
    await this.agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities });
    return this.agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
  }

  async prompt(sessionId: string, text: string, more: ContentBlock[] = []): Promise<string> {
    const prompt: ContentBlock[] = [{ type: 'text', text }, ...more];
    return (await this.agent.request(methods.agent.session.prompt, { sessionId, prompt }))
      .stopReason;
  }

  /** The messages or thoughts of the agent. */
  said(kind: 'agent_message_chunk' | 'agent_thought_chunk' = 'agent_message_chunk'): string {
    return this.updates
      .map(update =>
        update.sessionUpdate === kind && update.content.type === 'text' ? update.content.text : '',
      )
      .join('');
  }

  kinds(): ReadonlySet<string> {
    return new Set(this.updates.map(update => update.sessionUpdate));
  }

  /** Ends the agent by closing its input. */
  async end(): Promise<number | null> {
    if (this.#child.exitCode !== null) {
      return this.#child.exitCode;
    }
    const gone = new Promise<number | null>(resolve => this.#child.once('exit', resolve));
    this.#child.stdin.end();
    return gone;
  }

  #app() {
    const { fs, session, terminal } = methods.client;
    const note = (call: string) => this.calls.push(call);
    return client({ name: 'demo-test' })
      .onNotification(session.update, ({ params }) => {
        this.updates.push(params.update);
      })
      .onRequest(session.requestPermission, ({ params }) => {
        this.asked.push(params);
        return this.answer(params);
      })
      .onRequest(fs.readTextFile, async ({ params }) => {
        note(`read ${params.path}`);
        const content = await readFile(params.path, 'utf8').catch(() => undefined);
        if (content === undefined) {
          throw RequestError.resourceNotFound(params.path);
        }
        return { content };
      })
      .onRequest(fs.writeTextFile, async ({ params }) => {
        note(`write ${params.path}`);
        await mkdir(dirname(params.path), { recursive: true });
        await writeFile(params.path, params.content);
      })
      .onRequest(terminal.create, ({ params }) => {
        note(`run ${[params.command, ...(params.args ?? [])].join(' ')}`);
        return { terminalId: 'terminal-1' };
      })
      .onRequest(terminal.waitForExit, () => ({ exitCode: 0, signal: null }))
      .onRequest(terminal.output, () => ({ output: 'fine\n', truncated: false }))
      .onRequest(terminal.release, () => {
        note('release');
      });
  }
}

/** A user who always chooses the same option. */
export function choose(optionId: string) {
  return async (): Promise<RequestPermissionResponse> => ({
    outcome: { outcome: 'selected', optionId },
  });
}
