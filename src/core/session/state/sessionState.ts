import type { Draft } from '../../prompt/draft.ts';
import type { Picker } from './picker.ts';
import type { PlanLimit, TurnUsage, Usage } from './usage.ts';

/** What a session is doing. */
export type SessionStatus =
  | { readonly kind: 'starting'; readonly note: string }
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly sinceMs: number }
  | { readonly kind: 'stopping'; readonly sinceMs: number }
  /** The agent requires a sign-in. */
  | SignInStatus
  /** The agent is not running, or could not open the session. The transcript says what happened. */
  | StoppedStatus;

/** What an agent offers to sign in or to set it up. */
export interface SignInOptions {
  readonly methods: readonly SignInMethod[];
  /** The method that is in progress; it can be canceled. */
  readonly running?: string;
}

/** The agent continues when the user has signed in with one of `methods`. */
export interface SignInStatus extends SignInOptions {
  readonly kind: 'signIn';
  /** The agent's message; it may contain a code that the user has to enter elsewhere. */
  readonly message: string;
}

/** Nothing reaches the agent until the session is opened again. */
export interface StoppedStatus {
  readonly kind: 'stopped';
  readonly reason: string;
  /** The agent runs but refused to open the session; the setup that it offers may be what is missing. */
  readonly openFailure?: SignInOptions;
}

/** A sign-in method as the user sees it. */
export interface SignInMethod {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
}

/** A prompt that waits for the running turn to end. */
export interface QueuedPrompt {
  readonly id: string;
  readonly draft: Draft;
  /** It is being sent into the running turn, and the agent has not confirmed it yet. */
  readonly isSteering?: true;
}

/** How a message is sent while a turn runs: into the turn, after it, or instead of it. */
export const DELIVERIES = ['steer', 'queue', 'stopAndSend'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** What the agent accepts in a prompt besides text and links. */
export interface PromptCapabilities {
  readonly image: boolean;
  readonly audio: boolean;
  readonly embeddedContext: boolean;
}

/** Everything about a session that is not its transcript. */
export interface SessionState {
  readonly id: string;
  readonly agentId: string;
  readonly agentName: string;
  /** The agent's title for the session. */
  readonly title: string;
  /** The user's name for the session. */
  readonly name?: string;
  readonly canFork?: boolean;
  /** Whether the agent takes messages into a running turn. */
  readonly canSteer?: boolean;
  readonly status: SessionStatus;
  readonly commands: readonly SlashCommand[];
  readonly pickers: readonly Picker[];
  readonly usage?: Usage;
  /** What the last turn used. */
  readonly lastTurn?: TurnUsage;
  /** The limits of the user's plan, the newest report of each. */
  readonly limits?: readonly PlanLimit[];
  /** What the agent suggests to ask next. */
  readonly suggestions?: readonly string[];
  /** Who is signed in to the agent, in its own words. It is only shown, and never saved. */
  readonly account?: string;
  readonly queue: readonly QueuedPrompt[];
  /** Absent until the agent is initialized. */
  readonly promptCapabilities?: PromptCapabilities;
}
