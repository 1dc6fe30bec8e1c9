import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileChange, FileMode } from '../../core/checkpoint/fileChange.ts';
import { UserError } from '../../core/errors.ts';
import { amendTree } from './amendTree.ts';
import { BlobReader } from './blobReader.ts';
import { fileChanges, fileDifferences } from './fileChanges.ts';
import { GitError } from './git.ts';
import { folderBytes } from './folderBytes.ts';
import { pruneObjects } from './pruneObjects.ts';
import { lstatOf, readForStore } from './readForStore.ts';
import { ShadowRepository } from './shadowRepository.ts';
import type { Snapshot, SnapshotLimits } from './snapshot.ts';
import type { AmendedFile, ChangesSince, KeptFile, NeededObjects, Snapshots } from './snapshots.ts';
import { StoreLock } from './storeLock.ts';
import { modeIn } from './modeIn.ts';
import { takeTree } from './takeTree.ts';
import { TrackedPaths } from './trackedPaths.ts';
import { said, t } from '../../core/words.ts';

const LOST = said(
  'The repository that held the earlier content of these files is gone or was cleaned up, so it cannot be read any more.',
);

/** How git says that an object is not there, or not whole. */
const MISSING =
  /bad object|not a tree object|not a valid object|unable to read|could not read|corrupt/i;

function asLoss(error: unknown): never {
  if (error instanceof GitError && MISSING.test(error.message)) {
    throw new UserError(t(LOST), { cause: error });
  }
  return asFailure(error);
}

function asFailure(error: unknown): never {
  throw error instanceof GitError
    ? new UserError(t('The state of the folder could not be captured. {0}', error.message))
    : error;
}

/** Snapshots by git, in a repository of our own below the storage folder. */
export class GitSnapshots implements Snapshots {
  readonly root: string;
  readonly #limits: SnapshotLimits;
  readonly #shadow: ShadowRepository;
  readonly #lock: StoreLock;
  readonly #tracked: TrackedPaths;
  readonly #blobs: BlobReader;
  #waiting: Promise<Snapshot> | undefined;

  private constructor(shadow: ShadowRepository, limits: SnapshotLimits) {
    this.root = shadow.root;
    this.#limits = limits;
    this.#shadow = shadow;
    this.#lock = new StoreLock(path.join(shadow.dir, 'accord.lock'));
    this.#tracked = new TrackedPaths(path.join(shadow.dir, 'tracked'));
    this.#blobs = new BlobReader(shadow.program, shadow.env);
  }

  static async open(where: {
    readonly root: string;
    readonly dir: string;
    readonly command: string;
    readonly limits: SnapshotLimits;
  }): Promise<GitSnapshots> {
    const shadow = new ShadowRepository(where);
    await shadow.create();
    return new GitSnapshots(shadow, where.limits);
  }

  /** Whoever asks while a snapshot waits for its turn gets that one: it will be new enough. */
  take(signal?: AbortSignal): Promise<Snapshot> {
    if (signal) {
      return this.#takeAlone(signal);
    }
    const taken = (this.#waiting ??= this.#takeAlone());
    return taken.finally(() => {
      if (this.#waiting === taken) {
        this.#waiting = undefined; // It failed before its turn came.
      }
    });
  }

  #takeAlone(signal?: AbortSignal): Promise<Snapshot> {
    return this.#alone(async () => {
      if (!signal) {
        this.#waiting = undefined;
      }
      const { tree, skipped } = await takeTree(this.#shadow, {
        limits: this.#limits,
        tracked: await this.#tracked.list(),
        signal,
      }).catch(asFailure);
      return { root: this.root, tree, skipped };
    }, signal);
  }

  changes(from: Snapshot, to: Snapshot, signal?: AbortSignal): Promise<readonly FileChange[]> {
    return fileChanges(this.#shadow, { from, to }, signal).catch(asLoss);
  }

  async changedSince(snapshot: Snapshot, signal?: AbortSignal): Promise<ChangesSince> {
    const now = await this.take(signal);
    const pair = { from: snapshot, to: now };
    return { now, changes: await fileDifferences(this.#shadow, pair, signal).catch(asLoss) };
  }

  async read(snapshot: Snapshot, name: string): Promise<Uint8Array | undefined> {
    const quick = name.includes('\n')
      ? undefined
      : await this.#blobs.read(`${snapshot.tree}:${name}`);
    if (quick?.type === 'blob') {
      return quick.bytes;
    }
    const blob = await this.#blobAt(snapshot, name);
    return blob === undefined ? undefined : this.readBlob(blob);
  }

  async readMany(
    snapshot: Snapshot,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, Uint8Array | undefined>> {
    const read = names.map(async name => [name, await this.read(snapshot, name)] as const);
    return new Map(await Promise.all(read));
  }

  async readBlob(blob: string): Promise<Uint8Array> {
    const found = await this.#blobs.read(blob);
    if (found?.type !== 'blob') {
      throw new UserError(t(LOST));
    }
    return found.bytes;
  }

  async modeOf(snapshot: Snapshot, name: string): Promise<FileMode | undefined> {
    const folder = path.posix.dirname(name);
    const found = folder.includes('\n')
      ? undefined
      : await this.#blobs.read(`${snapshot.tree}:${folder === '.' ? '' : folder}`);
    return found?.type === 'tree'
      ? modeIn(Buffer.from(found.bytes), path.posix.basename(name), snapshot.tree.length / 2)
      : undefined;
  }

  async track(paths: readonly string[]): Promise<void> {
    await this.#alone(() => this.#tracked.add(paths));
  }

  async keep(name: string): Promise<KeptFile> {
    await this.track([name]);
    const file = path.join(this.root, name);
    const found = await lstatOf(file);
    if (found && found.size > this.#limits.knownFileBytes) {
      throw new UserError(t('{0} is too large to be kept for review.', name));
    }
    const content = found && (await readForStore(file, found));
    return content
      ? { path: name, blob: await this.#store(content.bytes), mode: content.mode }
      : { path: name, mode: 'file' };
  }

  async amend(snapshot: Snapshot, files: readonly AmendedFile[]): Promise<Snapshot> {
    if (files.length === 0) {
      return snapshot;
    }
    const store = (bytes: Uint8Array): Promise<string> => this.#store(bytes);
    const tree = await amendTree(this.#shadow, { tree: snapshot.tree, files, store });
    const amended = new Set(files.map(file => file.path));
    const skipped = snapshot.skipped.filter(skip => !amended.has(skip.path));
    return { ...snapshot, tree, skipped };
  }

  async prune(needed: NeededObjects): Promise<void> {
    await this.#alone(() => pruneObjects(this.#shadow, needed));
    this.#blobs.close();
  }

  sizeBytes(): Promise<number> {
    return folderBytes(this.#shadow.dir);
  }

  dispose(): void {
    this.#blobs.close();
  }

  async #alone<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const found = await stat(this.root).catch(() => undefined);
    if (!found?.isDirectory()) {
      throw new UserError(t('{0} is not a folder any more, so it has no snapshot.', this.root));
    }
    return this.#lock.run(async () => {
      // We hold the lock, so whoever left one of these behind was killed.
      const left = [this.#shadow.index, this.#shadow.seed].map(file => `${file}.lock`);
      await Promise.all(left.map(file => rm(file, { force: true })));
      return work();
    }, signal);
  }

  async #store(bytes: Uint8Array): Promise<string> {
    const args = ['hash-object', '-w', '--no-filters', '--stdin'];
    return (await this.#shadow.git({ args, stdin: bytes })).toString().trim();
  }

  async #blobAt(snapshot: Snapshot, name: string): Promise<string | undefined> {
    const args = ['ls-tree', '-z', '--full-tree', snapshot.tree, '--', name];
    const listed = (await this.#shadow.git({ args }).catch(asLoss)).toString();
    return / blob ([0-9a-f]{40})\t/.exec(listed)?.[1];
  }
}
