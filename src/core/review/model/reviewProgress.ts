import { sameFacets } from '../file/fileSide.ts';
import { lastOrigin, type ReviewedFile } from '../file/reviewedFile.ts';
import type { ReviewModel } from './reviewModel.ts';
import type { Decision } from './reviewState.ts';
import { noVerdicts, verdictsSincePrompt, type VerdictCounts } from './turnVerdicts.ts';

/** The position of a file among those of the current review, and of a hunk in its file; `hunk` is 0 without one. */
export interface ReviewPosition {
  readonly file: number;
  readonly files: number;
  readonly hunk: number;
  readonly hunks: number;
}

/** A file of the current review. */
interface FileProgress {
  readonly file: ReviewedFile;
  /** The numbers of the hunks that are pending or were decided in this review, by their ids, in the order of their lines. */
  readonly hunks: ReadonlyMap<string, number>;
}

/**
 * Numbers the files of a review, and the hunks of each file. Decided ones count too, so that the numbers stay the same until
 * everything is decided. After that a new review begins with the next change, unless it is the undo of a decision.
 */
export class ReviewProgress {
  readonly #model: ReviewModel;
  /** By the id of the file. */
  #files: ReadonlyMap<string, FileProgress> = new Map();
  /** The files in the order in which they are numbered. */
  #order: readonly string[] = [];
  readonly #decided = new Set<string>();
  readonly #sessionIds = new Set<string>();
  #isDone = true;
  #pending: readonly ReviewedFile[] = [];
  #decisions: readonly Decision[] = [];

  constructor(model: ReviewModel) {
    this.#model = model;
  }

  /** The sessions whose changes are or were in this review. */
  get sessionIds(): ReadonlySet<string> {
    this.update();
    return this.#sessionIds;
  }

  /** What was decided in this review since the last prompt of each of its sessions. */
  get verdicts(): VerdictCounts {
    const { verdicts } = this.#model.state;
    return [...this.sessionIds]
      .map(sessionId => verdictsSincePrompt(verdicts, sessionId))
      .reduce(
        (sum, one) => ({
          accepted: sum.accepted + one.accepted,
          rejected: sum.rejected + one.rejected,
        }),
        noVerdicts,
      );
  }

  positionOf({ id }: ReviewedFile, hunkId?: string): ReviewPosition | undefined {
    this.update();
    const progress = this.#files.get(id);
    return (
      progress && {
        file: this.#order.indexOf(id) + 1,
        files: this.#order.length,
        hunk: progress.hunks.get(hunkId ?? '') ?? 0,
        hunks: progress.hunks.size,
      }
    );
  }

  /** Compares with the model. This must be called at least once between the end of a review and the next change. */
  update(): void {
    const { pending, state } = this.#model;
    if (pending === this.#pending) {
      return;
    }
    this.#pending = pending;
    if (pending.length === 0) {
      this.#isDone = true;
      return;
    }
    if (this.#isDone && !pending.every(file => this.#isKnown(file))) {
      this.#files = new Map();
      this.#decided.clear();
      this.#sessionIds.clear();
    }
    this.#isDone = false;
    this.#addDecided(state.done);
    this.#addFiles(pending);
  }

  /** Whether everything that is pending in a file was in this review before. */
  #isKnown({ id, hunks, current }: ReviewedFile): boolean {
    const known = this.#files.get(id);
    return (
      known !== undefined &&
      sameFacets(known.file.current, current) &&
      hunks.every(hunk => known.hunks.has(hunk.id))
    );
  }

  #addDecided(decisions: readonly Decision[]): void {
    if (decisions !== this.#decisions) {
      this.#decisions = decisions;
      decisions
        .flatMap(({ patches }) => patches.flatMap(({ lines }) => lines))
        .forEach(({ hunk }) => this.#decided.add(hunk.id));
    }
  }

  #addFiles(pending: readonly ReviewedFile[]): void {
    const files = new Map(this.#files);
    for (const file of pending) {
      const known = files.get(file.id);
      if (known?.file !== file) {
        const ids = this.#mergeHunkIds([...(known?.hunks.keys() ?? [])], file);
        files.set(file.id, { file, hunks: new Map(ids.map((id, index) => [id, index + 1])) });
        this.#addSessions(file);
      }
    }
    this.#files = files;
    const paths = [...files].map(([id, { file }]) => ({ id, path: file.current.path }));
    this.#order = paths
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
      .map(({ id }) => id);
  }

  #addSessions(file: ReviewedFile): void {
    for (const hunk of file.hunks.length > 0 ? file.hunks : [{ origins: [] }]) {
      const origin = lastOrigin(file, hunk);
      if (origin) {
        this.#sessionIds.add(origin.sessionId);
      }
    }
  }

  /** Drops what is neither pending nor decided, and inserts new hunks after the pending ones that precede them. */
  #mergeHunkIds(known: readonly string[], { hunks }: ReviewedFile): readonly string[] {
    const pending = new Set(hunks.map(({ id }) => id));
    const kept = new Set(known.filter(id => pending.has(id) || this.#decided.has(id)));
    const added = new Map<string, string[]>();
    let previous = '';
    for (const id of pending) {
      if (kept.has(id)) {
        previous = id;
      } else {
        added.set(previous, [...(added.get(previous) ?? []), id]);
      }
    }
    return [...(added.get('') ?? []), ...[...kept].flatMap(id => [id, ...(added.get(id) ?? [])])];
  }
}
