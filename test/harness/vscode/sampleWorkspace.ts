import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../paths.ts';
import { createTemporaryFolder, removeFolder } from '../createTemporaryFolder.ts';

/** A workspace to open in VS Code, created for one test. */
export interface Workspace {
  readonly folder: string;
  /** The path that a window opens: the folder, or a workspace file that contains it. */
  readonly opens: string;
  remove(): Promise<void>;
}

/** The commits of the sample project; each of its files is in one of them. */
const history = [
  {
    day: '2026-03-02',
    title: 'Count money in cents',
    paths: ['package.json', 'tsconfig.json', 'README.md', 'src/money.ts'],
  },
  { day: '2026-03-03', title: 'Keep the expenses of a group', paths: ['src/group.ts'] },
  { day: '2026-03-05', title: 'Settle debts with few payments', paths: ['src/settle.ts', 'test'] },
  { day: '2026-03-09', title: 'Print a summary', paths: ['src/main.ts', 'src/summary.ts'] },
];

let first: Promise<string> | undefined;

/** A fresh copy of the sample project (test/fixtures/sample) with its git history. */
export async function sampleWorkspace(name = 'kitty'): Promise<Workspace> {
  first ??= sampleWithHistory();
  const parent = await createTemporaryFolder('sample');
  const folder = path.join(parent, name);
  await cp(await first, folder, { recursive: true });
  const remove = (): Promise<void> => removeFolder(parent);
  return { folder, opens: folder, remove };
}

/** Creates the history once per run, since it takes a dozen git commands. */
async function sampleWithHistory(): Promise<string> {
  const folder = await createTemporaryFolder('history');
  await cp(inProject('test/fixtures/sample'), folder, { recursive: true });
  await git(folder, ['init', '--quiet', '--initial-branch=main', '--template=']);
  for (const { day, title, paths } of history) {
    await git(folder, ['add', ...paths]);
    await git(folder, ['commit', '--quiet', '-m', title], `${day}T09:00:00Z`);
  }
  return folder;
}

/** A workspace with two copies of the sample project, `kitty` and `purse`. */
export async function doubleWorkspace(): Promise<Workspace> {
  const [one, other] = await Promise.all([sampleWorkspace(), sampleWorkspace('purse')]);
  const file = path.join(path.dirname(one.folder), 'both.code-workspace');
  const folders = [{ path: one.folder }, { path: other.folder }];
  await writeFile(file, JSON.stringify({ folders }));
  const remove = async (): Promise<void> => {
    await Promise.all([one.remove(), other.remove()]);
  };
  return { folder: one.folder, opens: file, remove };
}

/** Runs git without the configuration of the user and with a fixed author. */
async function git(cwd: string, args: readonly string[], date?: string): Promise<void> {
  const author = { NAME: 'Robin Sample', EMAIL: 'robin@example.com', DATE: date };
  const env = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap(role =>
      Object.entries(author).map(([field, value]) => [`GIT_${role}_${field}`, value]),
    ),
  );
  await promisify(execFile)('git', args, {
    cwd,
    env: { ...process.env, ...env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' },
  });
}
