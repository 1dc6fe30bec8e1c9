import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { mapWithLimit } from '../../../core/async/mapWithLimit.ts';

/** The coarsest clock that time stamps of files come from. A file that was changed that recently may change unseen. */
const CLOCK_TICK_NS = 50_000_000n;
const SECOND_NS = 1_000_000_000n;

interface RecentFile {
  readonly stamp: string;
  readonly changedNs: bigint;
  /** Whether a later change may have got the same stamp. */
  readonly isUncertain: boolean;
}

/**
 * Files that changed within about a second before they were staged. Git compares whole seconds, so it misses another
 * change in the same second if the size and the modification time stay the same. We compare nanoseconds.
 */
export class RecentFiles {
  readonly #root: string;
  readonly #files = new Map<string, RecentFile>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Remembers the files that are about to be staged. Must be called before they are read. */
  async record(names: readonly string[]): Promise<void> {
    const nowNs = now();
    await mapWithLimit(names, async name => {
      const file = await this.#look(name, nowNs);
      if (file && isRecent(file, nowNs)) {
        this.#files.set(name, file);
      } else {
        this.#files.delete(name);
      }
    });
  }

  /** The files that may have changed since they were staged. */
  async findChanged(): Promise<readonly string[]> {
    const nowNs = now();
    const found = await mapWithLimit([...this.#files], async ([name, known]) => {
      const file = await this.#look(name, nowNs);
      if (!isRecent(known, nowNs)) {
        this.#files.delete(name); // Later changes are in another second.
      }
      return file && (known.isUncertain || file.stamp !== known.stamp) ? [name] : [];
    });
    return found.flat();
  }

  async #look(name: string, nowNs: bigint): Promise<RecentFile | undefined> {
    const stats = await lstat(path.join(this.#root, name), { bigint: true }).catch(() => undefined);
    if (!stats?.isFile()) {
      return undefined;
    }
    const { size, mtimeNs, ctimeNs, ino, mode } = stats;
    return {
      stamp: [size, mtimeNs, ctimeNs, ino, mode].join(' '),
      changedNs: ctimeNs,
      isUncertain: nowNs - ctimeNs < CLOCK_TICK_NS,
    };
  }
}

const now = (): bigint => BigInt(Date.now()) * 1_000_000n;

const isRecent = ({ changedNs }: RecentFile, nowNs: bigint): boolean =>
  changedNs / SECOND_NS >= nowNs / SECOND_NS - 1n;
