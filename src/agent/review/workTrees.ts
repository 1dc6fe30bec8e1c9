import { messageOf } from '../../core/errors.ts';
import type { Log } from '../ports.ts';
import { WorkTree } from './workTree.ts';

/** The folders that are looked after. One that cannot be watched must not hold up the others, nor the prompt. */
export class WorkTrees {
  readonly #storage: string;
  readonly #notes: Log;
  readonly #trees = new Map<string, Promise<WorkTree | undefined>>();

  /** `storage` is a folder for snapshots, outside every workspace. */
  constructor(storage: string, notes: Log) {
    this.#storage = storage;
    this.#notes = notes;
  }

  async of(roots: readonly string[]): Promise<readonly WorkTree[]> {
    const unique = [...new Set(roots)];
    const trees = await Promise.all(unique.map(root => this.#open(root)));
    return trees.filter(tree => tree !== undefined);
  }

  /** The innermost folder that holds a file. */
  async holding(path: string): Promise<WorkTree | undefined> {
    const trees = await this.of([...this.#trees.keys()]);
    return trees
      .filter(tree => tree.holds(path))
      .toSorted((one, other) => other.root.length - one.root.length)[0];
  }

  dispose(): void {
    for (const tree of this.#trees.values()) {
      void tree.then(opened => opened?.dispose());
    }
  }

  #open(root: string): Promise<WorkTree | undefined> {
    const known = this.#trees.get(root);
    if (known) {
      return known;
    }
    const opened = WorkTree.open(root, this.#storage).catch((error: unknown) => {
      this.#notes.warn(`Changes in ${root} cannot be reviewed: ${messageOf(error)}`);
      return undefined;
    });
    this.#trees.set(root, opened);
    return opened;
  }
}
