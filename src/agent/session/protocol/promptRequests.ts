import * as acp from '@agentclientprotocol/sdk';
import { adaptPrompt } from '../../../core/catalog/agentQuirks.ts';
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
