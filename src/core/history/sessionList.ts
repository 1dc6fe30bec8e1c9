import type { SessionSummary } from '../chat/chatViewState.ts';
import { isOpenRequest } from '../session/transcript/openRequest.ts';
import type { Transcript } from '../session/transcript/transcript.ts';
import type { HistoryItem } from './historyItem.ts';

/** A session in the list of sessions. */
export interface SessionListItem {
  readonly id: string;
  readonly title: string;
  readonly agentName: string;
  readonly state: SessionSummary['state'] | 'unfinished' | 'stopped';
  /** What an agent asks for while it waits for the user. */
  readonly request?: string;
  /** The number of files with changes that wait for review. */
  readonly pendingCount: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  /** The folder of a session of another workspace. */
  readonly root?: string;
}

/** The groups in the order in which they are shown. */
export const SESSION_GROUPS = ['active', 'pinned', 'recent', 'archived', 'elsewhere'] as const;
export type SessionGroup = (typeof SESSION_GROUPS)[number];

/** An open session. */
export interface OpenSession {
  readonly summary: SessionSummary;
  readonly request?: string;
}

export interface SessionListSources {
  readonly open: readonly OpenSession[];
  /** The sessions of this workspace, newest first. */
  readonly history: readonly HistoryItem[];
  readonly elsewhere: readonly HistoryItem[];
  /** The number of files with pending changes, by the id of the session. */
  readonly pending: ReadonlyMap<string, number>;
}

/** All sessions by their group. Those that run or wait for the user come first. */
export function createSessionList(
  sources: SessionListSources,
): ReadonlyMap<SessionGroup, readonly SessionListItem[]> {
  const { open, history, elsewhere, pending } = sources;
  const known = new Map(history.map(item => [item.id, item]));
  const opened = open.map(session => fromOpen(session, known.get(session.summary.id), pending));
  const ids = new Set(opened.map(({ id }) => id));
  const closed = history
    .filter(({ id }) => !ids.has(id))
    .map(item => fromHistory(item, pending.get(item.id) ?? 0));
  const here = [...opened, ...closed].toSorted((a, b) => rank(a) - rank(b));
  return new Map(
    SESSION_GROUPS.map(group => [
      group,
      group === 'elsewhere'
        ? elsewhere.map(item => ({ ...fromHistory(item, 0), root: item.root ?? '' }))
        : here.filter(item => getGroup(item) === group),
    ]),
  );
}

/** What the agent asks for in the last open request. */
export function getOpenRequest({ entries, turn }: Transcript): string | undefined {
  const entry = entries.findLast(one => one.turn === turn && isOpenRequest(one));
  if (entry?.kind === 'permission') {
    return entry.title;
  }
  return entry?.kind === 'question' ? entry.message : undefined;
}

function fromOpen(
  { summary, request }: OpenSession,
  item: HistoryItem | undefined,
  pending: ReadonlyMap<string, number>,
): SessionListItem {
  const { id, title, agentName, state } = summary;
  return {
    id,
    title,
    agentName,
    state,
    ...(request === undefined ? {} : { request }),
    pendingCount: pending.get(id) ?? 0,
    pinned: item?.pinned ?? false,
    archived: item?.archived ?? false,
  };
}

const fromHistory = (item: HistoryItem, pendingCount: number): SessionListItem => ({
  id: item.id,
  title: item.name,
  agentName: item.agentName,
  state: item.outcome,
  pendingCount,
  pinned: item.pinned,
  archived: item.archived ?? false,
});

function getGroup({ state, pinned, archived }: SessionListItem): SessionGroup {
  if (state === 'waiting' || state === 'working' || state === 'starting') {
    return 'active';
  }
  if (archived) {
    return 'archived';
  }
  return pinned ? 'pinned' : 'recent';
}

/** Sessions that wait for the user come before those that run. */
const rank = ({ state }: SessionListItem): number => (state === 'waiting' ? 0 : 1);
