import type { Draft } from '../../prompt/draft.ts';
import type { Picker } from './picker.ts';

/** What a session is doing. */
export type SessionStatus =
  | { readonly kind: 'starting'; readonly note: string }
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly sinceMs: number }
  | { readonly kind: 'stopping'; readonly sinceMs: number }
  /** The agent waits for a sign-in. */
  | SignInStatus
  /** The agent is not running. What happened stands in the transcript. */
  | { readonly kind: 'stopped'; readonly reason: string };

/** The agent goes on when the user has signed in by one of `methods`. */
export interface SignInStatus {
  readonly kind: 'signIn';
  readonly methods: readonly SignInMethod[];
  /** What the agent said; it may hold a code that the user has to type in elsewhere. */
  readonly message: string;
  /** The method that is under way; it can be stopped. */
  readonly running?: string;
}

/** One way to sign in, as the user sees it. */
export interface SignInMethod {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/** A slash command the agent offers. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
}

/** How full the agent's context window is, and what the session has cost. */
export interface Usage {
  readonly usedTokens: number;
  readonly sizeTokens: number;
  readonly cost?: { readonly amount: number; readonly currency: string };
}

/** A prompt that waits for the running turn to end. */
export interface QueuedPrompt {
  readonly id: string;
  readonly draft: Draft;
}

/** What the agent takes in a prompt besides text and links. */
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
  /** As the agent says. */
  readonly title: string;
  /** The user's own name for it, if there is one. */
  readonly name?: string;
  /** Whether the agent can begin a copy of it. */
  readonly canFork?: boolean;
  readonly status: SessionStatus;
  readonly commands: readonly SlashCommand[];
  readonly pickers: readonly Picker[];
  readonly usage?: Usage;
  readonly queue: readonly QueuedPrompt[];
  /** What the agent takes; absent before it has said so. */
  readonly promptCapabilities?: PromptCapabilities;
}
