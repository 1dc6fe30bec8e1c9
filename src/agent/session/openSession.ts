import * as acp from '@agentclientprotocol/sdk';
import { UserError } from '../../core/errors.ts';
import { asRecord, asString } from '../../core/json.ts';
import { parsePickers } from '../../core/session/wire/parsePickers.ts';
import type { Picker } from '../../core/session/state/picker.ts';
import { isRequestCanceled, asAuthRequired } from '../../core/session/wire/protocolErrors.ts';
import { DeadlineExceededError, raceCancellation, withDeadline } from '../connection/deadlines.ts';
import type { AgentConnection } from '../connection/agentConnection.ts';
import { t } from '../../core/l10n.ts';

/** Where a session begins. */
export type SessionStart =
  | { readonly kind: 'new' }
  /** Goes on where it was; we still have what was said. */
  | { readonly kind: 'takeUp'; readonly wireId: string }
  /** Goes on where it was; the agent tells us what was said. */
  | { readonly kind: 'load'; readonly wireId: string }
  /** Begins as a copy of another session. */
  | { readonly kind: 'fork'; readonly wireId: string };

export interface OpenSessionOptions {
  readonly start: SessionStart;
  readonly roots: readonly string[];
  readonly agentName: string;
  readonly mcpServers: readonly acp.McpServer[];
  readonly signal: AbortSignal;
  /** The agent is about to tell what was said in that session: it is to be `shown`, or is `known` already. */
  onWillReplay(wireId: string, history: 'shown' | 'known'): void;
}

export interface OpenedSession {
  readonly wireId: string;
  readonly pickers: readonly Picker[];
  readonly how: 'new' | 'resumed' | 'loaded' | 'forked';
  /** What the user should know about how it was opened. */
  readonly note?: string;
}

/** Opens a session the way it is to begin. */
export async function openSession(
  link: AgentConnection,
  opening: OpenSessionOptions,
): Promise<OpenedSession> {
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
async function takeUpOrNew(
  link: AgentConnection,
  opening: OpenSessionOptions,
  wireId: string,
): Promise<OpenedSession> {
  const { resume, load: canLoad } = link.capabilities;
  try {
    if (resume) {
      return await resumed(link, opening, wireId);
    }
    if (canLoad) {
      opening.onWillReplay(wireId, 'known');
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
function isForgotten(error: unknown, { client: connection }: AgentConnection): boolean {
  return (
    !asAuthRequired(error) &&
    !isRequestCanceled(error) &&
    !(error instanceof DeadlineExceededError) &&
    !connection.signal.aborted
  );
}

async function load(
  link: AgentConnection,
  opening: OpenSessionOptions,
  wireId: string,
): Promise<OpenedSession> {
  const { load: canLoad, resume } = link.capabilities;
  if (canLoad) {
    opening.onWillReplay(wireId, 'shown');
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

async function resumed(
  link: AgentConnection,
  opening: OpenSessionOptions,
  wireId: string,
): Promise<OpenedSession> {
  const params = { sessionId: wireId, ...setup(link, opening) };
  const response = await ask(link, opening, acp.methods.agent.session.resume, params);
  return { wireId, pickers: parsePickers(response), how: 'resumed' };
}

async function loaded(
  link: AgentConnection,
  opening: OpenSessionOptions,
  wireId: string,
): Promise<OpenedSession> {
  const params = { sessionId: wireId, ...setup(link, opening) };
  const response = await ask(link, opening, acp.methods.agent.session.load, params);
  return { wireId, pickers: parsePickers(response), how: 'loaded' };
}

async function openNew(link: AgentConnection, opening: OpenSessionOptions): Promise<OpenedSession> {
  const { new: method } = acp.methods.agent.session;
  const response = await askForNew(link, opening, method, setup(link, opening));
  return { ...newlyOpened(response, opening), how: 'new' };
}

/** Not yet part of the stable protocol: an untyped request, sent only to agents that advertise it. */
async function fork(
  link: AgentConnection,
  opening: OpenSessionOptions,
  wireId: string,
): Promise<OpenedSession> {
  if (!link.capabilities.fork) {
    throw new UserError(t('{0} cannot make a copy of a conversation.', opening.agentName));
  }
  const params = { sessionId: wireId, ...setup(link, opening) };
  const response = await askForNew(link, opening, 'session/fork', params);
  return { ...newlyOpened(response, opening), how: 'forked' };
}

function newlyOpened(
  response: unknown,
  { agentName }: OpenSessionOptions,
): Pick<OpenedSession, 'wireId' | 'pickers'> {
  const wireId = asString(asRecord(response)?.['sessionId']);
  if (wireId === undefined) {
    throw new UserError(t('{0} opened a session without telling its id.', agentName));
  }
  return { wireId, pickers: parsePickers(response) };
}

function setup(
  { capabilities: abilities }: AgentConnection,
  { roots, mcpServers }: OpenSessionOptions,
): acp.NewSessionRequest {
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
function canUse(mcp: AgentConnection['capabilities']['mcp'], server: acp.McpServer): boolean {
  if (!('type' in server)) {
    return true;
  }
  return server.type === 'http' ? mcp.http : server.type === 'sse' && mcp.sse;
}

/** Asks for a session that only this opening will know of. If the answer comes too late, the agent need not keep it. */
async function askForNew(
  link: AgentConnection,
  opening: OpenSessionOptions,
  method: string,
  params: object,
): Promise<unknown> {
  const { signal } = opening;
  const answer = link.client.agent.request<unknown, object>(method, params, {
    cancellationSignal: signal,
  });
  try {
    return await inTime(link, opening, raceCancellation(answer, signal));
  } catch (error) {
    answer.then(late => leave(link, late)).catch(() => {}); // It was refused, or the agent is gone: nothing is left open.
    throw error;
  }
}

async function leave(
  { client: connection, capabilities: abilities }: AgentConnection,
  opened: unknown,
): Promise<void> {
  const sessionId = asString(asRecord(opened)?.['sessionId']);
  if (abilities.close && sessionId !== undefined) {
    await connection.agent.request(acp.methods.agent.session.close, { sessionId });
  }
}

function ask(
  link: AgentConnection,
  opening: OpenSessionOptions,
  method: string,
  params: object,
): Promise<unknown> {
  const answer = link.client.agent.request<unknown, object>(method, params, {
    cancellationSignal: opening.signal,
    stopWaitingOnCancel: true,
  });
  return inTime(link, opening, answer);
}

const inTime = <T>(
  { deadlines: { openMs } }: AgentConnection,
  { agentName }: OpenSessionOptions,
  answer: Promise<T>,
) =>
  withDeadline(
    answer,
    openMs,
    t('{0} did not open a session within {1} seconds.', agentName, openMs / 1000),
  );
