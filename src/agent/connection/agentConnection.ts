import type { AnyMessage, ClientConnection, Stream } from '@agentclientprotocol/sdk';
import type { UserError } from '../../core/errors.ts';
import type { AgentCapabilities } from '../../core/session/wire/agentCapabilities.ts';
import type { AgentSignInMethod } from '../../core/session/wire/signInMethods.ts';
import type { Deadlines } from './deadlines.ts';
import type { ClientRequests, Logger } from '../ports.ts';
import type { LaunchConfig } from '../process/launchConfig.ts';
import type { AgentStreamListener } from '../wire/agentStream.ts';

/** A running agent, seen from the protocol: messages and an end. It is a process, or a server elsewhere. */
export interface AgentProgram {
  /** Its messages, while `taps` listen. Called once. */
  openStream(taps: AgentStreamListener): Stream;
  /** Settles when it has ended or is out of reach, with what there is to say about it. */
  readonly ended: Promise<UserError>;
  stop(): Promise<void>;
  /** Its command may have to fetch it from the network before it answers. */
  readonly mayDownload?: boolean;
}

/** What an agent needs around it. */
export interface AgentOptions {
  readonly clientRequests: ClientRequests;
  readonly logger: Logger;
  readonly clientVersion: string;
  /** How the user starts it; a sign-in in a terminal starts the same program. */
  readonly launchConfig?: () => Promise<LaunchConfig>;
  readonly deadlines?: Deadlines;
  /** Sees every message that passes. */
  readonly onMessage?: (direction: 'in' | 'out', message: AnyMessage) => void;
  /** Starts the program. `env` holds keys of the user's that this agent reads from its environment. */
  launch(
    cwd: string,
    signal: AbortSignal,
    env: Readonly<Record<string, string>>,
  ): Promise<AgentProgram>;
}

/** A live connection to an agent that has introduced itself. */
export interface AgentConnection {
  readonly client: ClientConnection;
  readonly capabilities: AgentCapabilities;
  readonly signInOffers: readonly AgentSignInMethod[];
  readonly deadlines: Deadlines;
  /** Settles when the agent can no longer be reached, with the reason. */
  readonly disconnected: Promise<UserError>;
}
