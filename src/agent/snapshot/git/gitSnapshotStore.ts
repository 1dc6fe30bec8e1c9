import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SnapshotChange, FileMode } from '../../../core/checkpoint/snapshotChange.ts';
import { UserError } from '../../../core/errors.ts';
import { amendTree } from './amendTree.ts';
import { GitObjectReader } from '../../git/gitObjectReader.ts';
import { fileChanges, fileDifferences, linksIn, type SnapshotPair } from './fileChanges.ts';
import { GitError } from '../../git/isolatedGit.ts';
import { IgnoredFiles } from '../model/ignoredFiles.ts';
import { findUnreviewableChanges, type UnreviewableChanges } from '../model/unreviewableChanges.ts';
import { LostContentError } from '../model/lostContentError.ts';
import { PermissionStore } from './permissionStore.ts';
import { exactMode, permissionBits, updatePermissions, type Permissions } from './permissions.ts';
import { RecentFiles } from './recentFiles.ts';
import { pruneObjects } from './pruneObjects.ts';
import { ShadowRepository } from './shadowRepository.ts';
import type { Snapshot, SnapshotLimits } from '../model/snapshot.ts';
import type {
  AmendedFile,
  ChangesSince,
  NeededObjects,
  SnapshotStore,
} from '../model/snapshotStore.ts';
import { CrossProcessMutex } from '../../disk/crossProcessMutex.ts';
import { TreeCache } from './treeCache.ts';
import { treeEntryMode } from '../../git/treeEntryMode.ts';
import { captureTree, startOver } from './captureTree.ts';
import { deleteDamagedObjects, isAnyDamaged } from './damagedObjects.ts';
import { localizable, t } from '../../../core/l10n.ts';

const LOST = localizable(
  'The earlier content of these files is no longer available because the repository was deleted or cleaned up.',
);

/** How git reports an object that is missing or damaged. */
const MISSING =
  /bad object|not a tree object|not a valid object|unable to read|could not read|corrupt/i;

const idsIn = ({ message }: GitError): readonly string[] =>
  message.match(/\b[0-9a-f]{40}\b/g) ?? [];

function throwFailure(error: unknown): never {
  throw error instanceof GitError
    ? new UserError(t("Couldn't take a snapshot of the folder. {0}", error.message))
    : error;
}

/** Stores snapshots with git, in a repository of our own below the storage folder. */
export class GitSnapshotStore implements SnapshotStore {
  readonly root: string;
  readonly #limits: SnapshotLimits;
  readonly #shadow: ShadowRepository;
  readonly #lock: CrossProcessMutex;
  readonly #blobs: GitObjectReader;
  readonly #permissionStore: PermissionStore;
  readonly #ignored: IgnoredFiles;
  #unkept: readonly string[] = [];
  readonly #recentFiles: RecentFiles;
  readonly #treeCache: TreeCache;
  #queued: Promise<Snapshot> | undefined;

  private constructor(shadow: ShadowRepository, limits: SnapshotLimits) {
    this.root = shadow.root;
    this.#limits = limits;
    this.#shadow = shadow;
    this.#lock = new CrossProcessMutex(path.join(shadow.dir, 'accord.lock'));
    this.#blobs = new GitObjectReader(shadow.git, shadow.env);
    this.#permissionStore = new PermissionStore(shadow, this.#blobs);
    this.#ignored = new IgnoredFiles(shadow.root, path.join(shadow.dir, 'ignored'), limits);
    this.#recentFiles = new RecentFiles(shadow.root);
    this.#treeCache = new TreeCache(this.#blobs);
  }

  static async open(options: {
    readonly root: string;
    readonly dir: string;
    readonly command: string;
    readonly limits: SnapshotLimits;
  }): Promise<GitSnapshotStore> {
    const shadow = new ShadowRepository(options);
    await shadow.create();
    return new GitSnapshotStore(shadow, options.limits);
  }

  /** Callers that arrive while a snapshot is queued share it: it will be recent enough. */
  take(signal?: AbortSignal): Promise<Snapshot> {
    this.#ignored.retryLate();
    return this.#take(signal);
  }

  #take(signal?: AbortSignal): Promise<Snapshot> {
    if (signal) {
      return this.#capture(signal);
    }
    const taken = (this.#queued ??= this.#capture());
    return taken.finally(() => {
      if (this.#queued === taken) {
        this.#queued = undefined; // It failed before it was started.
      }
    });
  }

  #capture(signal?: AbortSignal): Promise<Snapshot> {
    return this.#runExclusive(async () => {
      if (!signal) {
        this.#queued = undefined;
      }
      const { alternates: lenders } = this.#shadow;
      const request = {
        limits: this.#limits,
        permissions: this.#permissionStore,
        ignored: this.#ignored,
        recentFiles: this.#recentFiles,
        treeCache: this.#treeCache,
        signal,
      };
      const takenAtMs = Date.now();
      const { unkept, ...taken } = await captureTree(this.#shadow, request).catch(throwFailure);
      if (lenders !== this.#shadow.alternates) {
        this.#blobs.close(); // A running git reads the list of alternates only once.
      }
      this.#unkept = unkept;
      return { root: this.root, ...taken, takenAtMs };
    }, signal);
  }

  async changes(
    from: Snapshot,
    to: Snapshot,
    signal?: AbortSignal,
  ): Promise<readonly SnapshotChange[]> {
    return fileChanges(this.#shadow, await this.#pair(from, to), signal).catch(error =>
      this.#handleFailure(error),
    );
  }

  async changesSince(snapshot: Snapshot, signal?: AbortSignal): Promise<ChangesSince> {
    const now = await this.#take(signal);
    const pair = await this.#pair(snapshot, now);
    return {
      after: now,
      changes: await fileDifferences(this.#shadow, pair, signal).catch(error =>
        this.#handleFailure(error),
      ),
    };
  }

  async read(snapshot: Snapshot, name: string): Promise<Uint8Array | undefined> {
    const quick = name.includes('\n')
      ? undefined
      : await this.#blobs.read(`${snapshot.tree}:${name}`);
    if (quick?.type === 'blob') {
      return quick.bytes;
    }
    const blob = await this.#findBlob(snapshot, name);
    return blob === undefined ? undefined : this.readBlob(blob);
  }

  async readBlob(blob: string): Promise<Uint8Array> {
    const read = () => this.#blobs.read(blob);
    const found = (await read()) ?? ((await this.#repair([blob])) ? await read() : undefined);
    if (found?.type !== 'blob') {
      throw new LostContentError(t(LOST));
    }
    return found.bytes;
  }

  async modeOf(snapshot: Snapshot, name: string): Promise<FileMode | undefined> {
    const folder = path.posix.dirname(name);
    const found = folder.includes('\n')
      ? undefined
      : await this.#blobs.read(`${snapshot.tree}:${folder === '.' ? '' : folder}`);
    const mode =
      found?.type === 'tree'
        ? treeEntryMode(
            Buffer.from(found.bytes),
            path.posix.basename(name),
            snapshot.tree.length / 2,
          )
        : undefined;
    return mode && exactMode(mode, name, await this.#permissions(snapshot));
  }

  async amend(snapshot: Snapshot, files: readonly AmendedFile[]): Promise<Snapshot> {
    if (files.length === 0) {
      return snapshot;
    }
    const tree = await amendTree(this.#shadow, { tree: snapshot.tree, files });
    const amended = new Set(files.map(file => file.path));
    const skipped = snapshot.skipped.filter(skip => !amended.has(skip.path));
    return { ...snapshot, ...(await this.#amendPermissions(snapshot, files)), tree, skipped };
  }

  async findUnreviewableChanges(
    before: Snapshot,
    now: Snapshot,
    roots: readonly string[],
  ): Promise<UnreviewableChanges> {
    const links = await linksIn(this.#shadow, now.tree).catch(throwFailure);
    return findUnreviewableChanges({ before, after: now, unkept: this.#unkept, links, roots });
  }

  async prune(needed: NeededObjects): Promise<void> {
    await this.#prune(needed).catch(async (error: unknown) => {
      if (!(error instanceof GitError) || !(await this.#repair(idsIn(error)))) {
        throw error;
      }
      await this.#prune(needed);
    });
    this.#blobs.close();
  }

  dispose(): void {
    this.#blobs.close();
  }

  async #prune(needed: NeededObjects): Promise<void> {
    await this.#runExclusive(async () => {
      const noted = await this.#permissionStore.latestId();
      const blobs = [...(needed.blobs ?? []), ...(noted === undefined ? [] : [noted])];
      await this.#shadow.adoptDeletedObjects();
      await pruneObjects(this.#shadow, { ...needed, blobs });
    });
  }

  async #runExclusive<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const found = await stat(this.root).catch(() => undefined);
    if (!found?.isDirectory()) {
      throw new UserError(t('{0} is no longer a folder, so it has no snapshot.', this.root));
    }
    return this.#lock.run(async () => {
      // We hold the lock, so whoever left one of these files behind was killed.
      const left = [this.#shadow.index, this.#shadow.seed].map(file => `${file}.lock`);
      await Promise.all(left.map(file => rm(file, { force: true })));
      return work();
    }, signal);
  }

  /** Permissions are compared if both sides have them. */
  async #pair(from: Snapshot, to: Snapshot): Promise<SnapshotPair> {
    const [before, after] = [await this.#permissions(from), await this.#permissions(to)];
    return { from, to, ...(before && after ? { permissions: { before, after } } : {}) };
  }

  async #permissions({ permissions: id }: Snapshot): Promise<Permissions | undefined> {
    const found = id === undefined ? undefined : await this.#permissionStore.get(id);
    if (id !== undefined && !found) {
      await this.#repair([id]);
    }
    return found;
  }

  async #amendPermissions(
    snapshot: Snapshot,
    files: readonly AmendedFile[],
  ): Promise<Pick<Snapshot, 'permissions'>> {
    const known = await this.#permissions(snapshot);
    if (!known) {
      return {};
    }
    const found = new Map(files.map(({ path: name, mode }) => [name, permissionBits(mode)]));
    return { permissions: await this.#permissionStore.store(updatePermissions(known, found)) };
  }

  async #findBlob(snapshot: Snapshot, name: string): Promise<string | undefined> {
    const args = ['ls-tree', '-z', '--full-tree', snapshot.tree, '--', name];
    const listed = await this.#shadow.run({ args }).catch(error => this.#handleFailure(error));
    return / blob ([0-9a-f]{40})\t/.exec(listed.toString())?.[1];
  }

  async #handleFailure(error: unknown): Promise<never> {
    if (error instanceof GitError && MISSING.test(error.message)) {
      await this.#repair(idsIn(error));
      throw new LostContentError(t(LOST), { cause: error });
    }
    return throwFailure(error);
  }

  /**
   * Makes sure that the next snapshot stores objects again that are damaged. Returns whether one of these objects was:
   * an alternate may have it, too.
   */
  async #repair(ids: readonly string[]): Promise<boolean> {
    const { objects } = this.#shadow;
    if (!(await isAnyDamaged(objects, ids))) {
      return false;
    }
    await this.#runExclusive(async () => {
      await deleteDamagedObjects(objects);
      await this.#permissionStore.clear();
      await startOver(this.#shadow, this.#treeCache);
    });
    return true;
  }
}
