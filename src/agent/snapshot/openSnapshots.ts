import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { privateFolder } from '../files/privateFolder.ts';
import { UserError } from '../../core/errors.ts';
import { runGit } from './git.ts';
import { GitSnapshots } from './gitSnapshots.ts';
import { PlainSnapshots } from './plainSnapshots.ts';
import type { SnapshotLimits } from './snapshot.ts';
import { SNAPSHOT_LIMITS } from './snapshot.ts';
import type { Snapshots } from './snapshots.ts';
import { t } from '../../core/words.ts';

/** What `openSnapshots` needs to know. */
export interface SnapshotOptions {
  /** The workspace folder. */
  readonly root: string;
  /** A folder outside every workspace; each root has its own place in it. */
  readonly storage: string;
  /** The git program, if not the one on the path. */
  readonly git?: string;
  readonly limits?: Partial<SnapshotLimits>;
}

/** Opens the snapshots of a workspace folder, in a repository or not; without git by plain reading. */
export async function openSnapshots(options: SnapshotOptions): Promise<Snapshots> {
  const root = await realpath(options.root).catch(() => {
    throw new UserError(t('{0} is not there, so it has no snapshot.', options.root));
  });
  const dir = path.join(options.storage, storeName(root));
  const limits = { ...SNAPSHOT_LIMITS, ...options.limits };
  const command = options.git ?? 'git';
  await privateFolder(dir);
  return (await isUsable(command, dir))
    ? GitSnapshots.open({ root, dir: path.join(dir, 'git'), command, limits })
    : PlainSnapshots.open({ root, dir: path.join(dir, 'plain'), limits });
}

/** The name of the folder in which the snapshots of a root lie. */
export const storeName = (root: string): string =>
  createHash('sha1').update(root).digest('hex').slice(0, 16);

/** The oldest git whose options we use. */
const OLDEST_GIT = [2, 20] as const;

async function isUsable(command: string, home: string): Promise<boolean> {
  const answer = await runGit({ command, home }, { args: ['--version'] }).catch(() => Buffer.of());
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(answer.toString())?.map(Number) ?? [];
  return major > OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor >= OLDEST_GIT[1]);
}
