import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { getErrorMessage } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';
import type { Logger } from '../../core/logger.ts';
import { snapshotFolderName } from '../snapshot/openSnapshotStore.ts';
import type { Snapshot } from '../snapshot/model/snapshot.ts';
import { WorkTree } from './workTree.ts';

/** The folders in the storage that we may remove. */
const STORE_NAME = /^[0-9a-f]{16}$/;

/** The work trees of all workspace folders. One that cannot be opened must affect neither the others nor the prompt. */
export class WorkTrees {
  readonly #storage: string;
  readonly #logger: Logger;
  readonly #trees = new Map<string, Promise<WorkTree | undefined>>();
  /** Folders that could not be opened and were reported already. */
  readonly #reported = new Set<string>();

  /** `storage` is a folder for snapshots, outside every workspace. */
  constructor(storage: string, logger: Logger) {
    this.#storage = storage;
    this.#logger = logger;
  }

  async open(roots: readonly string[]): Promise<readonly WorkTree[]> {
    const unique = [...new Set(roots)];
    const trees = await Promise.all(unique.map(root => this.#open(root)));
    return trees.filter(tree => tree !== undefined);
  }

  /**
   * Opens work trees by their real paths, which is what snapshots store. They may be open under a path with symbolic
   * links.
   */
  async openByRealPath(realPaths: readonly string[]): Promise<readonly WorkTree[]> {
    const known = await this.open([...this.#trees.keys()]);
    const found = await Promise.all(
      [...new Set(realPaths)].map(async realPath => {
        const open = known.find(({ snapshots }) => snapshots.root === realPath);
        return open ? [open] : this.open([realPath]);
      }),
    );
    return found.flat();
  }

  /** The innermost work tree that contains a file. */
  async findContaining(file: string): Promise<WorkTree | undefined> {
    const trees = await this.open([...this.#trees.keys()]);
    return trees
      .filter(tree => tree.contains(file))
      .toSorted((one, other) => other.root.length - one.root.length)[0];
  }

  /** Deletes what neither these snapshots nor the baselines need. */
  async prune(needed: readonly Snapshot[]): Promise<void> {
    await this.openByRealPath(needed.map(({ root }) => root));
    const known = await this.open([...this.#trees.keys()]);
    const all = [...needed, ...known.flatMap(({ baseline: last }) => last ?? [])];
    for (const { snapshots } of known) {
      const ofRoot = all.filter(({ root }) => root === snapshots.root);
      const trees = new Set(ofRoot.map(({ tree }) => tree));
      const blobs = new Set(ofRoot.flatMap(({ permissions }) => permissions ?? []));
      await snapshots.prune({ trees: [...trees], blobs: [...blobs] });
    }
    const inUse = new Set(
      [...all, ...known.map(({ snapshots }) => snapshots)].map(({ root }) =>
        snapshotFolderName(root),
      ),
    );
    for (const name of await readdir(this.#storage).catch(() => [])) {
      if (STORE_NAME.test(name) && !inUse.has(name)) {
        await rm(path.join(this.#storage, name), { recursive: true, force: true });
      }
    }
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
    const opened = WorkTree.open(root, this.#storage, this.#logger).catch(
      async (error: unknown) => {
        this.#trees.delete(root); // It is tried again the next time.
        await this.#report(root, getErrorMessage(error));
        return undefined;
      },
    );
    this.#trees.set(root, opened);
    return opened;
  }

  /** A folder that does not exist needs no message to the user. */
  async #report(root: string, reason: string): Promise<void> {
    const exists = await stat(root).catch(() => undefined);
    if (exists && !this.#reported.has(root)) {
      this.#reported.add(root);
      this.#logger.error(t('Agent changes in {0} might not be reviewed. {1}', root, reason));
    } else {
      this.#logger.warn(`Changes in ${root} cannot be reviewed: ${reason}`);
    }
  }
}
