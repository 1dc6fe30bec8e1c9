import { isAgentTag, isUserTag, type Tag } from './tags.ts';

/**
 * Where the test expects a line:
 * - `present`: the user wrote or accepted it. It must be in the base, and in a file after Reject All.
 * - `absent`: an agent wrote it and nobody has decided about it. It must be neither in the base nor in a file after Reject All.
 * - `any`: no expectation. The user has deleted it, or has typed it inside a change of an agent, to which it belongs now.
 */
export type Expectation = 'present' | 'absent' | 'any';

/** The expectation for every line that was written in a run. */
export class ExpectedLines {
  readonly #expectations = new Map<Tag, Expectation>();
  /** The user's lines inside of changes of agents. */
  readonly #joined = new Set<Tag>();
  readonly #deletedByUser = new Set<Tag>();
  #count = 0;

  /** A new line. It ends with spaces now and then, which a formatter removes. */
  createLine(author: 'b' | 'u' | 'a', words = 'line'): string {
    const tag = `${author}${(this.#count += 1)}`;
    this.#expectations.set(tag, author === 'a' ? 'absent' : 'present');
    return `${tag}. ${words}${this.#count % 5 === 0 ? '  ' : ''}`;
  }

  expectationOf(tag: Tag): Expectation | undefined {
    return this.#expectations.get(tag);
  }

  get all(): Iterable<readonly [Tag, Expectation]> {
    return this.#expectations;
  }

  /** The user has typed a line inside a change of an agent: whoever rejects the change rejects the line. */
  join(tag: Tag): void {
    this.#joined.add(tag);
    this.#expectations.set(tag, 'any');
  }

  deleteAsUser(tags: Iterable<Tag>): void {
    for (const tag of tags) {
      if (this.#expectations.get(tag) === 'present') {
        this.#expectations.set(tag, 'any');
        this.#deletedByUser.add(tag);
      }
    }
  }

  /** The editor's undo, redo or revert has taken lines away or brought them back. */
  changeAsUser(before: ReadonlySet<Tag>, after: ReadonlySet<Tag>): void {
    for (const tag of before) {
      if (!after.has(tag) && (isUserTag(tag) || isAgentTag(tag))) {
        this.deleteAsUser([tag]);
      }
    }
    for (const tag of after) {
      if (!before.has(tag) && this.#deletedByUser.has(tag) && !this.#joined.has(tag)) {
        this.#expectations.set(tag, 'any'); // It may have come back as the user's, or as a part of a hunk.
      }
    }
  }

  /** A decision has changed the base: what is new there was accepted. Returns what must not have happened. */
  decide(
    verb: 'accept' | 'reject' | 'undo' | 'redo',
    before: ReadonlySet<Tag>,
    after: ReadonlySet<Tag>,
  ): readonly string[] {
    const entered = [...after].filter(tag => !before.has(tag));
    const left = [...before].filter(tag => !after.has(tag));
    for (const tag of entered) {
      this.#expectations.set(tag, 'present');
    }
    for (const tag of left) {
      this.#expectations.set(tag, isAgentTag(tag) && verb === 'undo' ? 'absent' : 'any');
    }
    const wrong =
      verb === 'reject'
        ? [...entered, ...left]
        : verb === 'undo'
          ? left.filter(tag => !isAgentTag(tag) && !this.#joined.has(tag))
          : [];
    return wrong.map(tag => `${verb} has changed whether ${tag} is in the base`);
  }

  /** The user has rejected lines right after committing them, before VS Code's git extension reported the commit. */
  rejectCommitted(tags: Iterable<Tag>): void {
    for (const tag of tags) {
      if (this.#expectations.get(tag) === 'present') {
        this.#expectations.set(tag, 'any');
      }
    }
  }

  /** An accepted proposal is written into its file a moment later. */
  acceptProposed(tags: Iterable<Tag>): void {
    for (const tag of tags) {
      this.#expectations.set(tag, 'any');
    }
  }

  /** A commit accepts the lines in it, and the deletion of those that are not. */
  commit(committed: ReadonlySet<Tag>, missing: Iterable<Tag>): void {
    for (const tag of committed) {
      this.#expectations.set(tag, 'present');
    }
    for (const tag of missing) {
      if (!committed.has(tag) && this.#expectations.get(tag) === 'present') {
        this.#expectations.set(tag, 'any');
      }
    }
  }
}
