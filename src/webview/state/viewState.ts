import type { ChatShell, ChatViewState, EntryPage } from '../../core/chat/chatViewState.ts';
import { type EarlierPrompt, earlierPrompts } from '../../core/chat/earlierPrompts.ts';
import { findPrompt, collectTerminalIds } from '../../core/chat/entryPage.ts';
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
import { getVisibleEntries } from './turn.ts';

/** Beyond this number of visible entries the oldest are removed, as long as the user is at the end. */
const MAX_ENTRIES = 250;
/** Beyond this number of entries, collapsed ones included, the oldest half is removed. */
const MAX_LOADED_ENTRIES = 1000;
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
  /** The number of entries left out after a prompt, by the id of the prompt. */
  readonly gaps: ReadonlyMap<string, number>;
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
  const { state, entries, earlier, gap = 0, prompts = [], reveal } = session;
  const transcript: Transcript = {
    entries,
    terminals: byId(session.terminals),
    turn: entries.at(-1)?.turn ?? 0,
    serial: earlier + gap + entries.length,
  };
  const gaps = gapAfterFirst(session);
  return {
    shell,
    session: { state, transcript, earlier, gaps, prompts, ...(reveal ? { reveal } : {}) },
  };
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

/** Adds the page before an entry, either before all others or into the gap after a prompt. */
export function insertEarlier(view: ViewState, beforeId: string, page: EntryPage): ViewState {
  const { session } = view;
  const all = session?.transcript.entries ?? [];
  const at = all.findIndex(({ id }) => id === beforeId);
  const prompt = all[at - 1];
  if (!session || at < 0 || (prompt && !session.gaps.has(prompt.id))) {
    return view;
  }
  const gaps = new Map([...session.gaps].filter(([id]) => id !== prompt?.id));
  const isKnown = new Set(page.entries.map(({ id }) => id));
  const { transcript } = session;
  return {
    ...view,
    session: {
      ...session,
      earlier: prompt ? session.earlier : page.earlier,
      gaps: new Map([...gaps, ...gapAfterFirst(page)]),
      transcript: {
        ...transcript,
        entries: [
          ...all.slice(0, at).filter(({ id }) => !isKnown.has(id)),
          ...page.entries,
          ...all.slice(at),
        ],
        terminals: new Map([...byId(page.terminals), ...transcript.terminals]),
      },
    },
  };
}

const gapAfterFirst = ({
  entries: [first],
  gap = 0,
}: Pick<EntryPage, 'entries' | 'gap'>): ReadonlyMap<string, number> =>
  new Map(first && gap > 0 ? [[first.id, gap]] : []);

/** Limits the number of entries on the page, collapsed ones aside. */
export function trimOldEntries(view: ViewState): ViewState {
  const entries = view.session?.transcript.entries ?? [];
  if (entries.length <= MAX_ENTRIES) {
    return view;
  }
  const visible = getVisibleEntries(entries);
  if (visible.length <= MAX_ENTRIES && entries.length <= MAX_LOADED_ENTRIES) {
    return view;
  }
  const oldest = visible.at(-KEPT_ENTRIES);
  const kept = oldest ? entries.length - entries.indexOf(oldest) : entries.length;
  return keepLastEntries(view, Math.min(kept, MAX_LOADED_ENTRIES / 2));
}

/** Keeps only a few entries, while many more are arriving. */
export const keepNewestEntries = (view: ViewState): ViewState =>
  keepLastEntries(view, NEWEST_ENTRIES);

/** Open requests and all entries after them are kept as well, and the prompt of the first turn. */
function keepLastEntries(view: ViewState, count: number): ViewState {
  const { session } = view;
  const all = session?.transcript.entries ?? [];
  const [waiting] = getOpenRequestIds(all);
  const from = Math.min(
    all.length - count,
    waiting === undefined ? all.length : all.findIndex(({ id }) => id === waiting),
  );
  const prompt = findPrompt(all, from);
  if (!session || from <= 0 || prompt === from - 1) {
    return view;
  }
  const lead = prompt === undefined ? [] : all.slice(prompt, prompt + 1);
  const { transcript } = session;
  const entries = [...lead, ...all.slice(from)];
  const dropped = all.slice(0, from).filter(entry => !lead.includes(entry));
  const kept = collectTerminalIds(entries);
  const terminals = new Map(transcript.terminals);
  for (const id of [...collectTerminalIds(dropped)].filter(gone => !kept.has(gone))) {
    terminals.delete(id);
  }
  return {
    ...view,
    session: {
      ...session,
      ...countLeftOut(session, from, prompt),
      prompts: earlierPrompts(dropped, session.prompts),
      transcript: { ...transcript, entries, terminals },
    },
  };
}

/** The numbers of entries that are not on the page if only the prompt at an index and those from another one are kept. */
function countLeftOut(
  { transcript, earlier, gaps }: ShownSession,
  from: number,
  prompt: number | undefined,
): Pick<ShownSession, 'earlier' | 'gaps'> {
  const all = transcript.entries;
  const before = all.slice(0, prompt ?? from);
  const inGaps = before.reduce((sum, { id }) => sum + (gaps.get(id) ?? 0), 0);
  const left = new Map(all.slice(from).flatMap(({ id }) => getGap(gaps, id)));
  const lead = prompt === undefined ? undefined : all[prompt];
  if (prompt !== undefined && lead) {
    left.set(lead.id, (gaps.get(lead.id) ?? 0) + from - prompt - 1);
  }
  return { earlier: earlier + before.length + inGaps, gaps: left };
}

const getGap = (gaps: ReadonlyMap<string, number>, id: string): readonly [string, number][] => {
  const gap = gaps.get(id);
  return gap === undefined ? [] : [[id, gap]];
};

const byId = (terminals: readonly TerminalState[]): ReadonlyMap<string, TerminalState> =>
  new Map(terminals.map(terminal => [terminal.id, terminal]));
