import type { Stream } from '@agentclientprotocol/sdk';
import type { UserError } from '../../core/errors.ts';
import type { AgentStreamListener } from '../wire/agentStream.ts';

/** A running agent as the protocol sees it: a stream of messages that ends. It is a process or a remote server. */
export interface AgentProgram {
  /** Opens the message stream. May be called once. */
  openStream(listener: AgentStreamListener): Stream;
  /** Resolves when the program has ended or is out of reach, with an error that explains why. */
  readonly ended: Promise<UserError>;
  stop(): Promise<void>;
  /** The command may have to download the agent before it answers. */
  readonly mayDownload?: boolean;
}
