import { asRecord, asString, type JsonObject } from '../../core/json.ts';
import type { McpTool } from './mcpTool.ts';

/** The revisions of the protocol that we speak, newest first. For tools without notifications they are the same. */
const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** Over HTTP it names a client from its first message on. */
export const CLIENT_HEADER = 'mcp-session-id';

const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

/** How the server introduces itself. */
export interface McpServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** Tells a model what the tools are good for. */
  readonly instructions: string;
}

/** The tools that one client can use. */
export interface McpToolSet {
  readonly info: McpServerInfo;
  readonly tools: readonly McpTool[];
}

/** Where a message comes from, and when its answer is no longer wanted. */
export interface McpMessageSource {
  readonly signal: AbortSignal;
  /** Tells the clients of a session apart, which count their requests on their own. */
  readonly client?: string | undefined;
}

/** A call that runs, by what a cancellation names. */
interface RunningCall {
  readonly id: unknown;
  readonly client: string | undefined;
  readonly controller: AbortController;
}

/** Answers the messages of the clients of one session. Keeps nothing between two messages but the calls that run. */
export class McpMessages {
  readonly #served: McpToolSet;
  readonly #running = new Set<RunningCall>();

  constructor(served: McpToolSet) {
    this.#served = served;
  }

  /** Returns the response; `undefined` for a notification. */
  async answer(message: unknown, source: McpMessageSource): Promise<JsonObject | undefined> {
    const request = asRecord(message);
    const method = asString(request?.['method']);
    const id = request?.['id'];
    if (!request || (method === undefined && !('result' in request || 'error' in request))) {
      return invalidRequest('This is not a JSON-RPC message.');
    }
    if (method === undefined) {
      return undefined; // A response: we never ask the client for anything.
    }
    const params = asRecord(request['params']) ?? {};
    if (id === undefined) {
      this.#handleNotification(method, params, source);
      return undefined;
    }
    try {
      return await this.#request({ id, method, params }, source);
    } catch {
      return failure(id, INTERNAL_ERROR, 'The request failed.');
    }
  }

  /** Cancels all calls that run. */
  cancelAll(): void {
    this.#running.forEach(({ controller }) => controller.abort());
  }

  #handleNotification(method: string, params: JsonObject, { client }: McpMessageSource): void {
    if (method !== 'notifications/cancelled') {
      return;
    }
    const [call, ...others] = [...this.#running].filter(
      running => running.client === client && running.id === params['requestId'],
    );
    // Clients that do not say who they are may have the same ids. Then it is not known whose call is meant.
    if (others.length === 0) {
      call?.controller.abort();
    }
  }

  async #request(
    { id, method, params }: { readonly id: unknown; method: string; params: JsonObject },
    source: McpMessageSource,
  ): Promise<JsonObject> {
    switch (method) {
      case 'initialize':
        return success(id, initialize(this.#served.info, params));
      case 'ping':
        return success(id, {});
      case 'tools/list':
        return success(id, { tools: this.#served.tools.map(tool => describe(tool)) });
      case 'tools/call':
        return this.#call(id, params, source);
      default:
        return failure(id, METHOD_NOT_FOUND, `There is no method "${method}".`);
    }
  }

  async #call(
    id: unknown,
    params: JsonObject,
    { signal, client }: McpMessageSource,
  ): Promise<JsonObject> {
    const tool = this.#served.tools.find(({ name }) => name === params['name']);
    if (!tool) {
      return failure(id, INVALID_PARAMS, `There is no tool "${String(params['name'])}".`);
    }
    const controller = new AbortController();
    const running = { id, client, controller };
    this.#running.add(running);
    try {
      const input = asRecord(params['arguments']) ?? {};
      const { text, isError = false } = await tool.call(
        input,
        AbortSignal.any([signal, controller.signal]),
      );
      return success(id, { content: [{ type: 'text', text }], isError });
    } finally {
      this.#running.delete(running);
    }
  }
}

function initialize(info: McpServerInfo, params: JsonObject): JsonObject {
  const { instructions, ...serverInfo } = info;
  const wanted = params['protocolVersion'];
  return {
    protocolVersion: PROTOCOL_VERSIONS.find(version => version === wanted) ?? PROTOCOL_VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo,
    instructions,
  };
}

const describe = ({
  name,
  title,
  description,
  inputSchema,
  isReadOnly,
  runsProgram,
}: McpTool): JsonObject => ({
  name,
  title,
  description,
  inputSchema,
  annotations: {
    title,
    readOnlyHint: isReadOnly,
    destructiveHint: runsProgram,
    openWorldHint: runsProgram,
  },
});

const success = (id: unknown, result: JsonObject): JsonObject => ({ jsonrpc: '2.0', id, result });

/** The answer to what is no message that we can answer. */
export const invalidRequest = (message: string): JsonObject =>
  failure(null, INVALID_REQUEST, message);

const failure = (id: unknown, code: number, message: string): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
