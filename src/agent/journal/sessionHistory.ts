import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mapWithLimit } from '../../core/async/mapWithLimit.ts';
import { entryText } from '../../core/history/entryText.ts';
import {
  toHistoryItem,
  sortHistory,
  parseHistoryItem,
  type HistoryItem,
} from '../../core/history/historyItem.ts';
import { foldCase, queryTerms, createSnippet } from '../../core/history/snippet.ts';
import { asList, asNumber, asRecord } from '../../core/json.ts';
import { toImportedRecord } from '../../core/export/recordFromTrace.ts';
import { compactJournal, type SessionRecord } from '../../core/journal/sessionRecord.ts';
import type { Transcript } from '../../core/session/transcript/transcript.ts';
import type { JournalStat } from './journalFolder.ts';
import type { SessionJournals } from './sessionJournals.ts';
import { SearchIndex, type SearchHit } from './searchIndex.ts';

/** The maximum number of sessions that a search returns. */
const MATCH_LIMIT = 40;
/** How many journals are read at the same time. */
const READ_LIMIT = 4;

/** A session that matches a search. */
export interface HistoryMatch {
  readonly item: HistoryItem;
  /** Absent if the session matches by its name, agent or state. */
  readonly entryId?: string;
  /** A line of the matching text. */
  readonly snippet?: string;
}

/** The history item of a journal, and the state of the file it was read from. */
interface CachedItem {
  readonly item: HistoryItem;
  readonly sizeBytes: number;
  readonly changedMs: number;
}

/** All sessions of a workspace, open or closed: lists, searches, renames, pins and deletes them. */
export class SessionHistory {
  readonly #journals: SessionJournals;
  readonly #index = new SearchIndex();
  /** What is indexed of each session: the modification time of its file, or the transcript of an open session. */
  readonly #indexed = new Map<string, number | Transcript>();
  #cache: Map<string, CachedItem> | undefined;

  constructor(journals: SessionJournals) {
    this.#journals = journals;
  }

  /** The sessions: pinned ones first, then the newest. */
  async list(): Promise<readonly HistoryItem[]> {
    const before = (this.#cache ??= await this.#readIndex());
    const stats = await this.#journals.folder.list();
    const known = new Map<string, CachedItem>();
    const read = async (stat: JournalStat): Promise<void> => {
      const now = isSame(before.get(stat.id), stat) ?? (await this.#readItem(stat));
      if (now) {
        known.set(stat.id, now);
      }
    };
    await mapWithLimit(stats, read, READ_LIMIT);
    this.#cache = known;
    if (stats.some(({ id }) => before.get(id) !== known.get(id)) || before.size !== known.size) {
      await this.#writeIndex();
    }
    return sortHistory([...known.values()].map(({ item }) => this.#current(item)));
  }

  /** The record of an open session, or the one in the journal. */
  async read(id: string): Promise<SessionRecord | undefined> {
    return this.#journals.getLiveRecord(id) ?? this.#journals.folder.read(id);
  }

  /** Sessions that match by name, agent or state, then those that contain all words, in the order of the list. */
  async search(query: string, signal?: AbortSignal): Promise<readonly HistoryMatch[]> {
    const terms = queryTerms(query);
    const items = await this.list();
    if (terms.length === 0) {
      return [];
    }
    await this.#updateIndex(items, signal);
    const ids = items.map(({ id }) => id);
    const hits = await this.#index.find(terms, ids, { limit: MATCH_LIMIT, signal });
    const byId = new Map(items.map(item => [item.id, item]));
    const found = await Promise.all(hits.map(hit => this.#toMatch(hit, byId.get(hit.id), terms)));
    const inText = found.filter(one => one !== undefined);
    const byName = items.filter(item => matches(item, terms)).slice(0, MATCH_LIMIT);
    return signal?.aborted ? [] : mergeMatches(byName, inText);
  }

  /** Adds a session of another workspace or machine to this workspace. Returns its id. */
  async importRecord(
    record: SessionRecord,
    here: {
      readonly agentId: string;
      readonly agentName: string;
      readonly roots: readonly string[];
    },
  ): Promise<string> {
    const id = randomUUID();
    const { folder } = this.#journals;
    const taken = toImportedRecord(record, { id, ...here }, Date.now());
    await folder.replace(folder.getPath(id), compactJournal(taken));
    return id;
  }

  rename(id: string, name: string): Promise<void> {
    return this.#journals.setMarks(id, { name });
  }

  pin(id: string, pinned: boolean): Promise<void> {
    return this.#journals.setMarks(id, { pinned });
  }

  /** Hides a session in the list of sessions, or shows it there again. */
  archive(id: string, archived: boolean): Promise<void> {
    return this.#journals.setMarks(id, { archived });
  }

  /** Deletes a session. It can be restored for a while. */
  async delete(id: string): Promise<void> {
    await this.#journals.delete(id);
    this.#index.delete(id);
    this.#indexed.delete(id);
  }

  /** The number of sessions, and their size on disk. */
  async size(): Promise<{ readonly count: number; readonly bytes: number }> {
    const { folder } = this.#journals;
    return { count: (await folder.list()).length, bytes: await folder.sizeBytes() };
  }

  /** Permanently deletes the matching sessions that are not pinned. Returns how many. */
  async deletePermanently(predicate: (item: HistoryItem) => boolean): Promise<number> {
    const gone = (await this.list()).filter(item => !item.pinned && predicate(item));
    for (const { id } of gone) {
      await this.delete(id);
      await this.#journals.folder.deletePermanently(id);
    }
    return gone.length;
  }

  /** Deletes permanently what was deleted before. */
  purgeDeleted(): Promise<void> {
    return this.#journals.folder.purge(0);
  }

  /** Deletes the oldest sessions that are neither pinned nor open until the journals are within a size limit. */
  async enforceSizeLimit(limitBytes: number): Promise<void> {
    const stats = new Map(
      (await this.#journals.folder.list()).map(stat => [stat.id, stat.sizeBytes]),
    );
    let bytes = [...stats.values()].reduce((sum, size) => sum + size, 0);
    const oldestFirst = (await this.list()).toSorted((a, b) => a.updatedMs - b.updatedMs);
    const gone = new Set<string>();
    for (const { id, pinned } of oldestFirst) {
      if (bytes > limitBytes && !pinned && !this.#journals.isOpen(id)) {
        bytes -= stats.get(id) ?? 0;
        gone.add(id);
      }
    }
    await this.deletePermanently(({ id }) => gone.has(id));
  }

  restore(id: string): Promise<void> {
    return this.#journals.folder.restore(id);
  }

  /** Indexes the sessions that are not up to date in the index. */
  async #updateIndex(
    items: readonly HistoryItem[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const stale = items.filter(({ id }) => this.#indexed.get(id) !== this.#stateOf(id));
    const index = async ({ id }: HistoryItem): Promise<void> => {
      const state = this.#stateOf(id);
      const record = signal?.aborted ? undefined : await this.read(id);
      if (record && state !== undefined) {
        this.#index.set(id, toIndexedTexts(record.transcript));
        this.#indexed.set(id, state);
      }
    };
    await mapWithLimit(stale, index, READ_LIMIT);
  }

  #stateOf(id: string): number | Transcript | undefined {
    return this.#journals.getLiveRecord(id)?.transcript ?? this.#cache?.get(id)?.changedMs;
  }

  async #toMatch(
    { id, entryId }: SearchHit,
    item: HistoryItem | undefined,
    terms: readonly string[],
  ): Promise<HistoryMatch | undefined> {
    const transcript = (await this.read(id))?.transcript;
    const entry = transcript?.entries.find(candidate => candidate.id === entryId);
    return item && transcript && entry
      ? { item, entryId, snippet: createSnippet(entryText(entry, transcript.terminals), terms) }
      : undefined;
  }

  /** An open session is ahead of its journal. */
  #current(item: HistoryItem): HistoryItem {
    const record = this.#journals.getLiveRecord(item.id);
    return record ? toHistoryItem(record) : item;
  }

  async #readItem({ id, sizeBytes, changedMs }: JournalStat): Promise<CachedItem | undefined> {
    const record = await this.#journals.folder.read(id);
    const isEmpty = record?.transcript.entries.length === 0 && record.state.queue.length === 0;
    return isEmpty ? undefined : record && { item: toHistoryItem(record), sizeBytes, changedMs };
  }

  /** The index is only a cache: without it the journals are read again. */
  async #readIndex(): Promise<Map<string, CachedItem>> {
    try {
      const raw: unknown = JSON.parse(await readFile(this.#indexFile, 'utf8'));
      const known = asList(asRecord(raw)?.['sessions'], parseCachedItem) ?? [];
      return new Map(known.map(one => [one.item.id, one]));
    } catch {
      return new Map();
    }
  }

  async #writeIndex(): Promise<void> {
    const sessions = [...(this.#cache?.values() ?? [])];
    await this.#journals.folder.replace(this.#indexFile, JSON.stringify({ sessions }));
  }

  get #indexFile(): string {
    return join(this.#journals.folder.path, 'index.json');
  }
}

function matches({ name, agentName, outcome }: HistoryItem, terms: readonly string[]): boolean {
  const text = foldCase(`${name}\n${agentName}\n${outcome}`);
  return terms.every(term => text.includes(term));
}

/** Lists each session once, with the entry that matches if there is one. */
function mergeMatches(
  byName: readonly HistoryItem[],
  inText: readonly HistoryMatch[],
): readonly HistoryMatch[] {
  const named = new Set(byName);
  const hits = new Map(inText.map(found => [found.item, found]));
  return [
    ...byName.map(item => hits.get(item) ?? { item }),
    ...inText.filter(({ item }) => !named.has(item)),
  ];
}

const toIndexedTexts = ({ entries, terminals }: Transcript) =>
  entries.map(entry => ({ entryId: entry.id, text: entryText(entry, terminals) }));

const isSame = (known: CachedItem | undefined, stat: JournalStat): CachedItem | undefined =>
  known?.sizeBytes === stat.sizeBytes && known.changedMs === stat.changedMs ? known : undefined;

function parseCachedItem(raw: unknown): CachedItem | undefined {
  const item = parseHistoryItem(asRecord(raw)?.['item']);
  const sizeBytes = asNumber(asRecord(raw)?.['sizeBytes']);
  const changedMs = asNumber(asRecord(raw)?.['changedMs']);
  return item && sizeBytes !== undefined && changedMs !== undefined
    ? { item, sizeBytes, changedMs }
    : undefined;
}
