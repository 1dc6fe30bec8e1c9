import * as vscode from 'vscode';
import { standing, type Standing } from '../../agent/git/standing.ts';
import type { ReviewFiles } from '../../agent/review/reviewFiles.ts';
import { Lifetime } from '../../core/lifetime.ts';
import { applyEvent } from '../../core/review/applyEvent.ts';
import type { ReviewEvent } from '../../core/review/reviewEvent.ts';
import type { ReviewLog } from '../../core/review/reviewLog.ts';
import { Vanished } from '../../core/review/vanished.ts';
import type { GitExports, GitRepository } from './gitRepository.ts';
import { UserGit } from './userGit.ts';

/** Who is at work, as far as it matters here. */
export interface AtWork {
  /** Whether a turn runs; at that moment, if it is known. */
  wasRunning(atMs: number | undefined): boolean;
  /** Whether an agent ran a command at that moment: then whatever git did may be its doing. */
  wasCommanding(atMs: number): boolean;
  /** Settles when the ledger has what stands on disk now. */
  look(): Promise<void>;
}

type Committed = Extract<ReviewEvent, { kind: 'committed' }>;

/** Where a repository stands. */
interface Place extends Standing {
  readonly commit: string | undefined;
}

/** Where a repository stood before it moved, and when that was. */
interface Move {
  readonly before: Place;
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
export class Commits implements vscode.Disposable {
  readonly #log: ReviewLog;
  readonly #files: ReviewFiles;
  readonly #work: AtWork;
  readonly #lifetime = new Lifetime();
  readonly #vanished = new Vanished();
  readonly #userGit = this.#lifetime.own(new UserGit());
  /** Where repositories stood before moves of which nobody knows yet whose they are. */
  readonly #open = new Map<GitRepository, Move>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #listening: Promise<void> | undefined;

  constructor(log: ReviewLog, files: ReviewFiles, work: AtWork) {
    this.#log = log;
    this.#files = files;
    this.#work = work;
    this.#lifetime.own(log.onDidRecord(event => this.#vanished.heard(event, log.state)));
    this.#lifetime.own(this.#userGit.onDidEnd(() => this.#judgeAll()));
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
    const git = vscode.extensions.getExtension<GitExports>('vscode.git');
    const api = (await git?.activate())?.getAPI(1);
    await Promise.all((api?.repositories ?? []).map(repository => this.#follow(repository)));
    if (api) {
      this.#lifetime.own(api.onDidOpenRepository(repository => void this.#follow(repository)));
    }
  }

  async #follow(repository: GitRepository): Promise<void> {
    let last = await placeOf(repository);
    const hear = async (): Promise<void> => {
      const [before, now] = [last, await placeOf(repository)];
      last = now;
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
    this.#lifetime.own(repository.state.onDidChange(() => void hear()));
    for (const event of [repository.onDidCheckout, repository.onDidCommit]) {
      this.#lifetime.own(event?.(() => void users()) ?? NOTHING);
    }
  }

  async #moved(repository: GitRepository, { before, atMs }: Move): Promise<void> {
    if (before.commit === undefined) {
      return; // The extension has only now read it.
    }
    const open = this.#open.get(repository);
    const move = { before: open?.before ?? before, atMs: [...(open?.atMs ?? []), ...atMs] };
    this.#open.set(repository, move);
    // News of what an agent did at the end of its turn may come after it.
    if (!atMs.some(ms => this.#work.wasRunning(Number.isNaN(ms) ? undefined : ms))) {
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
      ?.atMs.every(ms => this.#userGit.ranAt(ms) && !this.#work.wasCommanding(ms));
    if (isUsers) {
      await this.#agree(repository);
    }
  }

  /** Nobody can know: the agent told of no command, and the user of none. */
  async #ask(repository: GitRepository, move: Move): Promise<void> {
    const isOpen = this.#open.get(repository) === move;
    if (!isOpen || move.atMs.some(ms => this.#work.wasCommanding(ms))) {
      return;
    }
    await this.#work.look();
    const found = await this.#sameAsGit(repository, move.before);
    if (found.length === 0) {
      return;
    }
    const mine = vscode.l10n.t('They Are Mine');
    const { size } = new Set(found.map(({ path }) => path));
    const chosen = await vscode.window.showInformationMessage(
      vscode.l10n.t(
        'While an agent was at work, a branch was switched or something was stashed, and files changed with it ({0}). Were these changes yours, or the agent\u2019s?',
        size,
      ),
      mine,
      vscode.l10n.t('Review Them'),
    );
    if (chosen === mine) {
      found.forEach(event => this.#log.dispatch(event));
    }
    if (chosen !== undefined) {
      this.#forget(repository, move);
    }
  }

  async #agree(repository: GitRepository): Promise<void> {
    const move = this.#open.get(repository);
    this.#open.delete(repository);
    if (move) {
      await this.#work.look();
      const found = await this.#sameAsGit(repository, move.before);
      found.forEach(event => this.#log.dispatch(event));
    }
  }

  /** What of the pending files is just what git has put there: from HEAD, or out of a stash that was there before. */
  async #sameAsGit(repository: GitRepository, before: Standing): Promise<readonly Committed[]> {
    const root = `${repository.rootUri.fsPath}/`;
    const { stash } = await placeOf(repository);
    const out = before.stash === undefined || before.stash === stash ? [] : [before.stash];
    const pending = this.#log.pending.filter(({ current }) => current.path.startsWith(root));
    const events: Committed[] = [];
    for (const { current } of pending) {
      const { path } = current;
      const stashed = this.#vanished.has(path) ? [] : out.flatMap(one => [one, `${one}^3`]);
      for (const ref of ['HEAD', ...stashed]) {
        const event = await this.#eventFor(repository, path, ref);
        events.push(...(event ? [event] : []));
      }
    }
    return events;
  }

  /** What is in no commit is not there; what is in no stash was not stashed. */
  async #eventFor(
    repository: GitRepository,
    path: string,
    ref: string,
  ): Promise<Committed | undefined> {
    const bytes = await repository.buffer(ref, path).catch(() => undefined);
    if (!bytes && ref !== 'HEAD') {
      return undefined;
    }
    const head = bytes ? await this.#files.contentOf(path, bytes) : ({ kind: 'absent' } as const);
    const event: Committed = { kind: 'committed', path, head };
    const { state } = this.#log;
    return applyEvent(state, event).state === state ? undefined : event;
  }
}

const placeOf = async (repository: GitRepository): Promise<Place> => ({
  ...(await standing(repository.rootUri.fsPath)),
  commit: repository.state.HEAD?.commit,
});
