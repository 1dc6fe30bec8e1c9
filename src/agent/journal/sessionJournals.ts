import { Sequencer } from '../../core/async/sequencer.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import {
  JOURNAL_VERSION,
  type PersistedSessionState,
  type SessionUserState,
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
interface JournaledSession {
  readonly session: Session;
  readonly file: SessionJournal;
  readonly start: SessionRecord;
  marks: SessionUserState;
  writtenState: string;
}

/** Persists every session of the window while it changes. */
export class SessionJournals implements Disposable {
  readonly folder: JournalFolder;
  readonly #openSessionsFile: OpenSessionsFile;
  readonly #onError: (error: unknown) => void;
  readonly #lifetime = new DisposableStore();
  readonly #journaled = new Map<string, JournaledSession>();
  /** Journals of sessions that are about to be opened again. */
  readonly #loaded = new Map<
    string,
    { readonly record: SessionRecord; readonly sizeBytes: number }
  >();
  #sessions: Sessions | undefined;
  /** Writes besides the journals of open sessions. */
  readonly #writes = new Sequencer();
  #saved = '';
  /** Whether the list of open sessions was read: before that it must not be overwritten. */
  #hasRead = false;

  constructor(folder: JournalFolder, onError: (error: unknown) => void) {
    this.folder = folder;
    this.#openSessionsFile = new OpenSessionsFile(folder);
    this.#onError = onError;
  }

  /** Starts to persist the changes of these sessions. */
  attach(sessions: Sessions): void {
    this.#sessions = sessions;
    this.#lifetime.add(sessions.onDidChange(change => this.#handleChange(change)));
    this.#lifetime.add(sessions.onDidChangeSessions(() => this.#handleClosed()));
  }

  /** Starts to persist a session, even without a prompt, because it has a draft. */
  start(id: string): void {
    const session = this.#sessions?.find(id);
    if (session && !this.#journaled.has(id)) {
      this.#start(session, true);
    }
  }

  /** Loads the journal of a session that is about to be opened again. */
  async load(id: string): Promise<SessionRecord | undefined> {
    await this.#writes.whenIdle(); // The session may have been closed just now.
    const record = await this.folder.repair(id);
    const found = await this.folder.stat(id);
    if (record && found) {
      this.#loaded.set(id, { record, sizeBytes: found.sizeBytes });
    }
    return record;
  }

  /** Loads the sessions that were open when the window was closed. */
  async loadOpenSessions(): Promise<OpenSessions> {
    const { open, front, awake, leftMs } = await this.#openSessionsFile.read();
    const found = await Promise.all(open.map(id => this.load(id)));
    const records = found.filter(record => record !== undefined);
    this.#hasRead = true;
    if (this.#sessions && records.length === 0) {
      this.#saveOpenSessions(); // Otherwise they are stored together with the sessions that are opened again now.
    }
    return {
      records,
      running: Date.now() - (leftMs ?? Date.now()) < RELOAD_MS ? awake : [],
      ...(front === undefined ? {} : { front }),
    };
  }

  /** Makes a session the active one when its window is opened next. */
  async setActiveSession(id: string): Promise<void> {
    const { open } = await this.#openSessionsFile.read();
    const others = open.filter(other => other !== id);
    await this.#openSessionsFile.write({ open: [...others, id], front: id, awake: [] });
  }

  /** Renames or pins a session. */
  async setMarks(id: string, marks: Partial<SessionUserState>): Promise<void> {
    const journaled = this.#journaled.get(id);
    if (journaled) {
      journaled.marks = { ...journaled.marks, ...marks };
      journaled.file.append({ kind: 'marks', marks });
      if (marks.name !== undefined) {
        journaled.session.rename(marks.name);
      }
      return journaled.file.flush();
    }
    const record = await this.load(id);
    const loaded = this.#loaded.get(id);
    if (record && loaded) {
      this.#loaded.delete(id);
      const file = this.#file(id, loaded.sizeBytes, () => record);
      file.append({ kind: 'marks', marks });
      await file.flush();
    }
  }

  /** The current record of a session that is open in this window. */
  getLiveRecord(id: string): SessionRecord | undefined {
    const journaled = this.#journaled.get(id);
    return journaled && recordOf(journaled);
  }

  /** Whether a session is open in this window, even if nothing has happened in it since it was restored. */
  isOpen(id: string): boolean {
    return this.#sessions?.find(id) !== undefined;
  }

  async delete(id: string): Promise<void> {
    await this.#journaled.get(id)?.file.discard();
    this.#journaled.delete(id);
    await this.#writes.whenIdle();
    await this.folder.delete(id);
  }

  /** Resolves when everything so far would survive the end of this process. */
  async whenWritten(): Promise<void> {
    await Promise.all([...this.#journaled.values()].map(({ file }) => file.write()));
  }

  /** Resolves when everything so far is on disk. */
  async flush(): Promise<void> {
    await Promise.all([...this.#journaled.values()].map(({ file }) => file.flush()));
    await this.#writes.whenIdle();
  }

  /** Writes everything, and nothing after that: what follows is only the window being closed. */
  async close(): Promise<void> {
    this.#lifetime.dispose();
    await this.flush();
    if (this.#hasRead && (await this.folder.isOwner())) {
      await this.#openSessionsFile
        .write({ ...this.#getOpenSessions(), leftMs: Date.now() })
        .catch(this.#onError);
    }
    await this.folder.release();
  }

  dispose(): void {
    this.#lifetime.dispose();
    for (const { file } of this.#journaled.values()) {
      void file.discard();
    }
  }

  #handleChange({ session, change }: SessionChangeEvent): void {
    const journaled = this.#journaled.get(session.id) ?? this.#start(session);
    if (!journaled) {
      return;
    }
    const state = change.state ? JSON.stringify(toPersistedState(session)) : journaled.writtenState;
    if (state !== journaled.writtenState) {
      journaled.writtenState = state;
      journaled.file.append({ kind: 'kept', kept: toPersistedState(session) });
    }
    const { name = '' } = session.conversation.state;
    if (name !== journaled.marks.name) {
      journaled.marks = { ...journaled.marks, name };
      journaled.file.append({ kind: 'marks', marks: { name } });
    }
    if (change.patches.length > 0) {
      journaled.file.append({ kind: 'patches', patches: change.patches });
    }
    if (change.state) {
      this.#saveOpenSessions();
    }
    if (change.state || change.patches.some(isTurnEndPatch)) {
      void journaled.file.write(); // Turn ends and state changes are written immediately.
    }
  }

  /** Persists a session from its first prompt on, including what came before. */
  #start(session: Session, isForced = !hasNoUserPrompt(session)): JournaledSession | undefined {
    const loaded = this.#loaded.get(session.id);
    if (!loaded && !isForced) {
      return undefined;
    }
    const start = loaded?.record ?? createSessionRecord(headerOf(session));
    const journaled: JournaledSession = {
      session,
      start,
      marks: start.marks,
      writtenState: loaded ? JSON.stringify(loaded.record.state) : '',
      file: this.#file(session.id, loaded?.sizeBytes ?? 0, () => recordOf(journaled)),
    };
    this.#journaled.set(session.id, journaled);
    this.#loaded.delete(session.id);
    if (!loaded) {
      void journaled.file.compact();
    }
    this.#saveOpenSessions();
    return journaled;
  }

  #file(id: string, sizeBytes: number, record: () => SessionRecord): SessionJournal {
    const { folder } = this;
    return new SessionJournal({ folder, id, sizeBytes, record, onError: this.#onError });
  }

  /** Compacts the journals of closed sessions. */
  #handleClosed(): void {
    const open = this.#sessions?.all ?? [];
    for (const journaled of this.#journaled.values()) {
      if (!open.includes(journaled.session)) {
        this.#journaled.delete(journaled.session.id);
        const last = hasNoUserPrompt(journaled.session)
          ? this.#discard(journaled).catch(this.#onError)
          : journaled.file.compact();
        void this.#writes.queue(() => last);
      }
    }
    this.#saveOpenSessions();
  }

  /** Deletes the journal of a session without a prompt. */
  async #discard({ file, session: { id } }: JournaledSession): Promise<void> {
    await file.discard();
    await this.folder.delete(id);
    await this.folder.deletePermanently(id);
  }

  #saveOpenSessions(): void {
    const state = this.#getOpenSessions();
    const serialized = JSON.stringify(state);
    if (this.#hasRead && serialized !== this.#saved) {
      this.#saved = serialized;
      void this.#writes.queue(() => this.#openSessionsFile.write(state).catch(this.#onError));
    }
  }

  #getOpenSessions(): OpenSessionsState {
    // A restored session has no journal of its own before something happens in it.
    const isKept = ({ id }: Session): boolean => this.#journaled.has(id) || this.#loaded.has(id);
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

const recordOf = ({ session, start, marks }: JournaledSession): SessionRecord => ({
  header: start.header,
  transcript: session.conversation.transcript,
  state: toPersistedState(session),
  marks,
});

function toPersistedState({ conversation: { state }, wireId }: Session): PersistedSessionState {
  return {
    title: state.title,
    ...(wireId === undefined ? {} : { wireId }),
    queue: state.queue,
    ...(state.usage ? { usage: state.usage } : {}),
  };
}
