import { Emitter, type Event } from '../../event.ts';
import type { Disposable } from '../../disposableStore.ts';
import { editsBetween } from '../../diff/lineDiff.ts';
import type { LineEdit } from '../../diff/lineEdit.ts';
import { applyEvent } from './applyEvent.ts';
import type { ChangeAuthor, FileChange } from '../file/changeFile.ts';
import { sameFacets, toFileSide, type FileContent } from '../file/fileSide.ts';
import type { Origin } from '../file/hunk.ts';
import type { NewProposal } from '../file/proposal.ts';
import type { ReviewEvent } from './reviewEvent.ts';
import { unchanged, type ReviewOutcome } from './reviewOutcome.ts';
import { isPending, type ReviewedFile } from '../file/reviewedFile.ts';
import { emptyReview, findFile, pendingFiles, type ReviewState } from './reviewState.ts';
import type { DecisionScope } from './decisionScope.ts';

/** What is asked when something is accepted or rejected. */
export interface DecisionOptions {
  /** The revision that was on screen: what came later is left alone. */
  readonly seen?: number;
  /** Delete, or overwrite, also what the user has changed. */
  readonly force?: boolean;
}

/** The owner of all files under review. Everything that happens is an event; events can be kept and played again. */
export class ReviewModel implements Disposable {
  #state: ReviewState;
  /** What was found where; a thousand files are asked for again and again. */
  readonly #found = new Map<string, ReviewedFile | null>();
  /** Many ask for it after each change. */
  #pending: { readonly of: ReviewState; readonly files: readonly ReviewedFile[] } | undefined;
  readonly #changed = new Emitter<ReviewOutcome>();
  /** What is not told yet. */
  #held: ReviewOutcome[] | undefined;
  readonly #recorded = new Emitter<ReviewEvent>();

  /** Fires after each change: what to draw again. */
  readonly onDidChange: Event<ReviewOutcome> = this.#changed.event;
  /** Fires before `onDidChange`, with what a journal has to keep. */
  readonly onDidRecord: Event<ReviewEvent> = this.#recorded.event;

  /** Starts with a saved review, if there is one. */
  constructor(state: ReviewState = emptyReview) {
    this.#state = state;
  }

  /** Takes over a review that was saved; everything in it has to be drawn. */
  restore(state: ReviewState): void {
    this.#state = state;
    this.#found.clear();
    const changed = [...state.files.values()].map(file => file.current.path);
    this.#changed.fire({ state, changed, actions: [], notes: [] });
  }

  get state(): ReviewState {
    return this.#state;
  }

  /** The files that wait for a decision, by path. */
  get pending(): readonly ReviewedFile[] {
    if (this.#pending?.of !== this.#state) {
      this.#pending = { of: this.#state, files: pendingFiles(this.#state) };
    }
    return this.#pending.files;
  }

  /** What is proposed for the file at a path, and waits for a decision. */
  proposalsFor(path: string): readonly ReviewedFile[] {
    return this.#state.files.proposals
      .filter(file => file.proposal.target.path === path && isPending(file))
      .toSorted((one, other) => (one.current.path < other.current.path ? -1 : 1));
  }

  getFile(path: string): ReviewedFile | undefined {
    const known = this.#found.get(path);
    if (known !== undefined) {
      return known ?? undefined;
    }
    const file = findFile(this.#state, path);
    this.#found.set(path, file ?? null);
    return file;
  }

  /** The agent put `after` at a path. `before` is what the user had there; it counts only for a file not yet under review. */
  recordAgentWrite(
    path: string,
    after: FileContent,
    before: FileContent,
    origin: Origin,
  ): ReviewOutcome {
    return this.recordWrite(path, after, { kind: 'agent', origin }, before);
  }

  recordAgentRename(from: string, to: string, before: FileContent, origin: Origin): ReviewOutcome {
    const author: ChangeAuthor = { kind: 'agent', origin };
    const change = { kind: 'renamed', path: to } as const;
    return this.dispatch({ kind: 'changed', path: from, author, change, before });
  }

  /** What stands in the buffer, or on disk, now; whatever is new in it is the user's. */
  recordUserWrite(path: string, after: FileContent): ReviewOutcome {
    return this.recordWrite(path, after, { kind: 'user' }, null);
  }

  /** The user's edits, when they are known: a big text need not be compared. */
  recordUserEdits(path: string, edits: readonly LineEdit[]): ReviewOutcome {
    return this.recordEdits(path, edits, { kind: 'user' }, null);
  }

  recordUserRename(from: string, to: string): ReviewOutcome {
    const change = { kind: 'renamed', path: to } as const;
    return this.dispatch({
      kind: 'changed',
      path: from,
      author: { kind: 'user' },
      change,
      before: null,
    });
  }

  /** An agent wants a file to be so; nothing of it stands there yet. Names the proposal. */
  propose(proposed: NewProposal): ReviewOutcome {
    return this.dispatch({ kind: 'proposed', ...proposed });
  }

  /** What stands now in the file that a proposal is meant for. */
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

  /** Somebody put `after` at a path. If only lines changed, only lines are written to the journal. */
  recordWrite(
    path: string,
    after: FileContent,
    author: ChangeAuthor,
    before: FileContent | null,
  ): ReviewOutcome {
    const now = this.getFile(path)?.current ?? (before && toFileSide(path, before));
    if (!now) {
      return unchanged(this.#state); // Nobody's business: no agent has touched this file.
    }
    const next = toFileSide(path, after);
    if (now.form.kind === 'text' && sameFacets(now, next)) {
      return this.recordEdits(path, editsBetween(now.lines, next.lines), author, before);
    }
    const change = { kind: 'content', content: after } as const;
    return this.dispatch({ kind: 'changed', path, author, change, before });
  }

  /** The same, when the edits are known already. */
  recordEdits(
    path: string,
    edits: readonly LineEdit[],
    author: ChangeAuthor,
    before: FileContent | null,
  ): ReviewOutcome {
    const known = this.getFile(path) ? null : before;
    if (edits.length === 0) {
      return unchanged(this.#state);
    }
    const change = { kind: 'lines', edits } as const;
    return this.dispatch({ kind: 'changed', path, author, change, before: known });
  }

  accept(scope: DecisionScope, options: DecisionOptions = {}): ReviewOutcome {
    return this.#decide('accept', scope, options);
  }

  reject(scope: DecisionScope, options: DecisionOptions = {}): ReviewOutcome {
    return this.#decide('reject', scope, options);
  }

  undo(): ReviewOutcome {
    return this.dispatch({ kind: 'undone' });
  }

  redo(): ReviewOutcome {
    return this.dispatch({ kind: 'redone' });
  }

  /** Applies an event: a new one, or one from a journal. */
  dispatch(event: ReviewEvent): ReviewOutcome {
    const outcome = applyEvent(this.#state, event);
    if (outcome.state !== this.#state) {
      this.#forget(event, outcome);
      this.#state = outcome.state;
      this.#recorded.fire(event);
      if (this.#held) {
        this.#held.push(outcome);
      } else {
        this.#changed.fire(outcome);
      }
    }
    return outcome;
  }

  /** From now on nothing is drawn, until what is answered with is called: a decision shows when it stands in the file. */
  pauseEvents(): () => void {
    const held: ReviewOutcome[] = [];
    this.#held = held;
    return () => {
      if (this.#held === held) {
        this.#held = undefined;
        held.forEach(outcome => this.#changed.fire(outcome));
      }
    };
  }

  dispose(): void {
    this.#changed.dispose();
    this.#recorded.dispose();
  }

  /** A change concerns its own file; a decision, or a file that is gone, may let others be forgotten as well. */
  #forget(event: ReviewEvent, { state, changed }: ReviewOutcome): void {
    if (event.kind === 'changed' && state.files.size >= this.#state.files.size) {
      changed.forEach(path => this.#found.delete(path));
    } else {
      this.#found.clear();
    }
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
