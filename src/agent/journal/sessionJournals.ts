import { Sequencer } from '../../core/async/sequencer.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import {
  JOURNAL_VERSION,
  type PersistedSessionState,
  type SessionMarks,
} from '../../core/journal/journalLine.ts';
import { createSessionRecord, type SessionRecord } from '../../core/journal/sessionRecord.ts';
import { isTurnEndPatch } from '../../core/session/transcript/turnEnd.ts';
import type { Session } from '../session/session.ts';
import type { SessionChangeEvent, Sessions } from '../session/sessions.ts';
import { hasNoUserPrompt } from './hasNoUserPrompt.ts';
import { SessionJournal } from './sessionJournal.ts';
import type { JournalFolder } from './journalFolder.ts';
import { OpenSessionsFile, type OpenSessionsState } from './openSessionsFile.ts';

/** The sessions that were open, in their order, and the active one. */
export interface OpenSessions {
  readonly records: readonly SessionRecord[];
  readonly front?: string;
  /** The sessions that were connected when the window was reloaded or crashed. They reconnect automatically. */
  readonly running: readonly string[];
}

/** A window that is opened again within this time was reloaded. */
const RELOAD_MS = 60_000;

/** A session with its journal, and what was written last. */
interface Followed {
  readonly session: Session;
  readonly file: SessionJournal;
  readonly start: SessionRecord;
  marks: SessionMarks;
  kept: string;
}

/** Persists every session of the window while it changes. */
export class SessionJournals implements Disposable {
  readonly folder: JournalFolder;
  readonly #note: OpenSessionsFile;
  readonly #failed: (error: unknown) => void;
  readonly #lifetime = new DisposableStore();
  readonly #followed = new Map<string, Followed>();
  /** Journals of sessions that are about to be opened again. */
  readonly #known = new Map<
    string,
    { readonly record: SessionRecord; readonly sizeBytes: number }
  >();
  #sessions: Sessions | undefined;
  /** Writes besides the journals of open sessions. */
  readonly #writes = new Sequencer();
  #listed = '';
  /** Whether the list of open sessions was read: before that it must not be overwritten. */
  #hasRead = false;

  constructor(folder: JournalFolder, failed: (error: unknown) => void) {
    this.folder = folder;
    this.#note = new OpenSessionsFile(folder);
    this.#failed = failed;
  }

  /** Starts to persist the changes of these sessions. */
  attach(sessions: Sessions): void {
    this.#sessions = sessions;
    this.#lifetime.add(sessions.onDidChange(change => this.#changed(change)));
    this.#lifetime.add(sessions.onDidChangeSessions(() => this.#closed()));
  }

  /** Starts to persist a session, even without a prompt, because it has a draft. */
  start(id: string): void {
    const session = this.#sessions?.find(id);
    if (session && !this.#followed.has(id)) {
      this.#begin(session, true);
    }
  }

  /** Loads the journal of a session that is about to be opened again. */
  async load(id: string): Promise<SessionRecord | undefined> {
    await this.#writes.whenIdle(); // The session may have been closed just now.
    const record = await this.folder.repair(id);
    const found = await this.folder.stat(id);
    if (record && found) {
      this.#known.set(id, { record, sizeBytes: found.sizeBytes });
    }
    return record;
  }

  /** Loads the sessions that were open when the window was closed. */
  async loadOpenSessions(): Promise<OpenSessions> {
    const { open, front, awake, leftMs } = await this.#note.read();
    const found = await Promise.all(open.map(id => this.load(id)));
    const records = found.filter(record => record !== undefined);
    this.#hasRead = true;
    if (this.#sessions && records.length === 0) {
      this.#noteOpen(); // Otherwise they are stored together with the sessions that are opened again now.
    }
    return {
      records,
      running: Date.now() - (leftMs ?? Date.now()) < RELOAD_MS ? awake : [],
      ...(front === undefined ? {} : { front }),
    };
  }

  /** Makes a session the active one when its window is opened next. */
  async setActiveSession(id: string): Promise<void> {
    const { open } = await this.#note.read();
    const others = open.filter(other => other !== id);
    await this.#note.write({ open: [...others, id], front: id, awake: [] });
  }

  /** Renames or pins a session. */
  async setMarks(id: string, marks: Partial<SessionMarks>): Promise<void> {
    const followed = this.#followed.get(id);
    if (followed) {
      followed.marks = { ...followed.marks, ...marks };
      followed.file.append({ kind: 'marks', marks });
      if (marks.name !== undefined) {
        followed.session.rename(marks.name);
      }
      return followed.file.flush();
    }
    const record = await this.load(id);
    const known = this.#known.get(id);
    if (record && known) {
      this.#known.delete(id);
      const file = this.#file(id, known.sizeBytes, () => record);
      file.append({ kind: 'marks', marks });
      await file.flush();
    }
  }

  /** The current record of a session that is open in this window. */
  getLiveRecord(id: string): SessionRecord | undefined {
    const followed = this.#followed.get(id);
    return followed && recordOf(followed);
  }

  /** Whether a session is open in this window, even if nothing has happened in it since it was restored. */
  isOpen(id: string): boolean {
    return this.#sessions?.find(id) !== undefined;
  }

  /** Deletes the journal of a session. */
  async delete(id: string): Promise<void> {
    await this.#followed.get(id)?.file.discard();
    this.#followed.delete(id);
    await this.#writes.whenIdle();
    await this.folder.delete(id);
  }

  /** Resolves when everything so far would survive the end of this process. */
  async whenWritten(): Promise<void> {
    await Promise.all([...this.#followed.values()].map(({ file }) => file.write()));
  }

  /** Resolves when everything so far is on disk. */
  async flush(): Promise<void> {
    await Promise.all([...this.#followed.values()].map(({ file }) => file.flush()));
    await this.#writes.whenIdle();
  }

  /** Writes everything, and nothing after that: what follows is only the window being closed. */
  async close(): Promise<void> {
    this.#lifetime.dispose();
    await this.flush();
    if (this.#hasRead && (await this.folder.isOwner())) {
      await this.#note.write({ ...this.#nowOpen(), leftMs: Date.now() }).catch(this.#failed);
    }
    await this.folder.release();
  }

  dispose(): void {
    this.#lifetime.dispose();
    for (const { file } of this.#followed.values()) {
      void file.discard();
    }
  }

  #changed({ session, change }: SessionChangeEvent): void {
    const followed = this.#followed.get(session.id) ?? this.#begin(session);
    if (!followed) {
      return;
    }
    const kept = change.state ? JSON.stringify(keptOf(session)) : followed.kept;
    if (kept !== followed.kept) {
      followed.kept = kept;
      followed.file.append({ kind: 'kept', kept: keptOf(session) });
    }
    const { name = '' } = session.conversation.state;
    if (name !== followed.marks.name) {
      followed.marks = { ...followed.marks, name };
      followed.file.append({ kind: 'marks', marks: { name } });
    }
    if (change.patches.length > 0) {
      followed.file.append({ kind: 'patches', patches: change.patches });
    }
    if (change.state) {
      this.#noteOpen();
    }
    if (change.state || change.patches.some(isTurnEndPatch)) {
      void followed.file.write(); // Turn ends and state changes are written immediately.
    }
  }

  /** Persists a session from its first prompt on, including what came before. */
  #begin(session: Session, isWanted = !hasNoUserPrompt(session)): Followed | undefined {
    const known = this.#known.get(session.id);
    if (!known && !isWanted) {
      return undefined;
    }
    const start = known?.record ?? createSessionRecord(headerOf(session));
    const followed: Followed = {
      session,
      start,
      marks: start.marks,
      kept: known ? JSON.stringify(known.record.kept) : '',
      file: this.#file(session.id, known?.sizeBytes ?? 0, () => recordOf(followed)),
    };
    this.#followed.set(session.id, followed);
    this.#known.delete(session.id);
    if (!known) {
      void followed.file.compact();
    }
    this.#noteOpen();
    return followed;
  }

  #file(id: string, sizeBytes: number, record: () => SessionRecord): SessionJournal {
    const { folder } = this;
    return new SessionJournal({ folder, id, sizeBytes, record, failed: this.#failed });
  }

  /** Compacts the journals of closed sessions. */
  #closed(): void {
    const open = this.#sessions?.all ?? [];
    for (const followed of this.#followed.values()) {
      if (!open.includes(followed.session)) {
        this.#followed.delete(followed.session.id);
        const last = hasNoUserPrompt(followed.session)
          ? this.#drop(followed).catch(this.#failed)
          : followed.file.compact();
        void this.#writes.queue(() => last);
      }
    }
    this.#noteOpen();
  }

  /** Deletes the journal of a session without a prompt. */
  async #drop({ file, session: { id } }: Followed): Promise<void> {
    await file.discard();
    await this.folder.delete(id);
    await this.folder.deletePermanently(id);
  }

  #noteOpen(): void {
    const noted = this.#nowOpen();
    const listed = JSON.stringify(noted);
    if (this.#hasRead && listed !== this.#listed) {
      this.#listed = listed;
      void this.#writes.queue(() => this.#note.write(noted).catch(this.#failed));
    }
  }

  #nowOpen(): OpenSessionsState {
    // A restored session has no journal of its own before something happens in it.
    const isKept = ({ id }: Session): boolean => this.#followed.has(id) || this.#known.has(id);
    const open = (this.#sessions?.all ?? []).filter(isKept);
    return {
      open: open.map(({ id }) => id),
      front: this.#sessions?.active?.id,
      awake: open.filter(({ isDormant: isAsleep }) => !isAsleep).map(({ id }) => id),
    };
  }
}

const headerOf = ({ id, agent, roots }: Session): SessionRecord['header'] => ({
  kind: 'header',
  version: JOURNAL_VERSION,
  id,
  agentId: agent.id,
  agentName: agent.name,
  roots,
  createdMs: Date.now(),
});

const recordOf = ({ session, start, marks }: Followed): SessionRecord => ({
  header: start.header,
  transcript: session.conversation.transcript,
  kept: keptOf(session),
  marks,
});

function keptOf({ conversation: { state }, wireId }: Session): PersistedSessionState {
  return {
    title: state.title,
    ...(wireId === undefined ? {} : { wireId }),
    queue: state.queue,
    ...(state.usage ? { usage: state.usage } : {}),
  };
}
