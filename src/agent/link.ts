import type { AnyMessage, ClientConnection, Stream } from '@agentclientprotocol/sdk';
import type { UserError } from '../core/errors.ts';
import type { Abilities } from '../core/session/abilities.ts';
import type { SignInOffer } from '../core/session/signIn.ts';
import type { Deadlines } from './deadline.ts';
import type { Hands, Log } from './ports.ts';
import type { LaunchRecipe } from './process/launchRecipe.ts';
import type { Taps } from './wire/agentStream.ts';

/** A running agent, seen from the protocol: messages and an end. It is a process, or a server elsewhere. */
export interface AgentProgram {
  /** Its messages, while `taps` listen. Called once. */
  messages(taps: Taps): Stream;
  /** Settles when it has ended or is out of reach, with what there is to say about it. */
  readonly ended: Promise<UserError>;
  stop(): Promise<void>;
  /** Its command may have to fetch it from the network before it answers. */
  readonly mayDownload?: boolean;
}

/** What an agent needs around it. */
export interface AgentSurroundings {
  readonly hands: Hands;
  readonly log: Log;
  readonly clientVersion: string;
  /** How the user starts it; a sign-in in a terminal starts the same program. */
  readonly recipe?: () => Promise<LaunchRecipe>;
  readonly deadlines?: Deadlines;
  /** Sees every message that passes. */
  readonly traffic?: (direction: 'in' | 'out', message: AnyMessage) => void;
  /** Starts the program. `env` holds keys of the user's that this agent reads from its environment. */
  launch(
    cwd: string,
    signal: AbortSignal,
    env: Readonly<Record<string, string>>,
  ): Promise<AgentProgram>;
}

/** A live connection to an agent that has introduced itself. */
export interface Link {
  readonly connection: ClientConnection;
  readonly abilities: Abilities;
  readonly offers: readonly SignInOffer[];
  readonly deadlines: Deadlines;
  /** Settles when the agent can no longer be reached, with the reason. */
  readonly gone: Promise<UserError>;
}
