import * as acp from '@agentclientprotocol/sdk';
import { UserError } from '../../core/errors.ts';
import { parseAgentCapabilities } from '../../core/session/wire/agentCapabilities.ts';
import { parseSignInMethods } from '../../core/session/wire/signInMethods.ts';
import { t } from '../../core/l10n.ts';
import { effectiveCapabilities } from '../../core/catalog/agentQuirks.ts';
import { clientCapabilities } from './clientCapabilities.ts';
import { raceCancellation, withDeadline, type Deadlines } from './deadlines.ts';
import { withDisconnectReason } from './disconnectReason.ts';
import type { AgentConnection } from './agentConnection.ts';
import type { ClientRequests } from '../requests/clientRequests.ts';

const PROTOCOL_VERSION = 1;

/** What `initialize` sends and how long it waits. */
export interface InitializeOptions {
  readonly agentName: string;
  readonly clientVersion: string;
  readonly clientRequests: ClientRequests;
  /** How long the program may take to answer. */
  readonly timeoutMs: number;
  readonly deadlines: Deadlines;
  /** Aborted when the user stops the start of the agent. */
  readonly signal: AbortSignal;
}

/** Exchanges capabilities with a program that has just been started. */
export async function initialize(
  connecting: Pick<AgentConnection, 'client' | 'disconnected' | 'remote'>,
  {
    agentName,
    clientVersion,
    clientRequests,
    timeoutMs: withinMs,
    deadlines,
    signal: stopped,
  }: InitializeOptions,
): Promise<AgentConnection> {
  const request = connecting.client.agent.request(acp.methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: clientCapabilities(clientRequests),
    clientInfo: { name: 'accord', title: 'Accord', version: clientVersion },
  });
  const response = await withDeadline(
    raceCancellation(withDisconnectReason(connecting, request), stopped),
    withinMs,
    t(
      "{0} didn't respond within {1} seconds. Make sure that its command starts an ACP agent. Some agents need a flag such as --acp.",
      agentName,
      withinMs / 1000,
    ),
  ).catch((error: unknown) => {
    throw stopped.aborted ? new UserError(t('{0} was stopped.', agentName)) : error;
  });
  const abilities = effectiveCapabilities(parseAgentCapabilities(response));
  if (abilities.protocolVersion !== PROTOCOL_VERSION) {
    throw new UserError(
      t(
        '{0} uses protocol version {1}, but Accord uses version {2}. Update the agent or Accord.',
        agentName,
        abilities.protocolVersion,
        PROTOCOL_VERSION,
      ),
    );
  }
  return {
    ...connecting,
    capabilities: abilities,
    signInMethods: parseSignInMethods(response.authMethods),
    deadlines,
  };
}
