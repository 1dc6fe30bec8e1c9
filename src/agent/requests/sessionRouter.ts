import * as acp from '@agentclientprotocol/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { asRecord, asString } from '../../core/json.ts';
import type { SessionEndpoint } from './sessionEndpoint.ts';

/** Updates that come before we know their session: kept up to this many. */
const EARLY_UPDATES = 1_000;
/** A request for a session that is being opened waits this long for it: an agent may hold back the opening for the answer. */
const EARLY_REQUEST_MS = 1_000;
/** Sessions that were closed, so that what still comes for them is not taken for early. */
const CLOSED_IDS = 1_000;

/** The sessions of one agent by the agent's ids, and what came for them before they were known. */
export class SessionRouter {
  readonly #ends = new Map<string, SessionEndpoint>();
  readonly #closed = new Set<string>();
  readonly #openings = new Set<Promise<unknown>>();
  readonly #asking: SessionEndpoint[] = [];
  readonly #dropped: (count: number) => void;
  #droppedCount = 0;
  #early: { readonly sessionId: string; readonly tell: (end: SessionEndpoint) => void }[] = [];

  constructor(dropped: (count: number) => void) {
    this.#dropped = dropped;
  }

  /** From now on what comes for `wireId` goes to `end`; what came early goes there at once. */
  register(wireId: string, end: SessionEndpoint): void {
    this.#closed.delete(wireId);
    this.#ends.set(wireId, end);
    const early = this.#early.filter(({ sessionId }) => sessionId === wireId);
    this.#early = this.#early.filter(({ sessionId }) => sessionId !== wireId);
    for (const { tell } of early) {
      tell(end);
    }
  }

  unregister(wireId: string): void {
    this.#ends.delete(wireId);
    this.#closed.add(wireId);
    const [oldest] = this.#closed;
    if (this.#closed.size > CLOSED_IDS && oldest !== undefined) {
      this.#closed.delete(oldest);
    }
  }

  /** While `task` runs, questions that name a request of ours and no session go to `end`. */
  async whileOpening<T>(end: SessionEndpoint, task: () => Promise<T>): Promise<T> {
    this.#asking.push(end);
    const running = task();
    this.#openings.add(running);
    try {
      return await running;
    } finally {
      this.#openings.delete(running);
      this.#early = this.#openings.size > 0 ? this.#early : [];
      this.#asking.splice(this.#asking.lastIndexOf(end), 1);
    }
  }

  route(sessionId: string, tell: (end: SessionEndpoint) => void): void {
    const end = this.#ends.get(sessionId);
    if (end) {
      tell(end);
    } else if (this.#mayBeNew(sessionId)) {
      this.#early.push({ sessionId, tell });
    } else {
      this.#droppedCount += 1;
      this.#dropped(this.#droppedCount);
    }
  }

  endpoints(): readonly SessionEndpoint[] {
    return [...new Set([...this.#ends.values(), ...this.#asking])];
  }

  /**
   * The session a request is about. It may be one whose opening has been answered a moment ago and is still being
   * taken in, so we wait for that a little; a session that we do not have gets an error.
   */
  async resolve(sessionId: string): Promise<SessionEndpoint> {
    if (!this.#ends.has(sessionId) && !this.#closed.has(sessionId) && this.#openings.size > 0) {
      const patience = new AbortController();
      const { signal } = patience;
      await Promise.race([
        ...[...this.#openings].map(opening => opening.catch(() => {})),
        delay(EARLY_REQUEST_MS, undefined, { signal }).catch(() => {}),
      ]);
      patience.abort();
      await Promise.resolve();
    }
    const end = this.#ends.get(sessionId);
    if (!end) {
      throw acp.RequestError.resourceNotFound(sessionId);
    }
    return end;
  }

  /** The session a request belongs to that names a request of ours, or nothing: who asks, or who works. */
  getActive(): SessionEndpoint | undefined {
    return (
      this.#asking.at(-1) ??
      this.endpoints().findLast(end => end.isBusy()) ??
      this.endpoints().at(-1)
    );
  }

  /** The session that `params` name, or the one at work if they name none. */
  async resolveFromParams(params: unknown): Promise<SessionEndpoint> {
    const sessionId = asString(asRecord(params)?.['sessionId']);
    const end = sessionId === undefined ? this.getActive() : await this.resolve(sessionId);
    if (!end) {
      throw acp.RequestError.invalidParams(undefined, 'There is no session this could belong to.');
    }
    return end;
  }

  /** Only while a session is being opened can there be one that we do not know yet. */
  #mayBeNew(sessionId: string): boolean {
    const isOpening = this.#openings.size > 0 && !this.#closed.has(sessionId);
    return isOpening && this.#early.length < EARLY_UPDATES;
  }
}
