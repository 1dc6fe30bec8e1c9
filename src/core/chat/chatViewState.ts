import type { AgentSuggestion } from '../catalog/agentSuggestions.ts';
import type { Draft } from '../prompt/draft.ts';
import type { EarlierPrompt } from './earlierPrompts.ts';
import type { Favorites } from './favorites.ts';
import type { Entry } from '../session/transcript/entry.ts';
import type { SessionState } from '../session/state/sessionState.ts';
import type { TerminalState } from '../session/transcript/transcript.ts';

/** A session in the session switcher. */
export interface SessionSummary {
  readonly id: string;
  readonly title: string;
  readonly agentName: string;
  readonly canFork: boolean;
  readonly state: 'starting' | 'working' | 'waiting' | 'done' | 'failed' | 'idle';
}

/** An agent that the user can choose. */
export interface AgentChoice {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/** The installation of an agent: how far it is, or why it failed. */
export interface AgentInstallation {
  readonly kind: 'running' | 'failed';
  readonly agentId: string;
  readonly name: string;
  readonly message: string;
  /** From 0 to 1, if it is known. */
  readonly fraction?: number;
}

/** The newest part of a session's conversation. */
export interface SessionViewState {
  readonly state: SessionState;
  /** The newest `PAGE_ENTRIES`, and older ones if one of them is to be revealed; the others can be requested. */
  readonly entries: readonly Entry[];
  /** The number of entries before the first one. */
  readonly earlier: number;
  readonly gap?: number;
  readonly terminals: readonly TerminalState[];
  /** The newest prompts among the entries that are not included, for the prompt history. */
  readonly prompts?: readonly EarlierPrompt[];
  /** The entry to scroll to, which is one of `entries`. */
  readonly reveal?: string;
}

/**
 * A range of entries, oldest first, and the number of entries before them. A range that begins within a turn has the
 * prompt of the turn as its first entry, and `gap` is the number of entries left out after it.
 */
export interface EntryPage {
  readonly entries: readonly Entry[];
  readonly terminals: readonly TerminalState[];
  readonly earlier: number;
  readonly gap?: number;
}

/** Why no session can be started in this window. */
export const UNAVAILABLE_REASONS = ['untrusted', 'noFolder', 'virtual'] as const;

export interface UnavailableReason {
  readonly kind: (typeof UNAVAILABLE_REASONS)[number];
}

/** Everything around the conversation. */
export interface ChatShell {
  readonly sessions: readonly SessionSummary[];
  readonly agents: readonly AgentChoice[];
  /** The agent a new session would use. Absent if the user has to choose one. */
  readonly agentId?: string;
  /** What to choose from, while no agent is chosen. Absent until agents have been searched for. */
  readonly agentSuggestions?: readonly AgentSuggestion[];
  readonly installations?: readonly AgentInstallation[];
  readonly unavailableReason?: UnavailableReason;
  /** The extension's clock, to which all times refer. */
  readonly nowMs: number;
  readonly preferences: ChatPreferences;
  readonly favorites: Favorites;
}

export interface ChatPreferences {
  /** Whether Enter sends; otherwise Ctrl+Enter does. */
  readonly enterSends: boolean;
  /** 0 for the font size of VS Code. */
  readonly fontSizePx?: number;
}

/** An unsent draft and the time of its last change. */
export interface StoredDraft {
  readonly draft: Draft;
  readonly atMs: number;
}

/** Everything that the chat view shows. The view can be reset to this at any time. */
export interface ChatViewState {
  readonly shell: ChatShell;
  readonly session?: SessionViewState;
  /** The stored draft for this session, or for a new session if there is none. */
  readonly draft?: StoredDraft;
}

/** The number of entries that a reset contains; older ones are loaded on demand. */
export const PAGE_ENTRIES = 200;
