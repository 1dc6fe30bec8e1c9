import { join } from 'node:path';
import * as vscode from 'vscode';
import { Differ } from '../../agent/diff/differ.ts';
import type { Documents, Log, Turn, Turns, WriteGate } from '../../agent/ports.ts';
import { originAmong } from '../../agent/review/attribution.ts';
import { Checkpoints } from '../../agent/checkpoint/checkpoints.ts';
import { SnapshotComparison } from '../../agent/checkpoint/snapshotComparison.ts';
import { SnapshotStorage } from '../../agent/checkpoint/snapshotStorage.ts';
import { BlobStore } from '../../agent/review/blobStore.ts';
import { Capture, type CaptureParts } from '../../agent/review/capture.ts';
import { RemarkFile } from '../../agent/review/remarkFile.ts';
import { ReviewFiles } from '../../agent/review/reviewFiles.ts';
import { ReviewJournal } from '../../agent/review/reviewJournal.ts';
import { ReviewKeeper, type KeeperParts } from '../../agent/review/reviewKeeper.ts';
import { WaitingMark } from '../../agent/review/waitingMark.ts';
import { WorkTrees } from '../../agent/review/workTrees.ts';
import type { Session } from '../../agent/session.ts';
import type { SessionChange, Sessions } from '../../agent/sessions.ts';
import type { HandsEvent, WorkspaceHands } from '../../agent/workspaceHands.ts';
import { Cancelled } from '../../core/errors.ts';
import { Lifetime } from '../../core/lifetime.ts';
import { ReviewLog } from '../../core/review/reviewLog.ts';
import { Spans } from '../../core/review/spans.ts';
import { workspaceRoots } from '../chat/shell.ts';
import { editorEncodings } from '../files/editorEncodings.ts';
import type { Report } from '../report.ts';
import { setting } from '../settings.ts';
import { AgentChanges } from './agentChanges.ts';
import { AgentCommands } from './agentCommands.ts';
import { BaseTexts } from './baseTexts.ts';
import { Commits } from './commits.ts';
import { DiskChanges } from './diskChanges.ts';
import { Feedback } from './feedback.ts';
import { HunkLenses } from './hunkLenses.ts';
import { HunkMarks } from './hunkMarks.ts';
import { PendingBadges } from './pendingBadges.ts';
import { PendingStatus } from './pendingStatus.ts';
import { Proposing } from './proposing.ts';
import { userFileEvents } from './userFileEvents.ts';
import { ReviewBuffers } from './reviewBuffers.ts';
import { ReviewCommands } from './reviewCommands.ts';
import { ReviewDesk } from './reviewDesk.ts';
import { reviewStorage, WAITING_FILE } from './reviewStorage.ts';

/** The default of `accord.history.checkpointLimitMb`. */
const LIMIT_MB = 1000;
/** The first minute of a window belongs to the user. */
const COLLECT_AFTER_START_MS = 60_000;

/** Everything that has to do with reviewing what agents change in this window. */
export class Review implements Turns, vscode.Disposable {
  readonly log = new ReviewLog();
  readonly desk: ReviewDesk;
  /** Serves the chat's page. */
  readonly chat: Feedback;
  readonly #lifetime = new Lifetime();
  readonly #keeper: ReviewKeeper;
  readonly #capture: Capture;
  readonly #buffers: ReviewBuffers;
  readonly #files: ReviewFiles;
  readonly #commits: Commits;
  readonly #proposing: Proposing;
  readonly #ready: Promise<void>;
  readonly checkpoints: Checkpoints;
  readonly comparison: SnapshotComparison;
  readonly storage: SnapshotStorage;
  #sessions: Sessions | undefined;
  readonly #commands = new AgentCommands();
  readonly #turns = new Spans();
  #isWanted = false;
  #isWarm = false;
  #keptSessions: () => Promise<ReadonlySet<string>> = () => Promise.reject(new Cancelled());

  constructor(context: vscode.ExtensionContext, report: Report, notes: Log) {
    const storage = reviewStorage(context);
    const place = (name: string): string => vscode.Uri.joinPath(storage, name).fsPath;
    const comparer = this.#lifetime.own(
      new Differ(context.asAbsolutePath('dist/diffWorker.cjs'), notes),
    );
    this.#buffers = this.#lifetime.own(new ReviewBuffers(this.log, comparer));
    const blobs = new BlobStore(place('blobs'));
    this.#files = new ReviewFiles(editorEncodings, blobs);
    const shown = report.showing(notes);
    const trees = new WorkTrees(place('snapshots'), shown);
    const { log } = this;
    const kept = { log, files: this.#files, buffers: this.#buffers, trees, notes: shown };
    const originOf: CaptureParts['originOf'] = (path, running) => this.#originOf(path, running);
    this.#capture = this.#lifetime.own(new Capture({ ...kept, comparer, originOf }));
    const parts = { ...kept, capture: this.#capture, report };
    this.#keeper = this.#lifetime.own(new ReviewKeeper(this.#kept(storage.fsPath, shown)));
    this.checkpoints = new Checkpoints({ ...parts, file: place('checkpoints.ndjson') });
    this.comparison = new SnapshotComparison(this.#capture, trees);
    this.storage = this.#lifetime.own(
      new SnapshotStorage({
        ...parts,
        folder: storage.fsPath,
        checkpoints: this.checkpoints,
        blobs,
        limitBytes: () => (setting('history.checkpointLimitMb') ?? LIMIT_MB) * 1_000_000,
        isOurs: () => this.#keeper.isOurs,
        sessions: () => this.#keptSessions(),
      }),
    );
    this.desk = new ReviewDesk(parts);
    this.#proposing = new Proposing({
      ...parts,
      ready: () => this.#ready,
      sessions: () => this.#sessions,
      originOf: (session, path) => this.#originIn(session, path),
    });
    this.#commits = new Commits(
      { ...kept, comparer },
      {
        wasRunning: atMs => this.#turns.covers(atMs ?? Date.now(), { before: 0, after: 0 }),
        wasCommanding: atMs => this.#commands.ranAt(atMs),
        look: () => this.#capture.look(),
      },
    );
    const remarks = new RemarkFile(place('remarks.json'), notes);
    this.chat = this.#lifetime.own(
      new Feedback({
        ...parts,
        desk: this.desk,
        file: remarks,
        waitsFor: path => this.#proposing.waitsFor(path),
      }),
    );
    this.#listen();
    this.#ready = this.#whenTrusted().then(() => this.#restore());
    this.#show(report);
  }

  async begins(turn: Turn): Promise<void> {
    await this.#ready;
    await this.#keeper.begins(turn);
    await this.checkpoints.begins(turn);
  }

  async ends(turn: Turn): Promise<void> {
    await this.#capture.ends(turn);
    this.#proposing.ended(turn.sessionId);
    this.storage.collectSoon(0);
  }

  /** Holds writes until the user has decided, where that is wanted. */
  get gate(): WriteGate {
    return this.#proposing.gate;
  }

  /** The same documents; what is written through them counts as an agent's. */
  documents(documents: Documents): Documents {
    return this.#buffers.marked(documents);
  }

  /** Hears what sessions do, so that each change finds its turn and its tool call. */
  follow(
    sessions: Sessions,
    hands: WorkspaceHands,
    kept: () => Promise<ReadonlySet<string>>,
  ): void {
    this.#sessions = sessions;
    this.#keptSessions = kept;
    this.chat.follow(sessions);
    const own = (disposable: vscode.Disposable): unknown => this.#lifetime.own(disposable);
    own(hands.onDid(event => this.#did(event)));
    own(sessions.onDidChange(change => this.#heard(change)));
    own(this.#commands.follow(sessions));
    own(
      sessions.onDidBranch(({ session, from, beforeTurn }) =>
        this.checkpoints.inherit(session.id, from.id, beforeTurn),
      ),
    );
    own(
      sessions.onDidList(() => {
        if (this.#isWanted || sessions.all.some(session => !session.isAsleep)) {
          this.warm();
        }
      }),
    );
  }

  /** Gets ready for the next turn, once. It runs git, so it waits until the user turns to a session. */
  warm(): void {
    this.#isWanted = true;
    if (!this.#isWarm && (this.#sessions?.all.length ?? 0) > 0) {
      this.#isWarm = true;
      void this.#commits.listen();
      void this.#ready.then(() => this.#capture.warm(workspaceRoots()));
      this.storage.collectSoon(COLLECT_AFTER_START_MS);
    }
  }

  /** Settles when the review is on disk. */
  async close(): Promise<void> {
    await this.#keeper.flush();
    await this.chat.flush();
    await this.checkpoints.flush();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #show(report: Report): void {
    const { log } = this;
    const parts = [
      new BaseTexts(log),
      new AgentChanges(log, sessionId => this.#nameOf(sessionId)),
      new HunkLenses(log),
      new HunkMarks(log),
      new PendingBadges(log),
      new PendingStatus(log),
      userFileEvents(log, path => void this.#capture.saved(path)),
      this.#commits,
      new DiskChanges(paths => {
        void this.#capture.changed(paths);
        this.#proposing.changed(paths);
      }),
      this.#proposing,
      ...new ReviewCommands(this.desk, report).register(),
    ];
    parts.forEach(part => this.#lifetime.own(part));
  }

  /** What is kept of the review, and where. */
  #kept(folder: string, notes: Log): KeeperParts {
    return {
      log: this.log,
      capture: this.#capture,
      files: this.#files,
      journal: new ReviewJournal(folder, notes),
      waiting: new WaitingMark(join(folder, WAITING_FILE), notes),
      restored: async () => {
        this.#proposing.restore();
        await this.chat.restore();
      },
      alsoWaits: () => this.chat.remarks.all.length > 0,
    };
  }

  #listen(): void {
    this.#buffers.onSaved = path => void this.#capture.saved(path);
    this.#buffers.onClean = path => void this.#capture.reverted(path);
    this.#lifetime.own(this.log.onDidRecord(event => this.checkpoints.heard(event)));
    this.#lifetime.own(
      this.#capture.onDidMove(() => this.#turns.set(this.#capture.isRunning, Date.now())),
    );
  }

  async #restore(): Promise<void> {
    await this.checkpoints.load();
    await this.#keeper.restore();
    if (this.log.state.files.size > 0) {
      await this.#commits.listen();
    }
    this.#lifetime.own(this.chat.remarks.onDidChange(() => this.#keeper.mark()));
  }

  /** In Restricted Mode nothing is read, and nothing is shown. */
  #whenTrusted(): Promise<void> {
    return vscode.workspace.isTrusted
      ? Promise.resolve()
      : new Promise(resolve => {
          this.#lifetime.own(vscode.workspace.onDidGrantWorkspaceTrust(() => resolve()));
        });
  }

  #originOf(path: string, running: readonly Turn[]): ReturnType<typeof originAmong> {
    return originAmong(this.#sessions ?? { find: () => undefined }, path, running);
  }

  #nameOf(sessionId: string): string | undefined {
    const state = this.#sessions?.find(sessionId)?.conversation.state;
    return state && (state.title || state.agentName);
  }

  #did(event: HandsEvent): void {
    const session = this.#sessions?.find(event.sessionId);
    if (event.kind !== 'write' || event.isAgreed || !session) {
      return;
    }
    const { place } = event;
    const origin = this.#originIn(session, place.shown);
    if (origin) {
      void this.#capture.wrote(place.shown, event, origin);
      this.#proposing.wrote(event, origin);
    }
  }

  #originIn({ id, roots, conversation }: Session, path: string): ReturnType<typeof originAmong> {
    const { turn } = conversation.transcript;
    return this.#originOf(path, [{ sessionId: id, turn, roots }]);
  }

  /** A tool call or a command that has ended may have changed files. */
  #heard(heard: SessionChange): void {
    const { change } = heard;
    this.#proposing.heard(heard);
    const isOver = change.patches.some(
      patch =>
        (patch.kind === 'replaced' &&
          patch.entry.kind === 'tool' &&
          patch.entry.endedMs !== undefined) ||
        patch.kind === 'terminal',
    );
    if (isOver) {
      this.#capture.lookSoon();
    }
  }
}
