import * as acp from '@agentclientprotocol/sdk';
import { UserError } from '../core/errors.ts';
import { asRecord, asString } from '../core/json.ts';
import { pickersOf } from '../core/session/openedPickers.ts';
import type { Picker } from '../core/session/picker.ts';
import { isCancelled, signInNeed } from '../core/session/wireErrors.ts';
import { DeadlinePassed, unlessAborted, withDeadline } from './deadline.ts';
import type { Link } from './link.ts';
import { t } from '../core/words.ts';

/** Where a session begins. */
export type Start =
  | { readonly kind: 'new' }
  /** Goes on where it was; we still have what was said. */
  | { readonly kind: 'takeUp'; readonly wireId: string }
  /** Goes on where it was; the agent tells us what was said. */
  | { readonly kind: 'load'; readonly wireId: string }
  /** Begins as a copy of another session. */
  | { readonly kind: 'fork'; readonly wireId: string };

export interface Opening {
  readonly start: Start;
  readonly roots: readonly string[];
  readonly agentName: string;
  readonly mcpServers: readonly acp.McpServer[];
  readonly signal: AbortSignal;
  /** The agent is about to tell what was said in that session: it is to be `shown`, or is `known` already. */
  expect(wireId: string, history: 'shown' | 'known'): void;
}

export interface Opened {
  readonly wireId: string;
  readonly pickers: readonly Picker[];
  readonly how: 'new' | 'resumed' | 'loaded' | 'forked';
  /** What the user should know about how it was opened. */
  readonly note?: string;
}

/** Opens a session the way it is to begin. */
export async function openOnWire(link: Link, opening: Opening): Promise<Opened> {
  const { start } = opening;
  switch (start.kind) {
    case 'new':
      return openNew(link, opening);
    case 'takeUp':
      return takeUpOrNew(link, opening, start.wireId);
    case 'load':
      return load(link, opening, start.wireId);
    case 'fork':
      return fork(link, opening, start.wireId);
  }
}

/** Takes a session up again where it was (`resume`, else `load`), or opens a new one. */
async function takeUpOrNew(link: Link, opening: Opening, wireId: string): Promise<Opened> {
  const { resume, load: canLoad } = link.abilities;
  try {
    if (resume) {
      return await resumed(link, opening, wireId);
    }
    if (canLoad) {
      opening.expect(wireId, 'known');
      return await loaded(link, opening, wireId);
    }
  } catch (error) {
    if (!isForgotten(error, link)) {
      throw error;
    }
  }
  return {
    ...(await openNew(link, opening)),
    note: t(
      '{0} could not take the conversation up again. It goes on in a new session: the agent no longer knows what was said before.',
      opening.agentName,
    ),
  };
}

/** The agent has forgotten the session, which it may say with any code; what is left is what means something else. */
function isForgotten(error: unknown, { connection }: Link): boolean {
  return (
    !signInNeed(error) &&
    !isCancelled(error) &&
    !(error instanceof DeadlinePassed) &&
    !connection.signal.aborted
  );
}

async function load(link: Link, opening: Opening, wireId: string): Promise<Opened> {
  const { load: canLoad, resume } = link.abilities;
  if (canLoad) {
    opening.expect(wireId, 'shown');
    return loaded(link, opening, wireId);
  }
  if (resume) {
    return {
      ...(await resumed(link, opening, wireId)),
      note: t(
        '{0} goes on with this conversation, but cannot show what was said before.',
        opening.agentName,
      ),
    };
  }
  throw new UserError(t('{0} cannot open earlier conversations.', opening.agentName));
}

async function resumed(link: Link, opening: Opening, wireId: string): Promise<Opened> {
  const params = { sessionId: wireId, ...setup(link, opening) };
  const response = await ask(link, opening, acp.methods.agent.session.resume, params);
  return { wireId, pickers: pickersOf(response), how: 'resumed' };
}

async function loaded(link: Link, opening: Opening, wireId: string): Promise<Opened> {
  const params = { sessionId: wireId, ...setup(link, opening) };
  const response = await ask(link, opening, acp.methods.agent.session.load, params);
  return { wireId, pickers: pickersOf(response), how: 'loaded' };
}

async function openNew(link: Link, opening: Opening): Promise<Opened> {
  const { new: method } = acp.methods.agent.session;
  const response = await askForNew(link, opening, method, setup(link, opening));
  return { ...newlyOpened(response, opening), how: 'new' };
}

/** Not yet part of the stable protocol: an untyped request, sent only to agents that advertise it. */
async function fork(link: Link, opening: Opening, wireId: string): Promise<Opened> {
  if (!link.abilities.fork) {
    throw new UserError(t('{0} cannot make a copy of a conversation.', opening.agentName));
  }
  const params = { sessionId: wireId, ...setup(link, opening) };
  const response = await askForNew(link, opening, 'session/fork', params);
  return { ...newlyOpened(response, opening), how: 'forked' };
}

function newlyOpened(
  response: unknown,
  { agentName }: Opening,
): Pick<Opened, 'wireId' | 'pickers'> {
  const wireId = asString(asRecord(response)?.['sessionId']);
  if (wireId === undefined) {
    throw new UserError(t('{0} opened a session without telling its id.', agentName));
  }
  return { wireId, pickers: pickersOf(response) };
}

function setup({ abilities }: Link, { roots, mcpServers }: Opening): acp.NewSessionRequest {
  const [cwd = '', ...others] = roots;
  const additional = [...new Set(others)].filter(root => root !== cwd);
  return {
    cwd,
    mcpServers: mcpServers.filter(server => canUse(abilities.mcp, server)),
    ...(abilities.additionalDirectories && additional.length > 0
      ? { additionalDirectories: additional }
      : {}),
  };
}

/** Every agent takes servers that are programs; the others only where it says so. */
function canUse(mcp: Link['abilities']['mcp'], server: acp.McpServer): boolean {
  if (!('type' in server)) {
    return true;
  }
  return server.type === 'http' ? mcp.http : server.type === 'sse' && mcp.sse;
}

/** Asks for a session that only this opening will know of. If the answer comes too late, the agent need not keep it. */
async function askForNew(
  link: Link,
  opening: Opening,
  method: string,
  params: object,
): Promise<unknown> {
  const { signal } = opening;
  const answer = link.connection.agent.request<unknown, object>(method, params, {
    cancellationSignal: signal,
  });
  try {
    return await inTime(link, opening, unlessAborted(answer, signal));
  } catch (error) {
    answer.then(late => leave(link, late)).catch(() => {}); // It was refused, or the agent is gone: nothing is left open.
    throw error;
  }
}

async function leave({ connection, abilities }: Link, opened: unknown): Promise<void> {
  const sessionId = asString(asRecord(opened)?.['sessionId']);
  if (abilities.close && sessionId !== undefined) {
    await connection.agent.request(acp.methods.agent.session.close, { sessionId });
  }
}

function ask(link: Link, opening: Opening, method: string, params: object): Promise<unknown> {
  const answer = link.connection.agent.request<unknown, object>(method, params, {
    cancellationSignal: opening.signal,
    stopWaitingOnCancel: true,
  });
  return inTime(link, opening, answer);
}

const inTime = <T>({ deadlines: { openMs } }: Link, { agentName }: Opening, answer: Promise<T>) =>
  withDeadline(
    answer,
    openMs,
    t('{0} did not open a session within {1} seconds.', agentName, openMs / 1000),
  );
