import { constants } from 'node:fs';
import { chmod, lutimes, open, realpath, rename, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { FileMode } from '../../core/checkpoint/snapshotChange.ts';
import { errorCode } from '../../core/errorCode.ts';
import { UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';
import { nodeFileSystem } from '../disk/fileSystem.ts';
import { putFile, setMode } from '../disk/putFile.ts';
import { ResponseError } from '../wire/responseError.ts';
import { defaultPinningMode, pinFolder, pinParent, type PinnedFolder } from './pinnedFolder.ts';

/**
 * Changes files of the user for the review and for checkpoints, like a write of an agent: in a pinned folder, so that a
 * folder that was replaced by a link never leads out of the workspace. The way to the root may contain links, the way
 * from there may not.
 */
export class UserFiles {
  readonly #rootOf: (file: string) => string | undefined;

  /** `rootOf` returns the workspace folder of a file, if it is in one. Otherwise no name on its path may be a link. */
  constructor(rootOf: (file: string) => string | undefined) {
    this.#rootOf = rootOf;
  }

  /** Throws if a folder on the way to a file was replaced by a link. */
  async assertNoLinks(file: string): Promise<void> {
    await this.#inFolder(file, async () => undefined).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') {
        throw error;
      }
    });
  }

  /** Writes a file atomically, and creates missing folders. Extended attributes are kept if the caller knows of any. */
  async put(
    file: string,
    bytes: Uint8Array,
    mode?: FileMode,
    hasAttributes = false,
  ): Promise<void> {
    await this.#inNewFolder(file, pinnedPath => putFile(pinnedPath, bytes, mode, hasAttributes));
  }

  async delete(file: string): Promise<void> {
    await this.#inFolder(file, unlink);
  }

  /** Moves a file and creates missing folders. An empty folder at the new path is removed. */
  async move(from: string, to: string): Promise<void> {
    await this.#inFolder(from, source =>
      this.#inNewFolder(to, async target => {
        await rmdir(target).catch(() => {}); // It is not a folder, or not empty.
        await rename(source, target);
      }),
    );
  }

  /** Creates the folders for a file that is moved by others, and removes an empty folder at its path. */
  async prepareMove(to: string): Promise<void> {
    await this.#inNewFolder(to, target => rmdir(target).catch(() => {}));
  }

  /** Sets the permissions of a file. Symbolic links are left alone. */
  async setMode(file: string, mode: FileMode): Promise<void> {
    await this.#inFolder(file, pinnedPath => changeMode(pinnedPath, mode));
  }

  /** Sets the modification time of a file to now. */
  async touch(file: string): Promise<void> {
    const now = new Date();
    await this.#inFolder(file, pinnedPath => lutimes(pinnedPath, now, now));
  }

  /** Removes the folders of a file that are empty, up to the root or to a folder that is kept. */
  async removeEmptyParents(
    file: string,
    root: string,
    isKept: (folder: string) => Promise<boolean> = async () => false,
  ): Promise<void> {
    const folder = path.dirname(file);
    const isRemoved =
      folder.startsWith(root + path.sep) &&
      !(await isKept(folder)) &&
      (await this.#inFolder(folder, rmdir).then(
        () => true,
        () => false, // It is not empty, or a link, so it stays.
      ));
    if (isRemoved) {
      await this.removeEmptyParents(folder, root, isKept);
    }
  }

  async #inFolder<T>(file: string, change: (pinnedPath: string) => Promise<T>): Promise<T> {
    return this.#pinned(file, change, real =>
      pinFolder(path.dirname(real), nodeFileSystem, defaultPinningMode),
    );
  }

  async #inNewFolder<T>(file: string, change: (pinnedPath: string) => Promise<T>): Promise<T> {
    return this.#pinned(file, change, real => pinParent(real, nodeFileSystem, defaultPinningMode));
  }

  async #pinned<T>(
    file: string,
    change: (pinnedPath: string) => Promise<T>,
    pin: (real: string) => Promise<PinnedFolder>,
  ): Promise<T> {
    const folder = await pin(await this.#realPath(file)).catch((error: unknown) => {
      throw isReplaced(error) ? createFolderReplacedError(file) : error;
    });
    try {
      await folder.check();
      return await change(folder.resolve(path.basename(file)));
    } finally {
      await folder.close();
    }
  }

  async #realPath(file: string): Promise<string> {
    const root = this.#rootOf(file);
    return root === undefined ? file : path.join(await realpath(root), path.relative(root, file));
  }
}

const isReplaced = (error: unknown): boolean =>
  error instanceof ResponseError || ['ELOOP', 'ENOTDIR'].includes(errorCode(error) ?? '');

const createFolderReplacedError = (file: string): UserError =>
  new UserError(t('{0} was skipped because its folder was replaced by a link or a file.', file));

/** Opens a file without access to its content: a file that nobody may read can get its permissions back. */
const O_PATH = 0o10000000;

/** `chmod` follows links, so the file is opened first where that is possible. */
async function changeMode(file: string, mode: FileMode): Promise<void> {
  if (process.platform !== 'linux') {
    return setMode(file, mode);
  }
  const handle = await open(file, O_PATH | constants.O_NOFOLLOW);
  try {
    if ((await handle.stat()).isFile()) {
      await chmod(`/proc/self/fd/${handle.fd}`, mode & 0o7777);
    }
  } finally {
    await handle.close();
  }
}
