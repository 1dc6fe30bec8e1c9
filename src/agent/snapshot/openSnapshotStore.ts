import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { ensurePrivateFolder } from '../disk/ensurePrivateFolder.ts';
import { UserError } from '../../core/errors.ts';
import { IsolatedGit } from '../git/isolatedGit.ts';
import { GitSnapshotStore } from './git/gitSnapshotStore.ts';
import { PlainSnapshotStore } from './plain/plainSnapshotStore.ts';
import type { SnapshotLimits } from './model/snapshot.ts';
import { SNAPSHOT_LIMITS } from './model/snapshot.ts';
import type { SnapshotStore } from './model/snapshotStore.ts';
import { t } from '../../core/l10n.ts';

export interface SnapshotStoreOptions {
  /** The workspace folder. */
  readonly root: string;
  /** A folder outside every workspace, with a subfolder for each root. */
  readonly storage: string;
  /** The git program, if not the one on the path. */
  readonly git?: string;
  readonly limits?: Partial<SnapshotLimits>;
}

/**
 * Opens the snapshot store of a workspace folder, which need not be a repository. Without git, files are read directly.
 */
export async function openSnapshotStore(options: SnapshotStoreOptions): Promise<SnapshotStore> {
  const root = await realpath(options.root).catch(() => {
    throw new UserError(t("{0} doesn't exist, so it has no snapshot.", options.root));
  });
  const dir = path.join(options.storage, snapshotFolderName(root));
  const limits = { ...SNAPSHOT_LIMITS, ...options.limits };
  const command = options.git ?? 'git';
  await ensurePrivateFolder(dir);
  return (await isUsable(command, dir, root))
    ? GitSnapshotStore.open({ root, dir: path.join(dir, 'git'), command, limits })
    : PlainSnapshotStore.open({ root, dir: path.join(dir, 'plain'), limits });
}

/** The name of the subfolder for the snapshots of a root. */
export const snapshotFolderName = (root: string): string =>
  createHash('sha1').update(root).digest('hex').slice(0, 16);

/** The oldest version of git that has the options we use. */
const OLDEST_GIT = [2, 20] as const;

async function isUsable(command: string, home: string, root: string): Promise<boolean> {
  const version = new IsolatedGit(command, home, [root]).run({ args: ['--version'] });
  const answer = await version.catch(() => Buffer.of());
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(answer.toString())?.map(Number) ?? [];
  return major > OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor >= OLDEST_GIT[1]);
}
