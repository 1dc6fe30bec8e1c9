import { editsBetween } from '../../diff/lineDiff.ts';
import type { LineEdit } from '../../diff/lineEdit.ts';
import type { Disposable } from '../../disposableStore.ts';
import { Emitter, type Event } from '../../event.ts';
import type { ChangeAuthor, FileChange, RestoredText } from '../file/changeFile.ts';
import { sameFacets, toFileSide, type FileContent } from '../file/fileSide.ts';
import type { Origin } from '../file/hunk.ts';
import type { NewProposal } from '../file/proposal.ts';
import { isPending, type ReviewedFile } from '../file/reviewedFile.ts';
import { applyEvent } from './applyEvent.ts';
import type { DecisionScope } from './decisionScope.ts';
import type { ReviewEvent } from './reviewEvent.ts';
import { unchanged, type ReviewOutcome } from './reviewOutcome.ts';
import type { DecidedChangeRef } from './undo.ts';
import { emptyReview, findFile, pendingFiles, type ReviewState } from './reviewState.ts';

export interface DecisionOptions {
  /** The revision that was on screen. Later changes are not decided. */
  readonly seen?: number;
  /** Delete or overwrite even what the user has changed. */
  readonly force?: boolean;
}

/** Owns the state of all files under review. Every change is an event that can be journaled and replayed. */
export class ReviewModel implements Disposable {
  #state: ReviewState;
  /** Caches lookups by path, which are frequent. */
  readonly #filesByPath = new Map<string, ReviewedFile | null>();
  /** Caches the pending files of a state. */
  #pending: { readonly of: ReviewState; readonly files: readonly ReviewedFile[] } | undefined;
  readonly #changed = new Emitter<ReviewOutcome>();
  /** The outcomes that are not fired yet, while events are paused. */
  #pausedOutcomes: ReviewOutcome[] | undefined;
  readonly #recorded = new Emitter<ReviewEvent>();

  /** Fires after each change, with what to render again. */
  readonly onDidChange: Event<ReviewOutcome> = this.#changed.event;
  /** Fires before `onDidChange`, with the event to journal. */
  readonly onDidRecord: Event<ReviewEvent> = this.#recorded.event;

  constructor(state: ReviewState = emptyReview) {
    this.#state = state;
  }

  /** Replaces the state by a saved one. All of its files must be rendered. */
  restore(state: ReviewState): void {
    this.#state = state;
    this.#filesByPath.clear();
    const changed = [...state.files.values()].map(file => file.current.path);
    this.#changed.fire({ state, changed, actions: [], notes: [] });
  }

  get state(): ReviewState {
    return this.#state;
  }

  /** The pending files, sorted by path. */
  get pending(): readonly ReviewedFile[] {
    if (this.#pending?.of !== this.#state) {
      this.#pending = { of: this.#state, files: pendingFiles(this.#state) };
    }
    return this.#pending.files;
  }

  proposalsFor(path: string): readonly ReviewedFile[] {
    return this.#state.files.proposals
      .filter(file => file.proposal.target.path === path && isPending(file))
      .toSorted((one, other) => (one.current.path < other.current.path ? -1 : 1));
  }

  getFile(path: string): ReviewedFile | undefined {
    const cached = this.#filesByPath.get(path);
    if (cached !== undefined) {
      return cached ?? undefined;
    }
    const file = findFile(this.#state, path);
    this.#filesByPath.set(path, file ?? null);
    return file;
  }

  /**
   * Records that the agent wrote `after`. `before` is the user's content; it is only used if the file is not under
   * review yet.
   */
  recordAgentWrite(
    path: string,
    after: FileContent,
    before: FileContent,
    origin: Origin,
  ): ReviewOutcome {
    return this.recordWrite(path, after, { kind: 'agent', origin }, before);
  }

  recordAgentRename(from: string, to: string, before: FileContent, origin: Origin): ReviewOutcome {
    return this.#recordChange(
      from,
      { kind: 'renamed', path: to },
      { kind: 'agent', origin },
      before,
    );
  }

  /** Records the current content of a buffer or file. All differences are attributed to the user. */
  recordUserWrite(path: string, after: FileContent): ReviewOutcome {
    return this.recordWrite(path, after, { kind: 'user' }, null);
  }

  /** Records known edits by the user, so that a large text need not be compared. */
  recordUserEdits(path: string, edits: readonly LineEdit[]): ReviewOutcome {
    return this.recordEdits(path, edits, { kind: 'user' }, null);
  }

  /** Records that the user has brought back an earlier text of a file, with undo for example. */
  recordRestored(path: string, change: RestoredText): ReviewOutcome {
    return this.#recordChange(path, change, { kind: 'user' }, null);
  }

  recordUserRename(from: string, to: string): ReviewOutcome {
    return this.#recordChange(from, { kind: 'renamed', path: to }, { kind: 'user' }, null);
  }

  /** Adds a proposal: a change by an agent that is not in its file yet. */
  propose(proposed: NewProposal): ReviewOutcome {
    return this.dispatch({ kind: 'proposed', ...proposed });
  }

  /** Records the current content of the target of a proposal. */
  updateProposalTarget(path: string, content: FileContent): ReviewOutcome {
    const target = this.getFile(path)?.proposal?.target;
    if (!target) {
      return unchanged(this.#state);
    }
    const next = toFileSide(target.path, content);
    const change: FileChange = sameFacets(target, next)
      ? { kind: 'lines', edits: editsBetween(target.lines, next.lines) }
      : { kind: 'content', content };
    return change.kind === 'lines' && change.edits.length === 0
      ? unchanged(this.#state)
      : this.dispatch({ kind: 'followed', path, change });
  }

  /** Records that `after` was written. If only lines changed, only those are journaled. */
  recordWrite(
    path: string,
    after: FileContent,
    author: ChangeAuthor,
    before: FileContent | null,
  ): ReviewOutcome {
    const now = this.getFile(path)?.current ?? (before && toFileSide(path, before));
    if (!now) {
      return unchanged(this.#state); // No agent has changed this file.
    }
    const next = toFileSide(path, after);
    if (now.form.kind === 'text' && sameFacets(now, next)) {
      return this.recordEdits(path, editsBetween(now.lines, next.lines), author, before);
    }
    return this.#recordChange(path, { kind: 'content', content: after }, author, before);
  }

  /** Records known edits. */
  recordEdits(
    path: string,
    edits: readonly LineEdit[],
    author: ChangeAuthor,
    before: FileContent | null,
  ): ReviewOutcome {
    if (edits.length === 0) {
      return unchanged(this.#state);
    }
    const known = this.getFile(path) ? null : before;
    return this.#recordChange(path, { kind: 'lines', edits }, author, known);
  }

  accept(scope: DecisionScope, options: DecisionOptions = {}): ReviewOutcome {
    return this.#decide('accept', scope, options);
  }

  reject(scope: DecisionScope, options: DecisionOptions = {}): ReviewOutcome {
    return this.#decide('reject', scope, options);
  }

  /** Undoes the last decision, or what was decided about one change. */
  undo(change?: DecidedChangeRef): ReviewOutcome {
    return this.dispatch({ kind: 'undone', ...(change ? { change } : {}) });
  }

  redo(): ReviewOutcome {
    return this.dispatch({ kind: 'redone' });
  }

  /** Applies a new event, or one from a journal. */
  dispatch(event: ReviewEvent): ReviewOutcome {
    const outcome = applyEvent(this.#state, event);
    if (outcome.state !== this.#state) {
      this.#invalidate(event, outcome);
      this.#state = outcome.state;
      this.#recorded.fire(event);
      if (this.#pausedOutcomes) {
        this.#pausedOutcomes.push(outcome);
      } else {
        this.#changed.fire(outcome);
      }
    }
    return outcome;
  }

  /**
   * Delays `onDidChange` until the returned function is called, so that a decision is rendered only when it is in the
   * file.
   */
  pauseEvents(): () => void {
    const outcomes: ReviewOutcome[] = [];
    this.#pausedOutcomes = outcomes;
    return () => {
      if (this.#pausedOutcomes === outcomes) {
        this.#pausedOutcomes = undefined;
        outcomes.forEach(outcome => this.#changed.fire(outcome));
      }
    };
  }

  dispose(): void {
    this.#changed.dispose();
    this.#recorded.dispose();
  }

  /** A change affects the cached lookups of its own file only. A decision, or a removed file, may affect others. */
  #invalidate(event: ReviewEvent, { state, changed }: ReviewOutcome): void {
    if (event.kind === 'changed' && state.files.size >= this.#state.files.size) {
      changed.forEach(path => this.#filesByPath.delete(path));
    } else {
      this.#filesByPath.clear();
    }
  }

  #recordChange(
    path: string,
    change: FileChange,
    author: ChangeAuthor,
    before: FileContent | null,
  ): ReviewOutcome {
    return this.dispatch({ kind: 'changed', path, author, change, before });
  }

  #decide(
    verdict: 'accept' | 'reject',
    scope: DecisionScope,
    options: DecisionOptions,
  ): ReviewOutcome {
    const { seen = null, force = false } = options;
    return this.dispatch({ kind: 'decided', verdict, scope, seen, force });
  }
}
