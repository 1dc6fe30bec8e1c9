import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../core/errors.ts';
import { mapWithLimit } from '../../../core/async/mapWithLimit.ts';
import { errorCode } from '../../../core/errorCode.ts';
import { GitError } from '../../git/isolatedGit.ts';
import type { ShadowRepository } from './shadowRepository.ts';
import type { SkippedPath } from '../model/snapshot.ts';
import { t } from '../../../core/l10n.ts';

/** Updates our index for the given paths. Returns the ones that git cannot read. */
export async function stagePaths(
  shadow: ShadowRepository,
  paths: { readonly add: readonly string[]; readonly remove: readonly string[] },
  signal?: AbortSignal,
): Promise<readonly SkippedPath[]> {
  if (paths.remove.length > 0) {
    await shadow.run({
      args: ['update-index', '-z', '--force-remove', '--stdin'],
      stdin: joined(paths.remove),
      signal,
    });
  }
  return addPaths({ shadow, signal, attemptsLeft: ATTEMPTS }, paths.add);
}

/** From this many files on they are written to one pack: loose objects would take a disk block each. */
const PACK_FROM_FILES = 500;
const ATTEMPTS = 200;

interface Staging {
  readonly shadow: ShadowRepository;
  readonly signal: AbortSignal | undefined;
  attemptsLeft: number;
}

/**
 * Git fails at the first file that it cannot read. Files that cannot be opened are skipped, other ones are found by
 * bisection.
 */
async function addPaths(
  staging: Staging,
  paths: readonly string[],
): Promise<readonly SkippedPath[]> {
  if (paths.length === 0) {
    return [];
  }
  try {
    await addAll(staging, paths);
    return [];
  } catch (error) {
    if (!(error instanceof GitError)) {
      throw error;
    }
    if (staging.attemptsLeft <= 0) {
      throw new UserError(t("Couldn't take a snapshot. {0}", error.message));
    }
    const closed = await filterUnreadable(staging.shadow.root, paths);
    if (closed.size === 0) {
      return addHalves(staging, paths);
    }
    const open = paths.filter(name => !closed.has(name));
    return [...[...closed].map(unreadable), ...(await addPaths(staging, open))];
  }
}

/** There may be hundreds, such as the files of a database that runs as another user. */
async function filterUnreadable(
  root: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const verdicts = await mapWithLimit(paths, async name => {
    const error = await access(path.join(root, name), constants.R_OK).catch(errorCode);
    return error === 'EACCES' || error === 'EPERM' ? [name] : [];
  });
  return new Set(verdicts.flat());
}

const unreadable = (name: string): SkippedPath => ({ path: name, reason: 'unreadable' });

async function addHalves(
  staging: Staging,
  paths: readonly string[],
): Promise<readonly SkippedPath[]> {
  const [only] = paths;
  if (paths.length === 1 && only !== undefined) {
    return [unreadable(only)];
  }
  const middle = paths.length >> 1;
  const first = await addPaths(staging, paths.slice(0, middle));
  return [...first, ...(await addPaths(staging, paths.slice(middle)))];
}

async function addAll(staging: Staging, paths: readonly string[]): Promise<void> {
  staging.attemptsLeft -= 1;
  const packed = paths.length >= PACK_FROM_FILES ? ['-c', 'core.bigFileThreshold=1'] : [];
  await staging.shadow.run({
    args: [...packed, 'update-index', '-z', '--add', '--remove', '--replace', '--stdin'],
    stdin: joined(paths),
    signal: staging.signal,
  });
}

const joined = (paths: readonly string[]): string => paths.map(name => `${name}\0`).join('');
