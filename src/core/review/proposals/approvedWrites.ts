import { joinLines } from '../../text/lines.ts';
import { normalizeText } from '../../text/normalizeText.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';
import type { ReviewModel } from '../model/reviewModel.ts';

/** A text that the agent may write itself, since the user has accepted all of it. */
interface Approval {
  readonly sessionId: string;
  readonly text: string;
  /** The hunks that were pending before. They are not accepted. */
  readonly pending: ReadonlySet<string>;
}

/** Accepts the writes of agents that the user has already approved, so that no one has to review them twice. */
export class ApprovedWrites {
  readonly #model: ReviewModel;
  readonly #approvals = new Map<string, Approval>();

  constructor(model: ReviewModel) {
    this.#model = model;
  }

  expect(sessionId: string, path: string, text: string): void {
    const pending = new Set(this.#model.getFile(path)?.hunks.map(({ id }) => id));
    this.#approvals.set(path, { sessionId, text, pending });
  }

  /** Whether the user has already accepted this text. */
  has(path: string, text: string): boolean {
    const approval = this.#approvals.get(path);
    return approval !== undefined && normalizeText(approval.text) === normalizeText(text);
  }

  /** Accepts approved texts among the files that have changed. */
  handleChange(paths: readonly string[]): void {
    for (const path of paths) {
      const approval = this.#approvals.get(path);
      const file = approval && this.#model.getFile(path);
      if (file && normalizeText(joinLines(file.current.lines)) === normalizeText(approval.text)) {
        this.#approvals.delete(path);
        this.#accept(file, approval);
      }
    }
  }

  /** Drops approvals that the agent has not used by the end of its turn. */
  endTurn(sessionId: string): void {
    for (const [path, approval] of this.#approvals) {
      if (approval.sessionId === sessionId) {
        this.#approvals.delete(path);
      }
    }
  }

  #accept({ base, current, hunks }: ReviewedFile, { pending }: Approval): void {
    const { path } = current;
    const newHunks = hunks.filter(({ id }) => !pending.has(id));
    this.#model.accept(
      base.form.kind === 'absent'
        ? { kind: 'file', path }
        : { kind: 'hunks', hunks: newHunks.map(({ id, revision }) => ({ path, id, revision })) },
    );
  }
}
