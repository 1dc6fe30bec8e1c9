import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inProject } from './paths.ts';

/** A folder to open in VS Code, made for one use. */
export interface Workspace {
  readonly folder: string;
  remove(): Promise<void>;
}

/** How the sample project came about; every file of it is in one of these. */
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

/** A fresh copy of the sample project (test/fixtures/sample) with its git history. */
export async function sampleWorkspace(): Promise<Workspace> {
  const parent = await mkdtemp(path.join(tmpdir(), 'accord-sample-'));
  const folder = path.join(parent, 'kitty');
  await cp(inProject('test/fixtures/sample'), folder, { recursive: true });
  await git(folder, ['init', '--quiet', '--initial-branch=main']);
  for (const { day, title, paths } of history) {
    await git(folder, ['add', ...paths]);
    await git(folder, ['commit', '--quiet', '-m', title], `${day}T09:00:00Z`);
  }
  return { folder, remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Runs git without the user's configuration, as an author who is always the same. */
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
