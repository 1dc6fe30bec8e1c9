import * as acp from '@agentclientprotocol/sdk';
import { adaptPrompt } from '../../../core/catalog/agentQuirks.ts';
import { asRecord, asString } from '../../../core/json.ts';
import {
  getAgentErrorMessage,
  isErrorResponse,
} from '../../../core/session/wire/protocolErrors.ts';
import { withDeadline } from '../../connection/deadlines.ts';
import { withDisconnectReason } from '../../connection/disconnectReason.ts';
import type { AgentSession } from './openSession.ts';

/** Sends a prompt. Resolves with the agent's response when the turn has ended. */
export function requestPrompt(
  { connection, wireId: sessionId }: AgentSession,
  blocks: readonly acp.ContentBlock[],
): Promise<unknown> {
  const prompt = [...adaptPrompt(blocks, connection.capabilities.name)];
  const response = connection.client.agent.request(acp.methods.agent.session.prompt, {
    sessionId,
    prompt,
  });
  return withDisconnectReason(connection, response);
}

/** Tells the agent to cancel the running prompt. */
export function cancelPrompt({ connection, wireId: sessionId }: AgentSession): void {
  void connection.client.agent.notify(acp.methods.agent.session.cancel, { sessionId });
}

/** Stores the user's title of a session. Returns the title as the agent has stored it; `undefined` if it stores none. */
export async function requestTitle(
  { connection, wireId: sessionId }: AgentSession,
  title: string,
): Promise<string | undefined> {
  if (!connection.capabilities.title) {
    return undefined;
  }
  const response = connection.client.agent.request('session/set_title', { sessionId, title });
  return asString(asRecord(await withDisconnectReason(connection, response))?.['title']);
}

/** What became of a message that was sent into a running turn. */
export type SteeringOutcome =
  | { readonly kind: 'taken' }
  /** The agent left the message to us, because the turn has ended or because of an error. */
  | { readonly kind: 'declined'; readonly reason?: string }
  /** The agent never said. */
  | { readonly kind: 'unknown' };

/**
 * Sends a message into the running turn. `promptRequired` keeps an agent without a running turn from starting one, of whose end
 * we would never hear.
 */
export async function requestSteering(
  { connection, wireId: sessionId }: AgentSession,
  blocks: readonly acp.ContentBlock[],
): Promise<SteeringOutcome> {
  const { client, capabilities, deadlines } = connection;
  const response = client.agent.request<unknown, object>(STEERING, {
    sessionId,
    prompt: [...adaptPrompt(blocks, capabilities.name)],
    _meta: { steering: { idleBehavior: 'promptRequired' } },
  });
  try {
    const answer = asRecord(await withDeadline(response, deadlines.controlMs, STEERING));
    return answer?.['outcome'] === 'promptRequired' ? { kind: 'declined' } : { kind: 'taken' };
  } catch (error) {
    return isErrorResponse(error)
      ? { kind: 'declined', reason: getAgentErrorMessage(error) }
      : { kind: 'unknown' };
  }
}

const STEERING = '_session/steering';
