import * as acp from '@agentclientprotocol/sdk';
import { UserError } from '../../../core/errors.ts';
import { asRecord, asString } from '../../../core/json.ts';
import { parsePickers } from '../../../core/session/wire/parsePickers.ts';
import type { Picker } from '../../../core/session/state/picker.ts';
import { isRequestCanceled, asAuthRequired } from '../../../core/session/wire/protocolErrors.ts';
import {
  DeadlineExceededError,
  raceCancellation,
  withDeadline,
} from '../../connection/deadlines.ts';
import type { AgentConnection } from '../../connection/agentConnection.ts';
import type { AgentMcpServer } from '../../mcp/sessionTools.ts';
import { t } from '../../../core/l10n.ts';

/** How a session begins. */
export type SessionStart =
  | { readonly kind: 'new' }
  /** Continues a session whose transcript we have. */
  | { readonly kind: 'resume'; readonly wireId: string }
  /** Continues a session whose transcript the agent sends. */
  | { readonly kind: 'load'; readonly wireId: string }
  /** Begins as a copy of another session. */
  | { readonly kind: 'fork'; readonly wireId: string };

/**
 * What is done with the history that an agent sends: it has to be `shown`, or is `known` already. It is `unlikely` if the agent
 * should not send any, but some do, and then it is known.
 */
export type ReplayedHistory = 'shown' | 'known' | 'unlikely';

/** What is needed to open a session. */
export interface OpenSessionOptions {
  readonly start: SessionStart;
  readonly roots: readonly string[];
  readonly agentName: string;
  /** Those that this agent can use. */
  readonly mcpServers: readonly AgentMcpServer[];
  readonly signal: AbortSignal;
  /** The agent may send the history of the session from now on. */
  onWillReplay(wireId: string, history: ReplayedHistory): void;
}

/** The result of opening a session. */
export interface OpenedSession {
  readonly wireId: string;
  readonly pickers: readonly Picker[];
  readonly how: 'new' | 'resumed' | 'loaded' | 'forked';
  /** What the user should know about how it was opened. */
  readonly note?: string;
}

/** An open session of an agent on a live connection. */
export interface AgentSession {
  readonly connection: AgentConnection;
  readonly wireId: string;
}

/** Opens a session with the request that its start calls for. */
export async function openSession(
  connection: AgentConnection,
  options: OpenSessionOptions,
): Promise<OpenedSession> {
  const { start } = options;
  switch (start.kind) {
    case 'new':
      return createSession(connection, options);
    case 'resume':
      return resumeOrCreate(connection, options, start.wireId);
    case 'load':
      return loadOrResume(connection, options, start.wireId);
    case 'fork':
      return forkSession(connection, options, start.wireId);
  }
}

/** Continues a session with `session/resume`, else `session/load`, else opens a new one. */
async function resumeOrCreate(
  connection: AgentConnection,
  options: OpenSessionOptions,
  wireId: string,
): Promise<OpenedSession> {
  const { resume, load: canLoad } = connection.capabilities;
  try {
    if (resume) {
      options.onWillReplay(wireId, 'unlikely');
      return await resumeSession(connection, options, wireId);
    }
    if (canLoad) {
      options.onWillReplay(wireId, 'known');
      return await loadSession(connection, options, wireId);
    }
  } catch (error) {
    if (!isUnknownSession(error, connection)) {
      throw error;
    }
  }
  return {
    ...(await createSession(connection, options)),
    note: t(
      "{0} couldn't resume the conversation and continues in a new session. It doesn't remember earlier messages.",
      options.agentName,
    ),
  };
}

/** Whether an error means that the agent does not know the session. Agents use any code for it, so this excludes the others. */
function isUnknownSession(error: unknown, { client }: AgentConnection): boolean {
  return (
    !asAuthRequired(error) &&
    !isRequestCanceled(error) &&
    !(error instanceof DeadlineExceededError) &&
    !client.signal.aborted
  );
}

async function loadOrResume(
  connection: AgentConnection,
  options: OpenSessionOptions,
  wireId: string,
): Promise<OpenedSession> {
  const { load: canLoad, resume } = connection.capabilities;
  if (canLoad) {
    options.onWillReplay(wireId, 'shown');
    return loadSession(connection, options, wireId);
  }
  if (resume) {
    return {
      ...(await resumeSession(connection, options, wireId)),
      note: t("{0} resumed this conversation but can't show earlier messages.", options.agentName),
    };
  }
  throw new UserError(t("{0} can't open earlier sessions.", options.agentName));
}

async function resumeSession(
  connection: AgentConnection,
  options: OpenSessionOptions,
  wireId: string,
): Promise<OpenedSession> {
  const params = { sessionId: wireId, ...sessionParams(connection, options) };
  const response = await request(connection, options, acp.methods.agent.session.resume, params);
  return { wireId, pickers: parsePickers(response), how: 'resumed' };
}

async function loadSession(
  connection: AgentConnection,
  options: OpenSessionOptions,
  wireId: string,
): Promise<OpenedSession> {
  const params = { sessionId: wireId, ...sessionParams(connection, options) };
  const response = await request(connection, options, acp.methods.agent.session.load, params);
  return { wireId, pickers: parsePickers(response), how: 'loaded' };
}

async function createSession(
  connection: AgentConnection,
  options: OpenSessionOptions,
): Promise<OpenedSession> {
  const { new: method } = acp.methods.agent.session;
  const response = await requestNewSession(
    connection,
    options,
    method,
    sessionParams(connection, options),
  );
  return { ...parseNewSession(response, options), how: 'new' };
}

/** Sends an untyped request, because the method is not part of the stable protocol yet. */
async function forkSession(
  connection: AgentConnection,
  options: OpenSessionOptions,
  wireId: string,
): Promise<OpenedSession> {
  if (!connection.capabilities.fork) {
    throw new UserError(t("{0} doesn't support forking sessions.", options.agentName));
  }
  const params = { sessionId: wireId, ...sessionParams(connection, options) };
  const response = await requestNewSession(connection, options, 'session/fork', params);
  return { ...parseNewSession(response, options), how: 'forked' };
}

function parseNewSession(
  response: unknown,
  { agentName }: OpenSessionOptions,
): Pick<OpenedSession, 'wireId' | 'pickers'> {
  const wireId = asString(asRecord(response)?.['sessionId']);
  if (wireId === undefined) {
    throw new UserError(t('{0} opened a session without an ID.', agentName));
  }
  return { wireId, pickers: parsePickers(response) };
}

function sessionParams(
  { capabilities }: AgentConnection,
  { roots, mcpServers }: OpenSessionOptions,
): object {
  const [cwd = '', ...others] = roots;
  const additional = [...new Set(others)].filter(root => root !== cwd);
  return {
    cwd,
    mcpServers: [...mcpServers],
    ...(capabilities.additionalDirectories && additional.length > 0
      ? { additionalDirectories: additional }
      : {}),
  };
}

/** Requests a new session. If the response comes too late, the session is closed again. */
async function requestNewSession(
  connection: AgentConnection,
  options: OpenSessionOptions,
  method: string,
  params: object,
): Promise<unknown> {
  const { signal } = options;
  const response = connection.client.agent.request<unknown, object>(method, params, {
    cancellationSignal: signal,
  });
  try {
    return await withOpenDeadline(connection, options, raceCancellation(response, signal));
  } catch (error) {
    response.then(late => closeLateSession(connection, late)).catch(() => {}); // The request failed or the agent has ended, so no session is left open.
    throw error;
  }
}

async function closeLateSession(
  { client, capabilities }: AgentConnection,
  opened: unknown,
): Promise<void> {
  const sessionId = asString(asRecord(opened)?.['sessionId']);
  if (capabilities.close && sessionId !== undefined) {
    await client.agent.request(acp.methods.agent.session.close, { sessionId });
  }
}

function request(
  connection: AgentConnection,
  options: OpenSessionOptions,
  method: string,
  params: object,
): Promise<unknown> {
  const response = connection.client.agent.request<unknown, object>(method, params, {
    cancellationSignal: options.signal,
    stopWaitingOnCancel: true,
  });
  return withOpenDeadline(connection, options, response);
}

const withOpenDeadline = <T>(
  { deadlines: { openMs } }: AgentConnection,
  { agentName }: OpenSessionOptions,
  response: Promise<T>,
) =>
  withDeadline(
    response,
    openMs,
    t("{0} didn't open a session within {1} seconds.", agentName, openMs / 1000),
  );
