import { isAgentTag, isUserTag, type Tag } from './tags.ts';

/**
 * What is demanded of a line:
 * - `stay`: it is the user's. It is in the base, and in the file after Reject All.
 * - `go`: it is the agent's and undecided. It is not in the base, and not in a file after Reject All.
 * - `any`: nothing. The user has deleted it, or has typed it inside a change of the agent, to which it belongs now.
 */
export type Demand = 'stay' | 'go' | 'any';

/** What is demanded of every line that was ever written in a run. */
export class Ledger {
  readonly #demands = new Map<Tag, Demand>();
  /** The user's lines inside of changes of agents. */
  readonly #joined = new Set<Tag>();
  readonly #deletedByUser = new Set<Tag>();
  #count = 0;

  /** A new line. It ends with spaces now and then, which a formatter removes. */
  createLine(author: 'b' | 'u' | 'a', words = 'line'): string {
    const tag = `${author}${(this.#count += 1)}`;
    this.#demands.set(tag, author === 'a' ? 'go' : 'stay');
    return `${tag}. ${words}${this.#count % 5 === 0 ? '  ' : ''}`;
  }

  demandOf(tag: Tag): Demand | undefined {
    return this.#demands.get(tag);
  }

  get all(): Iterable<readonly [Tag, Demand]> {
    return this.#demands;
  }

  /** The user has typed a line inside a change of an agent: whoever rejects the change rejects the line. */
  join(tag: Tag): void {
    this.#joined.add(tag);
    this.#demands.set(tag, 'any');
  }

  deleteAsUser(tags: Iterable<Tag>): void {
    for (const tag of tags) {
      if (this.#demands.get(tag) === 'stay') {
        this.#demands.set(tag, 'any');
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
        this.#demands.set(tag, 'any'); // It may have come back as the user's, or as a part of a hunk.
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
      this.#demands.set(tag, 'stay');
    }
    for (const tag of left) {
      this.#demands.set(tag, isAgentTag(tag) && verb === 'undo' ? 'go' : 'any');
    }
    const wrong =
      verb === 'reject'
        ? [...entered, ...left]
        : verb === 'undo'
          ? left.filter(tag => !isAgentTag(tag) && !this.#joined.has(tag))
          : [];
    return wrong.map(tag => `${verb} has changed whether ${tag} is in the base`);
  }

  /** A commit accepts the lines in it, and the deletion of those that are not. */
  commit(committed: ReadonlySet<Tag>, missing: Iterable<Tag>): void {
    for (const tag of committed) {
      this.#demands.set(tag, 'stay');
    }
    for (const tag of missing) {
      if (!committed.has(tag) && this.#demands.get(tag) === 'stay') {
        this.#demands.set(tag, 'any');
      }
    }
  }
}
