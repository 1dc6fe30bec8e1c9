import type { Draft } from '../prompt/draft.ts';
import type { EarlierPrompt } from './earlierPrompts.ts';
import type { Favorites } from './favorites.ts';
import type { Entry } from '../session/transcript/entry.ts';
import type { SessionState } from '../session/state/sessionState.ts';
import type { TerminalState } from '../session/transcript/transcript.ts';

/** How a session stands, for the switcher. */
export interface SessionSummary {
  readonly id: string;
  readonly title: string;
  readonly agentName: string;
  readonly canFork: boolean;
  readonly state: 'starting' | 'working' | 'waiting' | 'done' | 'failed' | 'idle';
}

/** An agent the user can choose. */
export interface AgentChoice {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/** The newest part of a session's conversation. */
export interface SessionViewState {
  readonly state: SessionState;
  /** The newest `PAGE_ENTRIES`, and before them those up to the one to be revealed; `earlier` more are there to be asked for. */
  readonly entries: readonly Entry[];
  readonly earlier: number;
  readonly terminals: readonly TerminalState[];
  /** The newest prompts among those that are not sent, so that they can be brought back. */
  readonly prompts?: readonly EarlierPrompt[];
  /** The entry to be brought into view. It is among the entries. */
  readonly reveal?: string;
}

/** Entries before those that are shown, oldest first, and how many more there are. */
export interface EntryPage {
  readonly entries: readonly Entry[];
  readonly terminals: readonly TerminalState[];
  readonly earlier: number;
}

/** Why no session can be started in this window. */
export const OBSTACLES = ['untrusted', 'noFolder', 'virtual'] as const;

export interface Obstacle {
  readonly kind: (typeof OBSTACLES)[number];
}

/** What surrounds the conversation. */
export interface ChatShell {
  readonly sessions: readonly SessionSummary[];
  readonly agents: readonly AgentChoice[];
  /** The agent a new session would use. */
  readonly agentId?: string;
  readonly obstacle?: Obstacle;
  /** The extension's clock, by which all times are told. */
  readonly nowMs: number;
  readonly preferences: ChatPreferences;
  readonly favorites: Favorites;
}

export interface ChatPreferences {
  /** Whether Enter sends, or Ctrl+Enter. */
  readonly enterSends: boolean;
}

/** What the user has written and not sent, and when. */
export interface StoredDraft {
  readonly draft: Draft;
  readonly atMs: number;
}

/** Everything the chat view shows. It can be filled with this at any time. */
export interface ChatViewState {
  readonly shell: ChatShell;
  readonly session?: SessionViewState;
  /** What was written for this session, or for one that is not there yet, and is on disk. */
  readonly draft?: StoredDraft;
}

/** Entries sent with a reset; older ones come when the user asks for them. */
export const PAGE_ENTRIES = 200;
