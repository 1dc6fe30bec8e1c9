import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import {
  DEFAULT_FILE_MODE,
  SYMLINK_MODE,
  type SnapshotChange,
  type FileMode,
} from '../../../core/checkpoint/snapshotChange.ts';
import { CancellationError } from '../../../core/errors.ts';
import { IgnoredFiles } from '../model/ignoredFiles.ts';
import { findUnreviewableChanges, type UnreviewableChanges } from '../model/unreviewableChanges.ts';
import { LostContentError } from '../model/lostContentError.ts';
import { plainChanges } from './plainChanges.ts';
import { plainFiles } from './plainFiles.ts';
import type { PlainFile, PlainTree } from './plainObjectStore.ts';
import { PlainObjectStore } from './plainObjectStore.ts';
import { tryLstat, readFileForSnapshot } from '../model/readFileForSnapshot.ts';
import type { SkippedPath, Snapshot, SnapshotLimits } from '../model/snapshot.ts';
import type {
  AmendedFile,
  ChangesSince,
  NeededObjects,
  SnapshotStore,
} from '../model/snapshotStore.ts';
import { CrossProcessMutex } from '../../disk/crossProcessMutex.ts';
import { localizable, t } from '../../../core/l10n.ts';

/** The resolution of time stamps on some file systems: a more recent file is read again. */
const STAMP_GRAIN_MS = 2000;

interface CachedFile {
  readonly stamp: string;
  readonly file: PlainFile;
}

/** Stores snapshots without git: a file is read once, and again when its time stamp changes. */
export class PlainSnapshotStore implements SnapshotStore {
  readonly root: string;
  readonly #limits: SnapshotLimits;
  readonly #store: PlainObjectStore;
  readonly #lock: CrossProcessMutex;
  readonly #ignored: IgnoredFiles;
  #unkept: readonly string[] = [];
  #cache: ReadonlyMap<string, CachedFile> = new Map();

  private constructor(root: string, dir: string, limits: SnapshotLimits) {
    this.root = root;
    this.#limits = limits;
    this.#store = new PlainObjectStore(path.join(dir, 'content'));
    this.#lock = new CrossProcessMutex(path.join(dir, 'accord.lock'));
    this.#ignored = new IgnoredFiles(root, path.join(dir, 'ignored'), limits);
  }

  static async open(options: {
    readonly root: string;
    readonly dir: string;
    readonly limits: SnapshotLimits;
  }): Promise<PlainSnapshotStore> {
    await mkdir(options.dir, { recursive: true });
    return new PlainSnapshotStore(options.root, options.dir, options.limits);
  }

  take(signal?: AbortSignal): Promise<Snapshot> {
    this.#ignored.retryLate();
    return this.#take(signal);
  }

  #take(signal?: AbortSignal): Promise<Snapshot> {
    return this.#lock.run(async () => {
      const takenAtMs = Date.now();
      const cache = new Map<string, CachedFile>();
      await this.#ignored.load();
      const below = await plainFiles(this.root);
      this.#ignored.clear(); // All of them are listed each time.
      const choice = await this.#ignored.choose(below.ignored);
      const skipped = [...below.skipped, ...choice.skipped];
      for (const name of [...below.names, ...choice.add]) {
        if (signal?.aborted) {
          throw new CancellationError();
        }
        const result = await this.#readFile(name);
        if (result && 'reason' in result) {
          skipped.push(result);
        } else if (result) {
          cache.set(name, result);
        }
      }
      this.#cache = cache;
      const tree = await this.#store.putTree([...cache.values()].map(cached => cached.file));
      await this.#ignored.save();
      this.#unkept = choice.unkept;
      return { root: this.root, tree, skipped, takenAtMs };
    }, signal);
  }

  async changes(from: Snapshot, to: Snapshot): Promise<readonly SnapshotChange[]> {
    const [before, after] = await Promise.all([this.#treeOf(from), this.#treeOf(to)]);
    return plainChanges({ tree: before, ...skips(from) }, { tree: after, ...skips(to) });
  }

  async changesSince(snapshot: Snapshot, signal?: AbortSignal): Promise<ChangesSince> {
    const now = await this.#take(signal);
    return { after: now, changes: await this.changes(snapshot, now) };
  }

  async read(snapshot: Snapshot, name: string): Promise<Uint8Array | undefined> {
    const blob = (await this.#treeOf(snapshot)).get(name)?.blob;
    return blob === undefined ? undefined : this.readBlob(blob);
  }

  async modeOf(snapshot: Snapshot, name: string): Promise<FileMode | undefined> {
    return (await this.#treeOf(snapshot)).get(name)?.mode;
  }

  async readBlob(blob: string): Promise<Uint8Array> {
    const bytes = await this.#store.get(blob);
    if (!bytes) {
      throw new LostContentError(t(LOST));
    }
    return bytes;
  }

  async amend(snapshot: Snapshot, files: readonly AmendedFile[]): Promise<Snapshot> {
    const tree = new Map(await this.#treeOf(snapshot));
    for (const { path: name, blob, mode = DEFAULT_FILE_MODE } of files) {
      if (blob === undefined) {
        tree.delete(name);
      } else {
        tree.set(name, await this.#stored(name, await this.readBlob(blob), mode));
      }
    }
    const amended = new Set(files.map(file => file.path));
    const skipped = snapshot.skipped.filter(skip => !amended.has(skip.path));
    return { ...snapshot, tree: await this.#store.putTree(tree.values()), skipped };
  }

  async findUnreviewableChanges(
    before: Snapshot,
    now: Snapshot,
    roots: readonly string[],
  ): Promise<UnreviewableChanges> {
    const files = [...(await this.#treeOf(now)).values()];
    const links = files.filter(file => file.mode === SYMLINK_MODE).map(file => file.path);
    return findUnreviewableChanges({ before, after: now, unkept: this.#unkept, links, roots });
  }

  prune(needed: NeededObjects): Promise<void> {
    return this.#lock.run(async () => {
      const ids = new Set([...needed.trees, ...(needed.blobs ?? [])]);
      this.#cache.forEach(cached => ids.add(cached.file.blob));
      for (const tree of needed.trees) {
        const files = await this.#store.getTree(tree); // One at a time: each may be large.
        files?.forEach(({ blob }) => ids.add(blob));
      }
      await this.#store.keepOnly(ids);
    });
  }

  dispose(): void {
    this.#cache = new Map();
  }

  async #readFile(name: string): Promise<CachedFile | SkippedPath | undefined> {
    const file = path.join(this.root, name);
    const found = await tryLstat(file);
    if (!found) {
      return undefined;
    }
    const { size, mtimeMs, ctimeMs, ino, mode } = found;
    const stamp = [size, mtimeMs, ctimeMs, ino, mode].join(' ');
    const cached = this.#cache.get(name);
    if (cached?.stamp === stamp) {
      return cached;
    }
    const limitBytes = cached ? this.#limits.knownFileBytes : this.#limits.newFileBytes;
    if (found.isFile() && size > limitBytes) {
      return { path: name, reason: 'tooLarge', sizeBytes: size, mtimeMs };
    }
    try {
      const isYoung = Date.now() - Math.max(mtimeMs, ctimeMs) < STAMP_GRAIN_MS;
      const content = await readFileForSnapshot(file, found);
      return (
        content && {
          stamp: isYoung ? '' : stamp,
          file: await this.#stored(name, content.bytes, content.mode),
        }
      );
    } catch {
      return { path: name, reason: 'unreadable' };
    }
  }

  async #stored(name: string, bytes: Uint8Array, mode: PlainFile['mode']): Promise<PlainFile> {
    const binary = bytes.subarray(0, BINARY_PROBE_BYTES).includes(0);
    const blob = await this.#store.put(bytes);
    return { path: name, mode, sizeBytes: bytes.length, blob, binary };
  }

  async #treeOf(snapshot: Snapshot): Promise<PlainTree> {
    const tree = await this.#store.getTree(snapshot.tree);
    if (!tree) {
      throw new LostContentError(t(LOST));
    }
    return tree;
  }
}

const BINARY_PROBE_BYTES = 8000;
const LOST = localizable('The earlier content of these files is no longer available.');

const skips = ({ skipped }: Snapshot): { readonly skipped: readonly SkippedPath[] } => ({
  skipped,
});
