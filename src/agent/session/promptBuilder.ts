import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Draft } from '../../core/prompt/draft.ts';
import type { SessionState } from '../../core/session/state/sessionState.ts';

/** Turns a draft into the content blocks of a prompt at the moment it is sent. */
export interface PromptBuilder {
  build(draft: Draft, session: SessionState, signal: AbortSignal): Promise<PreparedPrompt>;
}

/** The content blocks for the agent and the warnings for the user. */
export interface PreparedPrompt {
  readonly blocks: readonly ContentBlock[];
  readonly notes: readonly string[];
}
