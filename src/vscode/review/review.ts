import { join } from 'node:path';
import * as vscode from 'vscode';
import { Differ } from '../../agent/diff/differ.ts';
import type { Documents } from '../../agent/files/documents.ts';
import type { Logger } from '../../core/logger.ts';
import type { TurnInfo, TurnParticipant } from '../../agent/session/turnParticipant.ts';
import type { WriteApproval } from '../../agent/requests/writeApproval.ts';
import { attributeChange } from '../../agent/review/attributeChange.ts';
import { Checkpoints } from '../../agent/checkpoint/checkpoints.ts';
import { SnapshotComparison } from '../../agent/checkpoint/snapshotComparison.ts';
import { SnapshotGarbageCollector } from '../../agent/checkpoint/snapshotGarbageCollector.ts';
import { BlobStore } from '../../agent/review/blobStore.ts';
import { ChangeTracker, type ChangeTrackerOptions } from '../../agent/review/changeTracker.ts';
import { ReviewCommentStorage } from '../../agent/review/reviewCommentStorage.ts';
import { ReviewFiles } from '../../agent/review/reviewFiles.ts';
import { ReviewJournal } from '../../agent/review/reviewJournal.ts';
import { ReviewStorage, type ReviewStorageOptions } from '../../agent/review/reviewStorage.ts';
import { PendingMarker } from '../../agent/review/pendingMarker.ts';
import { WorkTrees } from '../../agent/review/workTrees.ts';
import type { Session } from '../../agent/session/session.ts';
import type { SessionChangeEvent, Sessions } from '../../agent/session/sessions.ts';
import type { FileAccessEvent, WorkspaceRequests } from '../../agent/requests/workspaceRequests.ts';
import { CancellationError } from '../../core/errors.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import { ReviewModel } from '../../core/review/model/reviewModel.ts';
import { ActivityPeriods } from '../../core/review/attribution/activityPeriods.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import { editorEncodings } from '../files/editorEncodings.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { getSetting } from '../settings.ts';
import { AgentChangesSourceControl } from './editor/agentChangesSourceControl.ts';
import { AgentCommandTimes } from './sources/agentCommandTimes.ts';
import { BaseContentProvider } from './documents/baseContentProvider.ts';
import { GitChangeTracker } from './sources/gitChangeTracker.ts';
import { WorkspaceFileWatcher } from './sources/workspaceFileWatcher.ts';
import { ChatIntegration } from './chat/chatIntegration.ts';
import { HunkCodeLensProvider } from './editor/hunkCodeLensProvider.ts';
import { HunkDecorations } from './editor/hunkDecorations.ts';
import { PendingFileDecorations } from './editor/pendingFileDecorations.ts';
import { PendingStatusBarItem } from './editor/pendingStatusBarItem.ts';
import { ProposalReview } from './proposals/proposalReview.ts';
import { watchUserFileOperations } from './sources/userFileOperations.ts';
import { DocumentTracker } from './documents/documentTracker.ts';
import { ReviewCommands } from './editor/reviewCommands.ts';
import { ReviewController } from './decisions/reviewController.ts';
import { getReviewFolder, PENDING_MARKER_FILE } from './reviewFolder.ts';

/** The first minute of a window belongs to the user. */
const COLLECT_AFTER_START_MS = 60_000;

/** Everything that has to do with reviewing what agents change in this window. */
export class Review implements TurnParticipant, vscode.Disposable {
  readonly model = new ReviewModel();
  readonly controller: ReviewController;
  /** Serves the chat's page. */
  readonly chat: ChatIntegration;
  readonly #lifetime = new DisposableStore();
  readonly #keeper: ReviewStorage;
  readonly #capture: ChangeTracker;
  readonly #buffers: DocumentTracker;
  readonly #files: ReviewFiles;
  readonly #commits: GitChangeTracker;
  readonly #proposing: ProposalReview;
  readonly #ready: Promise<void>;
  readonly checkpoints: Checkpoints;
  readonly comparison: SnapshotComparison;
  readonly storage: SnapshotGarbageCollector;
  #sessions: Sessions | undefined;
  readonly #commands = new AgentCommandTimes();
  readonly #turns = new ActivityPeriods();
  #isWanted = false;
  #isWarm = false;
  #keptSessions: () => Promise<ReadonlySet<string>> = () => Promise.reject(new CancellationError());

  constructor(context: vscode.ExtensionContext, report: ErrorReporter, notes: Logger) {
    const storage = getReviewFolder(context);
    const place = (name: string): string => vscode.Uri.joinPath(storage, name).fsPath;
    const comparer = this.#lifetime.add(
      new Differ(context.asAbsolutePath('dist/diffWorker.cjs'), notes),
    );
    this.#buffers = this.#lifetime.add(new DocumentTracker(this.model, comparer));
    const blobs = new BlobStore(place('blobs'));
    this.#files = new ReviewFiles(editorEncodings, blobs);
    const shown = report.withShownErrors(notes);
    const trees = new WorkTrees(place('snapshots'), shown);
    const { model: log } = this;
    const kept = { log, files: this.#files, buffers: this.#buffers, trees, notes: shown };
    const originOf: ChangeTrackerOptions['originOf'] = (path, running) =>
      this.#originOf(path, running);
    this.#capture = this.#lifetime.add(new ChangeTracker({ ...kept, comparer, originOf }));
    const parts = { ...kept, capture: this.#capture, report };
    this.#keeper = this.#lifetime.add(new ReviewStorage(this.#kept(storage.fsPath, shown)));
    this.checkpoints = new Checkpoints({ ...parts, file: place('checkpoints.ndjson') });
    this.comparison = new SnapshotComparison(this.#capture, trees);
    this.storage = this.#lifetime.add(
      new SnapshotGarbageCollector({
        ...parts,
        folder: storage.fsPath,
        checkpoints: this.checkpoints,
        blobs,
        limitBytes: () => getSetting('history.checkpointLimitMb') * 1_000_000,
        isOwner: () => this.#keeper.isOwner,
        sessions: () => this.#keptSessions(),
      }),
    );
    this.controller = new ReviewController(parts);
    this.#proposing = new ProposalReview({
      ...parts,
      ready: () => this.#ready,
      sessions: () => this.#sessions,
      originOf: (session, path) => this.#originIn(session, path),
    });
    this.#commits = new GitChangeTracker(
      { ...kept, comparer },
      {
        wasTurnRunning: atMs => this.#turns.wasActive(atMs ?? Date.now(), { before: 0, after: 0 }),
        wasCommandRunning: atMs => this.#commands.wasRunningAt(atMs),
        scanDisk: () => this.#capture.scan(),
      },
    );
    const remarks = new ReviewCommentStorage(place('remarks.json'), notes);
    this.chat = this.#lifetime.add(
      new ChatIntegration({
        ...parts,
        desk: this.controller,
        file: remarks,
        waitsFor: path => this.#proposing.waitsFor(path),
      }),
    );
    this.#listen();
    this.#ready = this.#whenTrusted().then(() => this.#restore());
    this.#show(report);
  }

  async willStart(turn: TurnInfo): Promise<void> {
    await this.#ready;
    await this.#keeper.begins(turn);
    await this.checkpoints.begins(turn);
  }

  async didEnd(turn: TurnInfo): Promise<void> {
    await this.#capture.didEnd(turn);
    this.#proposing.handleTurnEnd(turn.sessionId);
    this.storage.scheduleCollect(0);
  }

  /** Holds writes until the user has decided, where that is wanted. */
  get gate(): WriteApproval {
    return this.#proposing.gate;
  }

  /** The same documents; what is written through them counts as an agent's. */
  documents(documents: Documents): Documents {
    return this.#buffers.trackAgentWrites(documents);
  }

  /** Hears what sessions do, so that each change finds its turn and its tool call. */
  attachSessions(
    sessions: Sessions,
    hands: WorkspaceRequests,
    kept: () => Promise<ReadonlySet<string>>,
  ): void {
    this.#sessions = sessions;
    this.#keptSessions = kept;
    this.chat.attachSessions(sessions);
    const own = (disposable: vscode.Disposable): unknown => this.#lifetime.add(disposable);
    own(hands.onDidAccessFile(event => this.#did(event)));
    own(sessions.onDidChange(change => this.#heard(change)));
    own(this.#commands.attachSessions(sessions));
    own(
      sessions.onDidBranch(({ session, from, beforeTurn }) =>
        this.checkpoints.copyFromSession(session.id, from.id, beforeTurn),
      ),
    );
    own(
      sessions.onDidChangeSessions(() => {
        if (this.#isWanted || sessions.all.some(session => !session.isDormant)) {
          this.prepare();
        }
      }),
    );
  }

  /** Gets ready for the next turn, once. It runs git, so it waits until the user turns to a session. */
  prepare(): void {
    this.#isWanted = true;
    if (!this.#isWarm && (this.#sessions?.all.length ?? 0) > 0) {
      this.#isWarm = true;
      void this.#commits.listen();
      void this.#ready.then(() => this.#capture.prepare(getWorkspaceRoots()));
      this.storage.scheduleCollect(COLLECT_AFTER_START_MS);
    }
  }

  /** Settles when the review is on disk. */
  async flush(): Promise<void> {
    await this.#keeper.flush();
    await this.chat.flush();
    await this.checkpoints.flush();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #show(report: ErrorReporter): void {
    const { model: log } = this;
    const parts = [
      new BaseContentProvider(log),
      new AgentChangesSourceControl(log, sessionId => this.#nameOf(sessionId)),
      new HunkCodeLensProvider(log),
      new HunkDecorations(log),
      new PendingFileDecorations(log),
      new PendingStatusBarItem(log),
      watchUserFileOperations(log, path => void this.#capture.handleUserSave(path)),
      this.#commits,
      new WorkspaceFileWatcher(paths => {
        void this.#capture.handleDiskChange(paths);
        this.#proposing.handleDiskChanges(paths);
      }),
      this.#proposing,
      ...new ReviewCommands(this.controller, report).register(),
    ];
    parts.forEach(part => this.#lifetime.add(part));
  }

  /** What is kept of the review, and where. */
  #kept(folder: string, notes: Logger): ReviewStorageOptions {
    return {
      log: this.model,
      capture: this.#capture,
      files: this.#files,
      journal: new ReviewJournal(folder, notes),
      pendingMarker: new PendingMarker(join(folder, PENDING_MARKER_FILE), notes),
      onDidRestore: async () => {
        this.#proposing.restore();
        await this.chat.restore();
      },
      hasOtherPending: () => this.chat.comments.all.length > 0,
    };
  }

  #listen(): void {
    this.#buffers.onDidSave = path => void this.#capture.handleUserSave(path);
    this.#buffers.onDidRevert = path => void this.#capture.handleRevert(path);
    this.#lifetime.add(this.model.onDidRecord(event => this.checkpoints.recordEvent(event)));
    this.#lifetime.add(
      this.#capture.onDidChangeOpenTurns(() =>
        this.#turns.setActive(this.#capture.isRunning, Date.now()),
      ),
    );
  }

  async #restore(): Promise<void> {
    await this.checkpoints.load();
    await this.#keeper.restore();
    if (this.model.state.files.size > 0) {
      await this.#commits.listen();
    }
    this.#lifetime.add(this.chat.comments.onDidChange(() => this.#keeper.updatePendingMarker()));
  }

  /** In Restricted Mode nothing is read, and nothing is shown. */
  #whenTrusted(): Promise<void> {
    return vscode.workspace.isTrusted
      ? Promise.resolve()
      : new Promise(resolve => {
          this.#lifetime.add(vscode.workspace.onDidGrantWorkspaceTrust(() => resolve()));
        });
  }

  #originOf(path: string, running: readonly TurnInfo[]): ReturnType<typeof attributeChange> {
    return attributeChange(this.#sessions ?? { find: () => undefined }, path, running);
  }

  #nameOf(sessionId: string): string | undefined {
    const state = this.#sessions?.find(sessionId)?.conversation.state;
    return state && (state.title || state.agentName);
  }

  #did(event: FileAccessEvent): void {
    const session = this.#sessions?.find(event.sessionId);
    if (event.kind !== 'write' || event.isApproved || !session) {
      return;
    }
    const { path: place } = event;
    const origin = this.#originIn(session, place.shown);
    if (origin) {
      void this.#capture.handleAgentWrite(place.shown, event, origin);
      this.#proposing.handleAgentWrite(event, origin);
    }
  }

  #originIn(
    { id, roots, conversation }: Session,
    path: string,
  ): ReturnType<typeof attributeChange> {
    const { turn } = conversation.transcript;
    return this.#originOf(path, [{ sessionId: id, turn, roots }]);
  }

  /** A tool call or a command that has ended may have changed files. */
  #heard(heard: SessionChangeEvent): void {
    const { change } = heard;
    this.#proposing.handleSessionChange(heard);
    const isOver = change.patches.some(
      patch =>
        (patch.kind === 'replaced' &&
          patch.entry.kind === 'tool' &&
          patch.entry.endedMs !== undefined) ||
        patch.kind === 'terminal',
    );
    if (isOver) {
      this.#capture.scheduleScan();
    }
  }
}
