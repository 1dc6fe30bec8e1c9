import * as vscode from 'vscode';
import { readRepositoryRefs } from '../../../agent/git/repositoryRefs.ts';
import type { ChangeTracker } from '../../../agent/review/changeTracker.ts';
import type { AgentCommandTimes } from '../../../agent/review/git/agentCommandTimes.ts';
import type {
  CommittedChanges,
  ComparedRepository,
} from '../../../agent/review/git/committedChanges.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import { ActivityPeriods } from '../../../core/review/attribution/activityPeriods.ts';
import {
  attributeMove,
  detectMove,
  joinMoves,
  type MoveEvidence,
  type RepositoryMove,
  type RepositoryPosition,
} from '../../../core/review/attribution/repositoryMove.ts';
import { GitExtension, type GitRepository } from '../../context/git/gitExtension.ts';
import { UserGitCommands } from './userGitCommands.ts';
import { showInformationMessage } from '../../notifications.ts';

/** Evidence of who moved a branch can arrive late: the user is asked after some seconds, and after minutes the move is forgotten. */
const ASK_AFTER_MS = 5_000;
const FORGET_AFTER_MS = 120_000;

/**
 * Watches the repositories of VS Code's git extension. Committing a change accepts it, and what the user checks out, stashes or
 * pops is the user's own change. What an agent does with git accepts nothing.
 */
export class GitChangeTracker implements vscode.Disposable {
  readonly #changes: CommittedChanges;
  readonly #tracker: ChangeTracker;
  readonly #evidence: MoveEvidence;
  readonly #store = new DisposableStore();
  /** Moves whose author is not known yet. */
  readonly #moves = new Map<GitRepository, RepositoryMove>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Compares each repository with its last known position. */
  readonly #updates: (() => Promise<void>)[] = [];
  #wasRunning = false;
  #started: Promise<void> | undefined;
  #gitCommand = 'git';

  constructor(
    changes: CommittedChanges,
    tracker: ChangeTracker,
    agentCommands: Pick<AgentCommandTimes, 'wasRunningAt'>,
  ) {
    this.#changes = changes;
    this.#tracker = tracker;
    const turns = new ActivityPeriods();
    const userCommands = this.#store.add(new UserGitCommands());
    this.#evidence = {
      wasTurnRunning: atMs => turns.wasActive(atMs, { before: 0, after: 0 }),
      wasAgentCommandRunning: atMs => agentCommands.wasRunningAt(atMs),
      wasUserGitRunning: atMs => userCommands.wasRunningAt(atMs),
    };
    this.#store.add(
      tracker.onDidChangeOpenTurns(() => {
        turns.setActive(tracker.isRunning, Date.now());
        this.#handleRunning(tracker.isRunning);
      }),
    );
    this.#store.add(
      userCommands.onDidEnd(() => [...this.#moves.keys()].forEach(one => void this.#resolve(one))),
    );
  }

  /** Starts to watch, once. Without the git extension, or if it is disabled, there is nothing to watch. */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  dispose(): void {
    this.#timers.forEach(clearTimeout);
    this.#store.dispose();
  }

  async #start(): Promise<void> {
    const api = await new GitExtension().activate();
    this.#gitCommand = api?.git.path ?? this.#gitCommand;
    await Promise.all((api?.repositories ?? []).map(repository => this.#watch(repository)));
    if (api) {
      this.#store.add(api.onDidOpenRepository(repository => void this.#watch(repository)));
    }
  }

  async #watch(repository: GitRepository): Promise<void> {
    let last = await readPosition(repository);
    let isLoaded = repository.state.HEAD !== undefined;
    const update = async (): Promise<void> => {
      const now = await readPosition(repository);
      const [before, wasLoaded] = [last, isLoaded];
      [last, isLoaded] = [now, repository.state.HEAD !== undefined];
      const move = detectMove(before, now, this.#evidence, Date.now());
      // Before the extension has read a repository there is no HEAD. A repository without commits does have one.
      if (wasLoaded && move) {
        await this.#handleMove(repository, move);
      }
    };
    // These events come from VS Code's own commands, so it was the user.
    const acceptCommand = async (): Promise<void> => {
      await update();
      await this.#accept(repository);
    };
    this.#updates.push(update);
    this.#store.add(repository.state.onDidChange(() => void update()));
    for (const event of [repository.onDidCheckout, repository.onDidCommit]) {
      if (event) {
        this.#store.add(event(() => void acceptCommand()));
      }
    }
  }

  /**
   * The git extension may notice a commit much later, since it waits until the window has the focus. What the agent does
   * next must not be compared with the commit before it.
   */
  #handleRunning(isRunning: boolean): void {
    if (isRunning && !this.#wasRunning) {
      this.#updates.forEach(update => void update());
    }
    this.#wasRunning = isRunning;
  }

  async #handleMove(repository: GitRepository, latest: RepositoryMove): Promise<void> {
    const move = joinMoves(this.#moves.get(repository), latest);
    this.#moves.set(repository, move);
    if (move.isDuringTurn) {
      this.#setTimer(ASK_AFTER_MS, () => void this.#askUser(repository, move));
      this.#setTimer(FORGET_AFTER_MS, () => this.#forget(repository, move));
    }
    await this.#resolve(repository);
  }

  #setTimer(delayMs: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, delayMs);
    this.#timers.add(timer);
  }

  #forget(repository: GitRepository, move: RepositoryMove): void {
    if (this.#moves.get(repository) === move) {
      this.#moves.delete(repository);
    }
  }

  async #resolve(repository: GitRepository): Promise<void> {
    const move = this.#moves.get(repository);
    if (move && attributeMove(move, this.#evidence) === 'user') {
      await this.#accept(repository);
    }
  }

  /** Asks only if files changed with the move. */
  async #askUser(repository: GitRepository, move: RepositoryMove): Promise<void> {
    const isOpen = this.#moves.get(repository) === move;
    if (!isOpen || attributeMove(move, this.#evidence) === 'agent') {
      return;
    }
    await this.#tracker.scan();
    const fileCount = await this.#changes.count(await this.#compared(repository, move));
    if (fileCount === 0) {
      return;
    }
    const mine = vscode.l10n.t('Mine');
    const chosen = await showInformationMessage(
      vscode.l10n.t(
        "A branch switch or stash changed files while an agent was working ({0}). Are these changes yours or the agent's?",
        fileCount,
      ),
      mine,
      vscode.l10n.t('Review'),
    );
    if (chosen !== undefined) {
      this.#forget(repository, move);
    }
    if (chosen === mine) {
      await this.#changes.accept(await this.#compared(repository, move));
    }
  }

  async #accept(repository: GitRepository): Promise<void> {
    const move = this.#moves.get(repository);
    this.#moves.delete(repository);
    if (move) {
      await this.#tracker.scan();
      await this.#changes.accept(await this.#compared(repository, move));
    }
  }

  async #compared(repository: GitRepository, move: RepositoryMove): Promise<ComparedRepository> {
    return {
      root: repository.rootUri.fsPath,
      command: this.#gitCommand,
      before: move.before,
      now: await readPosition(repository),
    };
  }
}

/** Without a reflog, only the git extension knows HEAD. */
async function readPosition({ rootUri, state }: GitRepository): Promise<RepositoryPosition> {
  const refs = await readRepositoryRefs(rootUri.fsPath);
  return { ...refs, commit: refs.commit ?? state.HEAD?.commit };
}
