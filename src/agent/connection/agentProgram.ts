import type { Stream } from '@agentclientprotocol/sdk';
import type { UserError } from '../../core/errors.ts';
import type { ProcessInfo } from '../process/table/processTable.ts';
import type { AgentStreamListener } from '../wire/agentStream.ts';

/** A running agent as the protocol sees it: a stream of messages that ends. It is a process or a remote server. */
export interface AgentProgram {
  /** Opens the message stream. May be called once. */
  openStream(listener: AgentStreamListener): Stream;
  /** Resolves when the program has ended or is out of reach, with an error that explains why. */
  readonly ended: Promise<UserError>;
  stop(): Promise<void>;
  /** The processes of the program on this machine. A remote server has none. */
  listProcesses?(): Promise<readonly ProcessInfo[]>;
  /** The command may have to download the agent before it answers. */
  readonly mayDownload?: boolean;
  /** Set if the agent is reached over the network. */
  readonly remote?: RemoteAccess;
}

/** What an agent that is reached over the network may do. */
export interface RemoteAccess {
  /** Scheme, host and port. Stored secrets are sent to this origin only. */
  readonly origin: string;
  /** Whether the connection is encrypted or stays on this machine. */
  readonly isPrivate: boolean;
  readonly allowTerminal: boolean;
  readonly allowWrite: boolean;
}
