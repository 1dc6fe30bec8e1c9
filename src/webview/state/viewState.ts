import type { ChatShell, ChatViewState, EntryPage } from '../../core/chat/chatViewState.ts';
import { type EarlierPrompt, earlierPrompts } from '../../core/chat/earlierPrompts.ts';
import { getTerminalIds } from '../../core/chat/entryPage.ts';
import type { PendingReview } from '../../core/chat/pendingReview.ts';
import type { SessionChangedParams } from '../../core/chat/messages.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import type { SessionState } from '../../core/session/state/sessionState.ts';
import { LiveTranscript } from '../../core/session/transcript/liveTranscript.ts';
import {
  applyPatches,
  type TranscriptPatch,
  type TerminalState,
  type Transcript,
} from '../../core/session/transcript/transcript.ts';
import { getOpenRequestIds } from './openRequests.ts';

/** Beyond this number the oldest entries are removed, as long as the user is at the end. */
const MAX_ENTRIES = 250;
/** The number of entries on a new page. */
const KEPT_ENTRIES = 200;
/** More entries than fit on the screen, with those that follow in the same frame. */
const NEWEST_ENTRIES = 20;

/** Up to this many patches are applied one by one. */
const FEW_PATCHES = 30;

/** The session on the page. */
export interface ShownSession {
  readonly state: SessionState;
  readonly transcript: Transcript;
  /** The number of entries before the first one on the page. */
  readonly earlier: number;
  /** Prompts that are not on the page, oldest first. */
  readonly prompts: readonly EarlierPrompt[];
  /** The id of the entry to scroll to. */
  readonly reveal?: string;
}

/** Whether there is something to stop: a turn, or the start of the agent. */
export const isWorking = (session: ShownSession | undefined): boolean =>
  session !== undefined && ['starting', 'working', 'stopping'].includes(session.state.status.kind);

/** What the page shows: the extension's `ChatViewState` in a form that patches can be applied to. */
export interface ViewState {
  readonly shell: ChatShell;
  readonly session?: ShownSession;
  /** The pending changes; absent until they are known. */
  readonly review?: PendingReview;
}

/** All prompts of a session, oldest first, whether they are on the page or not. */
export const getSentPrompts = (session: ShownSession | undefined): readonly Draft[] =>
  session
    ? earlierPrompts(session.transcript.entries, session.prompts).map(({ draft }) => draft)
    : [];

export function toViewState({ shell, session }: ChatViewState): ViewState {
  if (!session) {
    return { shell };
  }
  const transcript: Transcript = {
    entries: session.entries,
    terminals: byId(session.terminals),
    turn: session.entries.at(-1)?.turn ?? 0,
    serial: session.earlier + session.entries.length,
  };
  const { state, earlier, prompts = [], reveal } = session;
  return { shell, session: { state, transcript, earlier, prompts, ...(reveal ? { reveal } : {}) } };
}

/** Applies a change of the session on the page; a late change of another session is ignored. */
export function applyChange(view: ViewState, change: SessionChangedParams): ViewState {
  const { session } = view;
  if (session?.state.id !== change.sessionId) {
    return view;
  }
  return {
    ...view,
    session: {
      ...session,
      state: change.state ?? session.state,
      transcript: applyPatchesTo(session.transcript, change.patches),
    },
  };
}

/**
 * Many patches are applied to one copy. A few are applied one by one, which preserves the identity of unchanged
 * entries.
 */
function applyPatchesTo(transcript: Transcript, patches: readonly TranscriptPatch[]): Transcript {
  if (patches.length <= FEW_PATCHES) {
    return applyPatches(transcript, patches);
  }
  const live = new LiveTranscript(transcript);
  patches.forEach(patch => live.apply(patch));
  return live.snapshot();
}

export function prependEarlier(view: ViewState, page: EntryPage): ViewState {
  const { session } = view;
  if (!session) {
    return view;
  }
  const { transcript } = session;
  return {
    ...view,
    session: {
      ...session,
      earlier: page.earlier,
      transcript: {
        ...transcript,
        entries: [...page.entries, ...transcript.entries],
        terminals: new Map([...byId(page.terminals), ...transcript.terminals]),
      },
    },
  };
}

/** Limits the number of entries on the page. */
export const trimOldEntries = (view: ViewState): ViewState =>
  (view.session?.transcript.entries.length ?? 0) > MAX_ENTRIES
    ? keepLastEntries(view, KEPT_ENTRIES)
    : view;

/** Keeps only a few entries, while many more are arriving. */
export const keepNewestEntries = (view: ViewState): ViewState =>
  keepLastEntries(view, NEWEST_ENTRIES);

/** Open requests and all entries after them are kept as well. */
function keepLastEntries(view: ViewState, count: number): ViewState {
  const { session } = view;
  const all = session?.transcript.entries ?? [];
  const [waiting] = getOpenRequestIds(all);
  const from = Math.min(
    all.length - count,
    waiting === undefined ? all.length : all.findIndex(({ id }) => id === waiting),
  );
  if (!session || from <= 0) {
    return view;
  }
  const { transcript } = session;
  const [dropped, entries] = [all.slice(0, from), all.slice(from)];
  const kept = getTerminalIds(entries);
  const gone = [...getTerminalIds(dropped)].filter(id => !kept.has(id));
  const terminals = new Map(transcript.terminals);
  for (const id of gone) {
    terminals.delete(id);
  }
  return {
    ...view,
    session: {
      ...session,
      earlier: session.earlier + dropped.length,
      prompts: earlierPrompts(dropped, session.prompts),
      transcript: { ...transcript, entries, terminals },
    },
  };
}

const byId = (terminals: readonly TerminalState[]): ReadonlyMap<string, TerminalState> =>
  new Map(terminals.map(terminal => [terminal.id, terminal]));
