import type { ClientConnection } from '@agentclientprotocol/sdk';
import type { UserError } from '../../core/errors.ts';
import type { AgentCapabilities } from '../../core/session/wire/agentCapabilities.ts';
import type { AgentSignInMethod } from '../../core/session/wire/signInMethods.ts';
import type { RemoteAccess } from './agentProgram.ts';
import type { Deadlines } from './deadlines.ts';

/** A live connection to an initialized agent. */
export interface AgentConnection {
  readonly client: ClientConnection;
  readonly capabilities: AgentCapabilities;
  readonly signInMethods: readonly AgentSignInMethod[];
  readonly deadlines: Deadlines;
  /** Set if the agent is reached over the network. */
  readonly remote: RemoteAccess | undefined;
  /** Resolves with the reason when the agent can no longer be reached. */
  readonly disconnected: Promise<UserError>;
}
