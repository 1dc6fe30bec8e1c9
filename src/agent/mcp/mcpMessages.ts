import { asRecord, asString, type JsonObject } from '../../core/json.ts';
import type { McpTool } from './mcpTool.ts';

/** The revisions of the protocol that we speak, newest first. For tools without notifications they are the same. */
const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

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

/** Answers the messages of one client. Keeps nothing between two messages but the calls that run. */
export class McpMessages {
  readonly #served: McpToolSet;
  readonly #running = new Map<unknown, AbortController>();

  constructor(served: McpToolSet) {
    this.#served = served;
  }

  /** Returns the response; `undefined` for a notification. */
  async answer(message: unknown, signal: AbortSignal): Promise<JsonObject | undefined> {
    const request = asRecord(message);
    const method = asString(request?.['method']);
    const id = request?.['id'];
    if (!request || (method === undefined && !('result' in request || 'error' in request))) {
      return failure(null, INVALID_REQUEST, 'This is not a JSON-RPC message.');
    }
    if (method === undefined) {
      return undefined; // A response: we never ask the client for anything.
    }
    const params = asRecord(request['params']) ?? {};
    if (id === undefined) {
      this.#handleNotification(method, params);
      return undefined;
    }
    try {
      return await this.#request({ id, method, params }, signal);
    } catch {
      return failure(id, INTERNAL_ERROR, 'The request failed.');
    }
  }

  /** Cancels all calls that run. */
  cancelAll(): void {
    this.#running.forEach(controller => controller.abort());
  }

  #handleNotification(method: string, params: JsonObject): void {
    if (method === 'notifications/cancelled') {
      this.#running.get(params['requestId'])?.abort();
    }
  }

  async #request(
    { id, method, params }: { readonly id: unknown; method: string; params: JsonObject },
    signal: AbortSignal,
  ): Promise<JsonObject> {
    switch (method) {
      case 'initialize':
        return success(id, initialize(this.#served.info, params));
      case 'ping':
        return success(id, {});
      case 'tools/list':
        return success(id, { tools: this.#served.tools.map(tool => describe(tool)) });
      case 'tools/call':
        return this.#call(id, params, signal);
      default:
        return failure(id, METHOD_NOT_FOUND, `There is no method "${method}".`);
    }
  }

  async #call(id: unknown, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const tool = this.#served.tools.find(({ name }) => name === params['name']);
    if (!tool) {
      return failure(id, INVALID_PARAMS, `There is no tool "${String(params['name'])}".`);
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const input = asRecord(params['arguments']) ?? {};
      const { text, isError = false } = await tool.call(
        input,
        AbortSignal.any([signal, controller.signal]),
      );
      return success(id, { content: [{ type: 'text', text }], isError });
    } finally {
      this.#running.delete(id);
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

const failure = (id: unknown, code: number, message: string): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
