import * as acp from '@agentclientprotocol/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { asRecord, asString, type JsonObject } from '../../core/json.ts';
import type { SessionEndpoint } from './sessionEndpoint.ts';

/** The number of updates that are kept for sessions that are still being opened. */
const EARLY_UPDATE_LIMIT = 1_000;
/** How long a request waits for a session that is being opened. Not longer, because the agent may wait for the response first. */
const EARLY_REQUEST_WAIT_MS = 1_000;
/** The number of closed sessions that are remembered, so that late updates are not taken for early ones. */
const CLOSED_ID_LIMIT = 1_000;

/** Answers the messages to an MCP server; a JSON-RPC response for each request. */
export interface McpResponder {
  answer(
    message: unknown,
    source: { readonly signal: AbortSignal },
  ): Promise<JsonObject | undefined>;
}

/** Routes what an agent sends to its sessions, by the agent's session ids. Keeps updates that come before their session is known. */
export class SessionRouter {
  /** The tools of sessions that agents reach over their connection, by the id of the server. */
  readonly mcpServers = new Map<string, McpResponder>();
  readonly #endpoints = new Map<string, SessionEndpoint>();
  readonly #closed = new Set<string>();
  readonly #tasks = new Set<Promise<unknown>>();
  readonly #opening: SessionEndpoint[] = [];
  readonly #onDidDrop: (count: number) => void;
  #droppedCount = 0;
  #account: string | undefined;
  #early: { readonly sessionId: string; readonly deliver: (endpoint: SessionEndpoint) => void }[] =
    [];

  /** `onDidDrop` is called with the total number of dropped updates. */
  constructor(onDidDrop: (count: number) => void) {
    this.#onDidDrop = onDidDrop;
  }

  /** Routes everything for `wireId` to an endpoint, beginning with the updates that came early. */
  register(wireId: string, endpoint: SessionEndpoint): void {
    this.#closed.delete(wireId);
    this.#endpoints.set(wireId, endpoint);
    const early = this.#early.filter(({ sessionId }) => sessionId === wireId);
    this.#early = this.#early.filter(({ sessionId }) => sessionId !== wireId);
    for (const { deliver } of early) {
      deliver(endpoint);
    }
  }

  unregister(wireId: string): void {
    this.#endpoints.delete(wireId);
    this.#closed.add(wireId);
    const [oldest] = this.#closed;
    if (this.#closed.size > CLOSED_ID_LIMIT && oldest !== undefined) {
      this.#closed.delete(oldest);
    }
  }

  /** Who is signed in to the agent, as it said last. */
  get account(): string | undefined {
    return this.#account;
  }

  /** Agents say it once after the start, before there are sessions, and whenever it changes. */
  setAccount(account: string | undefined): void {
    this.#account = account;
    this.endpoints().forEach(endpoint => endpoint.handleAccount?.(account));
  }

  has(wireId: string): boolean {
    return this.#endpoints.has(wireId);
  }

  /** Runs a request that opens a session. Meanwhile, requests of the agent that name no session go to the endpoint. */
  async whileOpening<T>(endpoint: SessionEndpoint, task: () => Promise<T>): Promise<T> {
    this.#opening.push(endpoint);
    const running = task();
    this.#tasks.add(running);
    try {
      return await running;
    } finally {
      this.#tasks.delete(running);
      this.#early = this.#tasks.size > 0 ? this.#early : [];
      this.#opening.splice(this.#opening.lastIndexOf(endpoint), 1);
    }
  }

  route(sessionId: string, deliver: (endpoint: SessionEndpoint) => void): void {
    const endpoint = this.#endpoints.get(sessionId);
    if (endpoint) {
      deliver(endpoint);
    } else if (this.#mayBeNew(sessionId)) {
      this.#early.push({ sessionId, deliver });
    } else {
      this.#droppedCount += 1;
      this.#onDidDrop(this.#droppedCount);
    }
  }

  /** The endpoints of the user's sessions, without those of sub-agents. */
  endpoints(): readonly SessionEndpoint[] {
    const known = [...this.#endpoints.values()].filter(({ rootId }) => rootId === undefined);
    return [...new Set([...known, ...this.#opening])];
  }

  /**
   * Returns the endpoint of a session. Waits a moment if a session is being opened, because the agent may have announced
   * it just now. Throws if there is no such session.
   */
  async resolve(sessionId: string): Promise<SessionEndpoint> {
    if (!this.#endpoints.has(sessionId) && !this.#closed.has(sessionId) && this.#tasks.size > 0) {
      const timer = new AbortController();
      const { signal } = timer;
      await Promise.race([
        ...[...this.#tasks].map(opening => opening.catch(() => {})),
        delay(EARLY_REQUEST_WAIT_MS, undefined, { signal }).catch(() => {}),
      ]);
      timer.abort();
      await Promise.resolve();
    }
    const endpoint = this.#endpoints.get(sessionId);
    if (!endpoint) {
      throw acp.RequestError.resourceNotFound(sessionId);
    }
    return endpoint;
  }

  /** The session that a request without a session id most likely belongs to. */
  #getActive(): SessionEndpoint | undefined {
    return (
      this.#opening.at(-1) ??
      this.endpoints().findLast(endpoint => endpoint.isBusy()) ??
      this.endpoints().at(-1)
    );
  }

  /** Returns the endpoint of the session that `params` name, or of the active one if they name none. */
  async resolveFromParams(params: unknown): Promise<SessionEndpoint> {
    const sessionId = asString(asRecord(params)?.['sessionId']);
    const endpoint = sessionId === undefined ? this.#getActive() : await this.resolve(sessionId);
    if (!endpoint) {
      throw acp.RequestError.invalidParams(undefined, 'There is no session this could belong to.');
    }
    return endpoint;
  }

  /** Whether the id may belong to a session that is being opened. */
  #mayBeNew(sessionId: string): boolean {
    const isOpening = this.#tasks.size > 0 && !this.#closed.has(sessionId);
    return isOpening && this.#early.length < EARLY_UPDATE_LIMIT;
  }
}
