import { sep } from 'node:path';
import * as vscode from 'vscode';
import { CommittedFiles } from '../../../agent/git/committedFiles.ts';
import { contentSwaps, type RepositoryPosition } from '../../../agent/git/contentSwaps.ts';
import { readRepositoryRefs } from '../../../agent/git/repositoryRefs.ts';
import type { TextComparer } from '../../../agent/review/reviewModelWriter.ts';
import type { ReviewFiles } from '../../../agent/review/reviewFiles.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import { applyEvent } from '../../../core/review/model/applyEvent.ts';
import { normalizeEolForCommit } from '../../../core/review/attribution/normalizeEolForCommit.ts';
import type { HeadContent } from '../../../core/review/file/acceptCommitted.ts';
import type { FileContent } from '../../../core/review/file/fileSide.ts';
import type { ReviewEvent } from '../../../core/review/model/reviewEvent.ts';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import type { ReviewedFile } from '../../../core/review/file/reviewedFile.ts';
import { VanishedHunks } from '../../../core/review/attribution/vanishedHunks.ts';
import { toChanges } from '../../../core/diff/lineEdit.ts';
import { splitLines } from '../../../core/text/lines.ts';
import type { GitExtensionExports, GitRepository } from './gitExtension.ts';
import { UserGitCommands } from './userGitCommands.ts';

/** Who is at work, as far as it matters here. */
export interface AgentActivity {
  /** Whether a turn runs; at that moment, if it is known. */
  wasTurnRunning(atMs: number | undefined): boolean;
  /** Whether an agent ran a command at that moment: then whatever git did may be its doing. */
  wasCommandRunning(atMs: number): boolean;
  /** Settles when the ledger has what stands on disk now. */
  scanDisk(): Promise<void>;
}

type Committed = Extract<ReviewEvent, { kind: 'committed' }>;

/** What is compared with commits, and how. */
export interface GitChangeTrackerOptions {
  readonly log: ReviewModel;
  readonly files: ReviewFiles;
  readonly comparer: TextComparer;
}

/** Where a repository stood before it moved, and when that was. */
interface Move {
  readonly before: RepositoryPosition;
  readonly atMs: readonly number[];
}

const NOTHING = { dispose: () => {} };

/** Proof of who it was may come later than the news itself: so long nobody is asked, and so long it is waited for. */
const ASK_AFTER_MS = 5_000;
const PROOF_WITHIN_MS = 120_000;

/**
 * Committing a change is accepting it, and what the user switches to, stashes or takes out again is the user's: hears of it
 * from git and tells the ledger. What an agent does with git agrees to nothing.
 */
export class GitChangeTracker implements vscode.Disposable {
  readonly #log: ReviewModel;
  readonly #files: ReviewFiles;
  readonly #comparer: TextComparer;
  readonly #work: AgentActivity;
  readonly #lifetime = new DisposableStore();
  readonly #vanished = new VanishedHunks();
  readonly #userGit = this.#lifetime.add(new UserGitCommands());
  /** Where repositories stood before moves of which nobody knows yet whose they are. */
  readonly #open = new Map<GitRepository, Move>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #listening: Promise<void> | undefined;
  #git = 'git';

  constructor({ log, files, comparer }: GitChangeTrackerOptions, work: AgentActivity) {
    this.#log = log;
    this.#files = files;
    this.#comparer = comparer;
    this.#work = work;
    this.#lifetime.add(log.onDidRecord(event => this.#vanished.handleEvent(event, log.state)));
    this.#lifetime.add(this.#userGit.onDidEnd(() => this.#judgeAll()));
  }

  /** Begins to hear, once. Without the git extension there are no commits to hear of. */
  listen(): Promise<void> {
    this.#listening ??= this.#listen();
    return this.#listening;
  }

  dispose(): void {
    this.#timers.forEach(clearTimeout);
    this.#lifetime.dispose();
  }

  async #listen(): Promise<void> {
    const git = vscode.extensions.getExtension<GitExtensionExports>('vscode.git');
    const api = (await git?.activate())?.getAPI(1);
    this.#git = api?.git.path ?? this.#git;
    await Promise.all((api?.repositories ?? []).map(repository => this.#follow(repository)));
    if (api) {
      this.#lifetime.add(api.onDidOpenRepository(repository => void this.#follow(repository)));
    }
  }

  async #follow(repository: GitRepository): Promise<void> {
    let last = await placeOf(repository);
    let isRead = repository.state.HEAD !== undefined;
    const hear = async (): Promise<void> => {
      const [before, wasRead] = [last, isRead];
      const now = await placeOf(repository);
      [last, isRead] = [now, repository.state.HEAD !== undefined];
      if (!wasRead) {
        return; // The extension has only now read it. One without commits has a HEAD all the same.
      }
      const head = before.commit === now.commit ? [] : [now.headMs];
      const stash = before.stash === now.stash ? [] : [now.stashMs];
      if (head.length + stash.length > 0) {
        await this.#moved(repository, { before, atMs: [...head, ...stash].map(ms => ms ?? NaN) });
      }
    };
    // What VS Code's own commands have done, the user has done.
    const users = async (): Promise<void> => {
      await hear();
      await this.#agree(repository);
    };
    this.#lifetime.add(repository.state.onDidChange(() => void hear()));
    for (const event of [repository.onDidCheckout, repository.onDidCommit]) {
      this.#lifetime.add(event?.(() => void users()) ?? NOTHING);
    }
  }

  async #moved(repository: GitRepository, { before, atMs }: Move): Promise<void> {
    const open = this.#open.get(repository);
    const move = { before: open?.before ?? before, atMs: [...(open?.atMs ?? []), ...atMs] };
    this.#open.set(repository, move);
    // News of what an agent did at the end of its turn may come after it.
    if (!atMs.some(ms => this.#work.wasTurnRunning(Number.isNaN(ms) ? undefined : ms))) {
      await this.#agree(repository);
      return;
    }
    this.#askLater(repository, move);
    await this.#judge(repository);
  }

  #askLater(repository: GitRepository, move: Move): void {
    this.#after(ASK_AFTER_MS, () => void this.#ask(repository, move));
    this.#after(PROOF_WITHIN_MS, () => this.#forget(repository, move));
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  #forget(repository: GitRepository, move: Move): void {
    if (this.#open.get(repository) === move) {
      this.#open.delete(repository);
    }
  }

  #judgeAll(): void {
    [...this.#open.keys()].forEach(repository => void this.#judge(repository));
  }

  /** The user ran git just then, and no agent ran anything. */
  async #judge(repository: GitRepository): Promise<void> {
    const isUsers = this.#open
      .get(repository)
      ?.atMs.every(ms => this.#userGit.wasRunningAt(ms) && !this.#work.wasCommandRunning(ms));
    if (isUsers) {
      await this.#agree(repository);
    }
  }

  /** Nobody can know: the agent told of no command, and the user of none. */
  async #ask(repository: GitRepository, move: Move): Promise<void> {
    const isOpen = this.#open.get(repository) === move;
    if (!isOpen || move.atMs.some(ms => this.#work.wasCommandRunning(ms))) {
      return;
    }
    await this.#work.scanDisk();
    const paths = new Set<string>();
    await this.#sameAsGit(repository, move.before, ({ path }) => paths.add(path));
    if (paths.size === 0) {
      return;
    }
    const mine = vscode.l10n.t('They Are Mine');
    const chosen = await vscode.window.showInformationMessage(
      vscode.l10n.t(
        'While an agent was at work, a branch was switched or something was stashed, and files changed with it ({0}). Were these changes yours, or the agent\u2019s?',
        paths.size,
      ),
      mine,
      vscode.l10n.t('Review Them'),
    );
    if (chosen !== undefined) {
      this.#forget(repository, move);
    }
    if (chosen === mine) {
      await this.#sameAsGit(repository, move.before, event => this.#log.dispatch(event));
    }
  }

  async #agree(repository: GitRepository): Promise<void> {
    const move = this.#open.get(repository);
    this.#open.delete(repository);
    if (move) {
      await this.#work.scanDisk();
      await this.#sameAsGit(repository, move.before, event => this.#log.dispatch(event));
    }
  }

  /**
   * Finds what of the pending files is just what git has put there: from HEAD, or out of a stash that was there before. What
   * stood in HEAD already, or in no commit before and after, git has not touched. Each is told at once, before the file can
   * change again.
   */
  async #sameAsGit(
    repository: GitRepository,
    before: RepositoryPosition,
    tell: (event: Committed) => void,
  ): Promise<void> {
    const root = repository.rootUri.fsPath;
    const swaps = contentSwaps(before, await placeOf(repository));
    const committed = await CommittedFiles.open(root, this.#git);
    try {
      for (const { current } of this.#log.pending.filter(file => isBelow(root, file))) {
        const { path } = current;
        for (const { to, from } of swaps.filter(
          one => !one.isStashPop || !this.#vanished.has(path),
        )) {
          const [now, was] = [
            await committed.readFirst(to, path),
            await committed.readFirst(from, path),
          ];
          await this.#compare(path, { now, was }, tell);
        }
      }
    } catch {
      // Git could not be asked: then nothing is known, and what waits waits on.
    } finally {
      committed.dispose();
    }
  }

  async #compare(
    path: string,
    { now, was }: { readonly now: Bytes; readonly was: Bytes },
    tell: (event: Committed) => void,
  ): Promise<void> {
    if (isSame(now, was)) {
      return;
    }
    const heads = { head: await this.#head(path, now), was: await this.#head(path, was) };
    const event: Committed = { kind: 'committed', path, ...heads };
    const { state } = this.#log;
    if (applyEvent(state, event).state !== state) {
      tell(event);
    }
  }

  /** Of a big text only what differs is told: it is compared on another thread. */
  async #head(path: string, bytes: Bytes): Promise<HeadContent> {
    const content: FileContent = bytes ? await this.#files.toContent(path, bytes) : ABSENT;
    const current = this.#log.getFile(path)?.current;
    if (content.kind !== 'text' || current?.form.kind !== 'text') {
      return content;
    }
    const lines = splitLines(content.text);
    const found = this.#comparer.edits(lines, normalizeEolForCommit(current.lines, lines));
    const edits = found instanceof Promise ? await found : found;
    const isSame = this.#log.getFile(path)?.current === current;
    return isSame ? { kind: 'differing', changes: toChanges(edits) } : content;
  }
}

type Bytes = Uint8Array | undefined;

const ABSENT = { kind: 'absent' } as const;

const isSame = (one: Bytes, other: Bytes): boolean =>
  one === other || (one !== undefined && other !== undefined && Buffer.compare(one, other) === 0);

const isBelow = (root: string, { current }: ReviewedFile): boolean =>
  current.path.startsWith(root + sep);

const placeOf = async (repository: GitRepository): Promise<RepositoryPosition> => ({
  ...(await readRepositoryRefs(repository.rootUri.fsPath)),
  commit: repository.state.HEAD?.commit,
});
