import path from 'node:path';
import { UserError } from '../../core/errors.ts';
import type { Git } from './git.ts';
import { withUntrackedFiles } from './withUntrackedFiles.ts';
import { t } from '../../core/l10n.ts';

/** The changes to show, as in a mention, with the file by its path. */
export type GitDiffTarget =
  | { readonly kind: 'workingTree' }
  | { readonly kind: 'staged' }
  | { readonly kind: 'branch'; readonly base: string }
  | { readonly kind: 'commit'; readonly commit: string }
  | { readonly kind: 'file'; readonly path: string; readonly staged: boolean };

/** `root` is the top folder of the repository. */
export interface GitDiffContext {
  readonly git: Git;
  readonly root: string;
}

/**
 * The changes as a unified diff, empty if there are none. Uncommitted changes include new files. A branch is compared
 * with its merge base. Binary files are only named, renames are detected, a submodule shows its commits.
 */
export async function gitDiff(
  context: GitDiffContext,
  of: GitDiffTarget,
  signal?: AbortSignal,
): Promise<string> {
  const run = { ...context, signal };
  switch (of.kind) {
    case 'workingTree':
      return workingTree(run, await headOrEmptyTree(run));
    case 'staged':
      return staged(run);
    case 'branch':
      return workingTree(run, await mergeBase(run, of.base));
    case 'commit':
      return commit(run, of.commit);
    case 'file':
      return file(run, of);
  }
}

interface Run extends GitDiffContext {
  readonly signal: AbortSignal | undefined;
  readonly index?: Readonly<Record<string, string>>;
}

/** Git would look for changes in a submodule with a process of its own, which the submodule's settings apply to. */
const DIFF = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-relative',
  '--find-renames',
  '--submodule=short',
  '--ignore-submodules=dirty',
];

async function staged(run: Run): Promise<string> {
  return diff(run, ['--cached', await headOrEmptyTree(run)]);
}

async function workingTree(run: Run, base: string): Promise<string> {
  return withUntrackedFiles(run, index => diff({ ...run, index }, [base]));
}

async function diff(run: Run, args: readonly string[]): Promise<string> {
  return read(run, ['diff', ...DIFF, ...args]);
}

async function commit(run: Run, name: string): Promise<string> {
  const hash = await resolve(run, name);
  if (hash === undefined) {
    throw new UserError(t('Commit "{0}" not found in {1}.', name, run.root));
  }
  return read(run, ['show', ...DIFF, '--diff-merges=first-parent', '--format=medium', hash]);
}

/** The old name is needed, too, or a renamed file would look like a new one. */
async function file(
  run: Run,
  of: { readonly path: string; readonly staged: boolean },
): Promise<string> {
  const base = await headOrEmptyTree(run);
  const name = path.relative(run.root, of.path).split(path.sep).join('/');
  const compare = async (inRun: Run, args: readonly string[]): Promise<string> => {
    const old = await previousName(inRun, args, name);
    return diff(inRun, [...args, '--', name, ...(old === undefined ? [] : [old])]);
  };
  return of.staged
    ? compare(run, ['--cached', base])
    : withUntrackedFiles(run, index => compare({ ...run, index }, [base]));
}

async function previousName(
  run: Run,
  args: readonly string[],
  name: string,
): Promise<string | undefined> {
  const text = await read(run, [
    'diff',
    ...DIFF,
    '--name-status',
    '-z',
    '--diff-filter=R',
    ...args,
  ]);
  const fields = text.split('\0');
  const at = fields.findIndex((field, i) => i % 3 === 2 && field === name);
  return fields[at - 1];
}

async function read(run: Run, args: readonly string[]): Promise<string> {
  const { git, root: folder, signal, index: env = {} } = run;
  const { text, isTruncated: isCut } = await git.run({ folder, args, env, signal });
  return isCut ? wholeFiles(text) : text;
}

/** Cuts the incomplete file at the end of truncated output, and says so in the text. */
function wholeFiles(text: string): string {
  const end = text.lastIndexOf('\ndiff --') + 1;
  return `${text.slice(0, end)}[Left out: git found more changes than can be read]\n`;
}

/** The current commit, or the empty tree in a repository without commits. */
async function headOrEmptyTree(run: Run): Promise<string> {
  return (await resolve(run, 'HEAD')) ?? emptyTree(run);
}

/** Its id depends on the object format of the repository. */
async function emptyTree({ git, root: folder, signal }: Run): Promise<string> {
  const { text } = await git.run({
    folder,
    args: ['hash-object', '-t', 'tree', '--stdin'],
    signal,
  });
  return text.trim();
}

async function mergeBase(run: Run, base: string): Promise<string> {
  const { git, root: folder, signal } = run;
  const tip = (await resolve(run, base)) ?? (await resolve(run, `origin/${base}`));
  if (tip === undefined) {
    throw new UserError(t('Branch "{0}" not found in {1}.', base, folder));
  }
  const args = ['merge-base', 'HEAD', tip];
  const { text, code } = await git.run({ folder, args, signal, allowedExitCodes: [1, 128] });
  if (code !== 0) {
    throw new UserError(
      t('The current branch of {0} has no common history with "{1}".', folder, base),
    );
  }
  return text.trim();
}

async function resolve(run: Run, name: string): Promise<string | undefined> {
  const { git, root: folder, signal } = run;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const { text, code } = await git.run({ folder, args, signal, allowedExitCodes: [1, 128] });
  if (code === 128) {
    await git.run({ folder, args: ['rev-parse', '--git-dir'], signal });
  }
  return code === 0 ? text.trim() : undefined;
}
