import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyRestorePlan, planRestore } from '../../../../../src/agent/snapshot/restore.ts';
import { filesIn, summarize, tempRepo, tempWorkspace } from '../tempRepo.ts';

describe('a snapshot of a git work tree', () => {
  it('contains the permissions, however often and quickly they change', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    await work.write('dir/b ö.txt', 'b\n');
    work.commit();
    const snapshots = await work.open();
    for (const mode of [0o600, 0o644, 0o664, 0o4711, 0o600]) {
      const before = await snapshots.take();
      await work.chmod('dir/b ö.txt', mode);
      const { after: now, changes } = await snapshots.changesSince(before);
      expect(changes).toMatchObject([{ path: 'dir/b ö.txt', after: { mode: 0o100000 | mode } }]);
      expect(await snapshots.modeOf(now, 'dir/b ö.txt')).toBe(0o100000 | mode);
    }
    const { tree, permissions } = await snapshots.take();
    await snapshots.prune({ trees: [tree], blobs: permissions === undefined ? [] : [permissions] });
    await work.chmod('a.txt', 0o640);
    const again = await work.open();
    const { changes } = await again.changesSince({
      root: work.root,
      tree,
      skipped: [],
      ...(permissions === undefined ? {} : { permissions }),
    });
    expect(summarize(changes)).toEqual(['modified a.txt']);
    expect(changes).toMatchObject([{ before: { mode: 0o100644 }, after: { mode: 0o100640 } }]);
  });

  it('contains the permissions even if our index is seeded from the user’s, which has them already', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    work.commit();
    await work.settle();
    const snapshots = await work.open();
    const before = await snapshots.take();
    await work.chmod('a.txt', 0o600);
    work.git('update-index', '-q', '--refresh');
    const [index = ''] = Object.keys(filesIn(work.storage)).filter(name =>
      name.endsWith('git/index'),
    );
    await rm(path.join(work.storage, index));
    expect(summarize((await snapshots.changesSince(before)).changes)).toEqual(['modified a.txt']);
  });
});

describe.each([undefined, '/nowhere/git'])('a restore, with git at %s,', git => {
  it('restores the permissions of files', async () => {
    const work = await tempWorkspace();
    await work.write('secret.txt', 'secret\n');
    await work.chmod('secret.txt', 0o600);
    await work.write('gone.sh', 'gone\n');
    await work.chmod('gone.sh', 0o750);
    await work.write('more.txt', 'more\n');
    const files = filesIn(work.root);
    const snapshots = await work.open(git === undefined ? {} : { git });
    const target = await snapshots.take();
    await work.chmod('secret.txt', 0o644);
    await work.remove('gone.sh');
    const touched = new Set(['secret.txt', 'gone.sh']);
    const restored = await applyRestorePlan(
      snapshots,
      await planRestore(snapshots, { target, touched }),
    );
    expect(restored.failed).toEqual([]);
    expect(filesIn(work.root)).toEqual(files);
  });
});
