import { randomUUID } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import {
  type AgentApp,
  type AgentContext,
  type ClientCapabilities,
  PROTOCOL_VERSION,
  type PromptRequest,
  type PromptResponse,
  RequestError,
  agent,
  methods,
  ndJsonStream,
} from '@agentclientprotocol/sdk';
import { CancellationError } from '../core/errors.ts';
import { withOption, configOptions } from './demoOptions.ts';
import { DemoSession } from './demoSession.ts';
import { DEMO_COMMANDS, parseDemoRequest } from './parseDemoRequest.ts';
import { runTurn } from './runTurn.ts';
import { DemoTurn } from './demoTurn.ts';

const VERSION = '1.0.0';
const MAX_TITLE_CHARS = 60;
/** The size of the context window that the demo reports. Usage is counted in characters, since there is no model. */
const CONTEXT_SIZE = 32_000;

/** The agent that comes with Accord. It is scripted, and shows in the user's own workspace what agents do. */
export class DemoAgent {
  readonly #sessions = new Map<string, DemoSession>();
  #capabilities: ClientCapabilities = {};

  app(): AgentApp {
    const { session } = methods.agent;
    return agent({ name: 'accord-demo' })
      .onNotification(session.cancel, ({ params }) => this.#session(params.sessionId).cancel())
      .onRequest(methods.agent.initialize, ({ params }) =>
        this.#initialize(params.clientCapabilities),
      )
      .onRequest(session.new, ({ params, client }) => this.#open(params.cwd, client))
      .onRequest(session.close, ({ params }) => this.#close(params.sessionId))
      .onRequest(session.setConfigOption, ({ params }) => {
        const found = this.#session(params.sessionId);
        const options = withOption(found.options, params.configId, params.value);
        if (!options) {
          throw RequestError.invalidParams(undefined, `No such choice for "${params.configId}".`);
        }
        found.options = options;
        return { configOptions: this.#options(found) };
      })
      .onRequest(session.prompt, ({ params, client }) => this.#prompt(params, client));
  }

  #initialize(capabilities: ClientCapabilities = {}) {
    this.#capabilities = capabilities;
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: 'accord-demo', title: 'Accord Demo', version: VERSION },
      agentCapabilities: {
        promptCapabilities: { embeddedContext: true, image: true },
        sessionCapabilities: { close: {} },
      },
      authMethods: [],
    };
  }

  #open(cwd: string, client: AgentContext) {
    const session = new DemoSession(randomUUID(), cwd, this.#capabilities);
    this.#sessions.set(session.id, session);
    // After the response, since the client does not know the session before.
    setImmediate(() => void announceCommands(session, client));
    return { sessionId: session.id, configOptions: this.#options(session) };
  }

  #close(id: string): void {
    this.#session(id).cancel();
    this.#sessions.delete(id);
  }

  async #prompt(
    { sessionId, prompt }: PromptRequest,
    client: AgentContext,
  ): Promise<PromptResponse> {
    const session = this.#session(sessionId);
    if (session.busy) {
      throw RequestError.invalidRequest(undefined, 'This session is busy with another message.');
    }
    try {
      await session.runTurn(signal => handlePrompt(new DemoTurn(session, client, signal), prompt));
      return { stopReason: 'end_turn' };
    } catch (error) {
      if (error instanceof CancellationError) {
        return { stopReason: 'cancelled' };
      }
      throw error;
    }
  }

  #session(id: string): DemoSession {
    const session = this.#sessions.get(id);
    if (!session) {
      throw RequestError.sessionNotFound(id);
    }
    return session;
  }

  #options(session: DemoSession) {
    return configOptions(
      session.options,
      Boolean(this.#capabilities.session?.configOptions?.boolean),
    );
  }
}

async function handlePrompt(turn: DemoTurn, prompt: PromptRequest['prompt']): Promise<void> {
  const { session } = turn;
  const request = parseDemoRequest(prompt);
  if (session.turnCount === 1) {
    const title = request.text.slice(0, MAX_TITLE_CHARS) || `/${request.command ?? 'demo'}`;
    await turn.update({
      sessionUpdate: 'session_info_update',
      title,
      updatedAt: new Date().toISOString(),
    });
  }
  session.characterCount += request.text.length;
  await runTurn(turn, request);
  await turn.update({
    sessionUpdate: 'usage_update',
    used: session.characterCount,
    size: CONTEXT_SIZE,
  });
}

async function announceCommands(session: DemoSession, client: AgentContext): Promise<void> {
  const availableCommands = DEMO_COMMANDS.map(({ hint, ...command }) => ({
    ...command,
    input: { hint },
  }));
  await client.notify(methods.client.session.update, {
    sessionId: session.id,
    update: { sessionUpdate: 'available_commands_update', availableCommands },
  });
}

const connection = new DemoAgent()
  .app()
  .connect(
    ndJsonStream(
      Writable.toWeb(process.stdout),
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  );
void connection.closed.then(() => process.exit(0));
