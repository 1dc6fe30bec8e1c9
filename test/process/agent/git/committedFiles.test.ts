import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CommittedFiles } from '../../../../src/agent/git/committedFiles.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

it('reads files from any commit, in the main work tree and in a linked one', async () => {
  const folder = await temporaryFolder();
  const [first, beside] = [path.join(folder, 'one'), path.join(folder, 'beside')];
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-C', first, ...args], {
      encoding: 'utf8',
    });
  execFileSync('git', ['init', '-q', first]);
  writeFileSync(path.join(first, 'a ü.txt'), 'one\r\n');
  git('add', '.');
  git('commit', '-q', '-m', 'one');
  git('worktree', 'add', '-q', beside);
  writeFileSync(path.join(first, 'a ü.txt'), 'two\n');
  writeFileSync(path.join(first, 'new.txt'), 'new\n');
  git('stash', '-q', '-u');
  const stash = git('rev-parse', 'refs/stash').trim();
  for (const root of [first, beside]) {
    const files = await CommittedFiles.open(root, 'git');
    onTestFinished(() => files.close());
    const read = async (commit: string, name: string): Promise<string | undefined> => {
      const bytes = await files.read(commit, path.join(root, name));
      return bytes && Buffer.from(bytes).toString();
    };
    expect(await read('HEAD', 'a ü.txt')).toBe('one\r\n');
    expect(await read('HEAD', 'new.txt')).toBeUndefined();
    expect(await read(stash, 'a ü.txt')).toBe('two\n');
    expect(await read(`${stash}^3`, 'new.txt')).toBe('new\n');
    expect(await read('HEAD', 'no\nsuch')).toBeUndefined();
  }
});

it('throws if git cannot be started', async () => {
  const files = await CommittedFiles.open(tmpdir(), 'no-such-git');
  onTestFinished(() => files.close());
  await expect(files.read('HEAD', path.join(tmpdir(), 'a'))).rejects.toThrow();
  await expect(files.read('0'.repeat(40), path.join(tmpdir(), 'a'))).rejects.toThrow();
});
