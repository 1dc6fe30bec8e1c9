import { GitError } from '../../git/isolatedGit.ts';
import { splitAtNul } from './splitAtNul.ts';
import type { ShadowRepository } from './shadowRepository.ts';

/** The paths that our index does not have. The names of folders end in `/`. */
export interface OtherPaths {
  /** Files, and folders that are repositories themselves. */
  readonly fresh: readonly Buffer[];
  /** Ignored files, and folders with nothing but ignored files. */
  readonly ignored: readonly Buffer[];
}

/**
 * Lists what our index does not have. Usually that is little, since our index has everything that snapshots contain, so
 * git searches the folder only once and is then asked which of the paths are ignored.
 */
export async function otherPaths(
  shadow: ShadowRepository,
  signal?: AbortSignal,
): Promise<OtherPaths> {
  const names = await listOthers(shadow, ['--directory', '--no-empty-directory'], signal);
  if (names.length === 0) {
    return { fresh: [], ignored: [] };
  }
  const isIgnored = (name: Buffer): boolean => shadow.ignoredNames.has(name.toString('latin1'));
  const unknown = names.filter(name => !isIgnored(name));
  const isAnswered = unknown.length === 0 || (await findIgnored(shadow, unknown, signal));
  const fresh = names.filter(name => !isIgnored(name));
  return isAnswered && fresh.every(name => name.at(-1) !== SLASH)
    ? { fresh, ignored: names.filter(isIgnored) }
    : allOtherPaths(shadow, signal);
}

/**
 * The same with two searches. It is needed for folders of which some files may be ignored and others not, and for folders
 * in the place of files that our index has, which git does not list otherwise.
 */
export async function allOtherPaths(
  shadow: ShadowRepository,
  signal?: AbortSignal,
): Promise<OtherPaths> {
  const [fresh, ignored] = await Promise.all([
    listOthers(shadow, ['--exclude-standard'], signal),
    listOthers(shadow, ['--exclude-standard', '-i', '--directory'], signal),
  ]);
  return { fresh, ignored };
}

async function listOthers(
  shadow: ShadowRepository,
  options: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Buffer[]> {
  const args = ['ls-files', '-z', '-o', ...options];
  return splitAtNul(await shadow.run({ args, signal }));
}

const SLASH = 0x2f;
/** Names that start with a colon would have a special meaning. */
const HERE = './';
const NONE_IGNORED = 1;

/** Asks git which paths are ignored, and remembers the answer. Returns whether git can tell. */
async function findIgnored(
  shadow: ShadowRepository,
  names: readonly Buffer[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const stdin = Buffer.concat(names.flatMap(name => [Buffer.from(HERE), name, Buffer.of(0)]));
  try {
    const args = ['check-ignore', '-z', '--no-index', '--stdin'];
    const env = { GIT_LITERAL_PATHSPECS: '0' }; // This command rejects the setting.
    const answer = splitAtNul(await shadow.run({ args, env, stdin, signal }));
    answer.forEach(name => shadow.ignoredNames.add(name.toString('latin1').slice(HERE.length)));
    return true;
  } catch (error) {
    if (!(error instanceof GitError)) {
      throw error;
    }
    return error.code === NONE_IGNORED;
  }
}
