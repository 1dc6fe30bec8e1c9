import type { ClientConnection } from '@agentclientprotocol/sdk';
import type { UserError } from '../../core/errors.ts';
import type { AgentCapabilities } from '../../core/session/wire/agentCapabilities.ts';
import type { AgentSignInMethod } from '../../core/session/wire/signInMethods.ts';
import type { Deadlines } from './deadlines.ts';

/** A live connection to an agent that has introduced itself. */
export interface AgentConnection {
  readonly client: ClientConnection;
  readonly capabilities: AgentCapabilities;
  readonly signInOffers: readonly AgentSignInMethod[];
  readonly deadlines: Deadlines;
  /** Settles when the agent can no longer be reached, with the reason. */
  readonly disconnected: Promise<UserError>;
}
