import type { AnyMessage } from '@agentclientprotocol/sdk';
import { asRecord, asString, type JsonObject } from '../../core/json.ts';
import { fromVersion2Initialize, isVersion2, toVersion2Initialize } from './handshake.ts';
import { Prompts } from './prompts.ts';
import { toVersion2Call, withOptions } from './sessionRequests.ts';
import { SessionUpdates } from './sessionUpdates.ts';

type Id = string | number | null;
type Request = Extract<AnyMessage, { method: string; id: Id }>;
type Response = Exclude<AnyMessage, { method: string }>;

/**
 * Translates between version 2 of the protocol, which the agent speaks, and version 1, which the rest of Accord speaks. Every
 * connection has its own. If the agent does not accept version 2, messages pass unchanged.
 */
export class Version2Translator {
  readonly #send: (message: AnyMessage) => void;
  readonly #requests = new Map<Id, Request>();
  readonly #sessions = new Map<string, SessionUpdates>();
  readonly #prompts = new Prompts();
  #isRefused = false;

  /** `send` sends a message to the agent. */
  constructor(send: (message: AnyMessage) => void) {
    this.#send = send;
  }

  /** Translates a message of ours. */
  toAgent(message: AnyMessage): AnyMessage {
    if (this.#isRefused || !('method' in message)) {
      return message; // The responses to an agent are the same in both versions.
    }
    const params = asRecord(message.params) ?? {};
    if ('id' in message) {
      this.#requests.set(message.id, message);
    }
    this.#handleSent(message, params);
    return message.method === 'initialize'
      ? { ...message, params: toVersion2Initialize(params) }
      : { ...message, ...toVersion2Call({ method: message.method, params }) };
  }

  /** Translates a message of the agent to any number of messages. */
  fromAgent(message: AnyMessage): readonly AnyMessage[] {
    if (this.#isRefused) {
      return [message];
    }
    if (!('method' in message)) {
      return this.#translateResponse(message);
    }
    const params = asRecord(message.params) ?? {};
    const sessionId = asString(params['sessionId']) ?? '';
    switch (message.method) {
      case 'session/update':
        return this.#translateUpdate(message, params, sessionId);
      case 'session/request_permission': {
        const id = 'id' in message ? String(message.id) : '';
        const { toolCalls } = this.#sessionOf(sessionId);
        return [{ ...message, params: toolCalls.toPermissionRequest(params, id) }];
      }
      default:
        return [message];
    }
  }

  #handleSent(message: AnyMessage & { method: string }, params: JsonObject): void {
    const sessionId = asString(params['sessionId']) ?? '';
    switch (message.method) {
      case 'session/prompt':
        this.#prompts.begin(sessionId, 'id' in message ? message.id : null);
        break;
      case 'session/load':
      case 'session/resume':
      case 'session/close':
        this.#sessions.delete(sessionId); // A replay begins anew.
        break;
    }
  }

  #translateResponse(response: Response): readonly AnyMessage[] {
    const request = this.#requests.get(response.id);
    this.#requests.delete(response.id);
    if (request?.method === 'initialize') {
      return this.#translateInitialize(request, response);
    }
    if (request?.method === 'session/prompt') {
      return this.#prompts.handleResponse(sessionIdOf(request), response);
    }
    const result = 'result' in response ? asRecord(response.result) : undefined;
    return request && result ? this.#translateResult(request, response, result) : [response];
  }

  /** An agent that does not know version 2 gets `initialize` again, in the form of version 1. */
  #translateInitialize(request: Request, response: Response): readonly AnyMessage[] {
    const result = 'result' in response ? asRecord(response.result) : undefined;
    if (result && isVersion2(result)) {
      return [{ ...response, result: fromVersion2Initialize(result) }];
    }
    this.#isRefused = true;
    this.#send(request);
    return [];
  }

  /** The commands of a session are part of the response that opens it. */
  #translateResult(
    request: Request,
    response: Response,
    result: JsonObject,
  ): readonly AnyMessage[] {
    const translated = { ...response, result: withOptions(result) };
    const sessionId = asString(result['sessionId']) ?? sessionIdOf(request);
    const { availableCommands } = result;
    return availableCommands === undefined
      ? [translated]
      : [
          translated,
          toNotification({
            sessionId,
            update: { sessionUpdate: 'available_commands_update', availableCommands },
          }),
        ];
  }

  #translateUpdate(
    message: AnyMessage,
    params: JsonObject,
    sessionId: string,
  ): readonly AnyMessage[] {
    const update = asRecord(params['update']) ?? {};
    const ended = this.#prompts.handleUpdate(sessionId, update);
    const updates = this.#sessionOf(sessionId)
      .translate(update)
      .map(translated => toNotification({ ...params, update: translated }));
    const needsResponse = 'id' in message ? [{ ...message, params: {} }] : [];
    return [...updates, ...ended, ...needsResponse];
  }

  #sessionOf(sessionId: string): SessionUpdates {
    const session = this.#sessions.get(sessionId) ?? new SessionUpdates();
    this.#sessions.set(sessionId, session);
    return session;
  }
}

const sessionIdOf = ({ params }: Request): string =>
  asString(asRecord(params)?.['sessionId']) ?? '';

const toNotification = (params: JsonObject): AnyMessage => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params,
});
