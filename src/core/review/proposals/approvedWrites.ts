import type { ReviewModel } from '../model/reviewModel.ts';
import type { ReviewedFile } from '../file/reviewedFile.ts';
import { joinLines } from '../../text/lines.ts';
import { normalizeText } from '../../text/normalizeText.ts';

/** A text that an agent may write itself, since the user has agreed to all of it. */
interface Agreed {
  readonly sessionId: string;
  readonly text: string;
  /** What waited in the file before: that is another matter. */
  readonly pending: ReadonlySet<string>;
}

/** Accepts what agents write themselves after the user has looked at every hunk of it: nobody has to look twice. */
export class ApprovedWrites {
  readonly #log: ReviewModel;
  readonly #agreed = new Map<string, Agreed>();

  constructor(log: ReviewModel) {
    this.#log = log;
  }

  expect(sessionId: string, path: string, text: string): void {
    const pending = new Set(this.#log.getFile(path)?.hunks.map(({ id }) => id));
    this.#agreed.set(path, { sessionId, text, pending });
  }

  /** Whether the user has agreed to this text already. */
  has(path: string, text: string): boolean {
    const agreed = this.#agreed.get(path);
    return agreed !== undefined && normalizeText(agreed.text) === normalizeText(text);
  }

  /** Files have changed in the ledger. */
  handleChange(paths: readonly string[]): void {
    for (const path of paths) {
      const agreed = this.#agreed.get(path);
      const file = agreed && this.#log.getFile(path);
      if (file && normalizeText(joinLines(file.current.lines)) === normalizeText(agreed.text)) {
        this.#agreed.delete(path);
        this.#accept(file, agreed);
      }
    }
  }

  /** What the agent has not written by the end of its turn it may not write any more unseen. */
  endTurn(sessionId: string): void {
    for (const [path, agreed] of this.#agreed) {
      if (agreed.sessionId === sessionId) {
        this.#agreed.delete(path);
      }
    }
  }

  #accept({ base, current, hunks }: ReviewedFile, { pending }: Agreed): void {
    const { path } = current;
    const fresh = hunks.filter(({ id }) => !pending.has(id));
    this.#log.accept(
      base.form.kind === 'absent'
        ? { kind: 'file', path }
        : { kind: 'hunks', hunks: fresh.map(({ id, revision }) => ({ path, id, revision })) },
    );
  }
}
