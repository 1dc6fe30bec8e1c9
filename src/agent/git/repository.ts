import path from 'node:path';
import type { Git } from './git.ts';

/** The top folder of the repository that contains a folder; `undefined` if there is none, or git refuses it. */
export async function findRepositoryRoot(
  git: Git,
  folder: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const args = ['rev-parse', '--show-toplevel'];
  const { text, code } = await git.run({ folder, args, signal, allowedExitCodes: [128] });
  return code === 0 && text.trim() !== '' ? path.resolve(text.replace(/\n$/, '')) : undefined;
}

/** The default branch: the remote's HEAD, else one of the usual names. */
export async function getDefaultBranch(
  git: Git,
  root: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const args = ['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD'];
  const head = await git.run({ folder: root, args, signal, allowedExitCodes: [1, 128] });
  if (head.code === 0 && head.text.trim() !== '') {
    return head.text.trim().replace(/^origin\//, '');
  }
  const names = (await listBranches(git, root, signal)).map(({ name }) => name);
  const usual = ['main', 'master', 'trunk', 'develop'];
  return usual.find(name => names.includes(name) || names.includes(`origin/${name}`));
}

/** A local or remote branch. */
export interface GitBranch {
  readonly name: string;
  readonly isCurrent: boolean;
}

const BRANCH_LIMIT = 500;

/** The branches, newest first. */
export async function listBranches(
  git: Git,
  root: string,
  signal?: AbortSignal,
): Promise<readonly GitBranch[]> {
  const args = [
    'for-each-ref',
    `--count=${BRANCH_LIMIT}`,
    '--sort=-committerdate',
    '--format=%(HEAD)%(refname:short)%00%(symref)',
    'refs/heads',
    'refs/remotes',
  ];
  const { text } = await git.run({ folder: root, args, signal });
  return text.split('\n').flatMap(line => {
    const [name = '', pointsTo = ''] = line.split('\0');
    return name === '' || pointsTo !== ''
      ? []
      : [{ name: name.slice(1), isCurrent: name.startsWith('*') }];
  });
}

export interface GitCommit {
  readonly hash: string;
  readonly subject: string;
  readonly author: string;
  /** Relative, as formatted by git: `3 days ago`. */
  readonly when: string;
}

/** The newest commits of the current branch; none in a repository without commits. */
export async function listCommits(
  git: Git,
  root: string,
  limit: number,
  signal?: AbortSignal,
): Promise<readonly GitCommit[]> {
  const args = ['log', '-z', `--max-count=${limit}`, '--format=%H%x1f%s%x1f%an%x1f%ar'];
  const { text } = await git.run({ folder: root, args, signal, allowedExitCodes: [128] });
  return text
    .split('\0')
    .filter(line => line !== '')
    .map(line => {
      const [hash = '', subject = '', author = '', when = ''] = line.split('\x1f');
      return { hash, subject, author, when };
    });
}
