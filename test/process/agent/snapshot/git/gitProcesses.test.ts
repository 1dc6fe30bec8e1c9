import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempRepo } from '../tempRepo.ts';

const isWindows = process.platform === 'win32';

it.skipIf(isWindows)('a snapshot without a change needs two git processes', async () => {
  const workspace = await tempRepo();
  const log = path.join(workspace.storage, '..', 'log');
  const command = path.join(workspace.storage, '..', 'git.sh');
  await writeFile(command, `#!/bin/sh\necho "$*" >> '${log}'\nexec git "$@"\n`, { mode: 0o755 });
  await workspace.write('a.txt', 'one\n');
  await workspace.settle();
  const store = await workspace.open({ git: command });
  const first = await store.take();
  expect(new TextDecoder().decode(await store.read(first, 'a.txt'))).toBe('one\n');
  await writeFile(log, '');
  expect((await store.take()).tree).toBe(first.tree);
  const started = (await readFile(log, 'utf8')).trim().split('\n');
  expect(started.map(line => /diff-files|ls-files/.exec(line)?.[0] ?? line).toSorted()).toEqual([
    'diff-files',
    'ls-files',
  ]);
});

it('a tree that was deleted since is written again', async () => {
  const workspace = await tempRepo();
  await workspace.write('folder/a.txt', 'one\n');
  const store = await workspace.open();
  await store.take();
  await store.prune({ trees: [] });
  const again = await store.take();
  expect(new TextDecoder().decode(await store.read(again, 'folder/a.txt'))).toBe('one\n');
});
