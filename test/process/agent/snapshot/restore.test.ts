import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../src/core/errors.ts';
import { applyRestorePlan, planRestore } from '../../../../src/agent/snapshot/restore.ts';
import { touchedPaths } from '../../../../src/core/checkpoint/snapshotChange.ts';
import { filesIn, tempRepo, tempWorkspace } from './tempRepo.ts';
import { undoRestore } from './undoRestore.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

describe('restoring a checkpoint', () => {
  for (const [where, make, options] of [
    ['in git', tempRepo, {}],
    ['outside git', tempWorkspace, {}],
    ['without git', tempWorkspace, { git: '/nowhere/git' }],
  ] as const) {
    it(`restores every byte, mode and link, and can be undone and redone, ${where}`, async () => {
      const work = await make();
      await work.write('.gitattributes', '* text=auto eol=crlf\n');
      await work.write('crlf.txt', 'one\r\ntwo\r\n');
      await work.write('latin1.txt', Buffer.from('\xe9t\xe9', 'latin1'));
      await work.write('run.sh', '#!/bin/sh\n');
      await work.chmod('run.sh', 0o755);
      await work.link('link', 'crlf.txt');
      await work.write('dir/file', 'a file in a folder\n');
      await work.write('plain', 'a file that becomes a folder\n');
      await work.write('moved.txt', 'moved as it is\nwith some lines\n');
      if (where === 'in git') {
        work.commit();
        await work.settle();
      }
      await work.write('untracked.txt', 'never added');
      const before = filesIn(work.root);
      const snapshots = await work.open(options);
      const target = await snapshots.take();

      await work.write('crlf.txt', 'one\ntwo\n');
      await work.write('latin1.txt', '\ufffdt\ufffd');
      await work.chmod('run.sh', 0o644);
      await work.remove('link');
      await work.write('link', 'no link any more');
      await work.remove('dir');
      await work.write('dir', 'a file now');
      await work.remove('plain');
      await work.write('plain/deep/er.txt', 'a folder now');
      await work.remove('moved.txt');
      await work.write('new place/moved.txt', 'moved as it is\nwith some lines\n');
      await work.remove('untracked.txt');
      await work.write('made/by/agent.txt', 'new');
      const after = filesIn(work.root);
      const { changes } = await snapshots.changesSince(target);

      const touched = touchedPaths(changes);
      const restored = await applyRestorePlan(
        snapshots,
        await planRestore(snapshots, { target, touched }),
      );
      expect(restored.failed).toEqual([]);
      expect(filesIn(work.root)).toEqual(before);
      expect(existsSync(path.join(work.root, 'made'))).toBe(false);

      const undone = await undoRestore(snapshots, restored);
      expect(filesIn(work.root)).toEqual(after);
      await undoRestore(snapshots, undone);
      expect(filesIn(work.root)).toEqual(before);
    });
  }

  it('leaves the user’s changes in files that the agent did not touch', async () => {
    const work = await tempRepo();
    await work.write('agent.txt', 'before\n');
    await work.write('user.txt', 'before\n');
    work.commit();
    const snapshots = await work.open();
    const target = await snapshots.take();
    await work.write('agent.txt', 'by the agent\n');
    await work.write('user.txt', 'by the user\n');
    const plan = await planRestore(snapshots, { target, touched: new Set(['agent.txt']) });
    await applyRestorePlan(snapshots, plan);
    expect(readFileSync(path.join(work.root, 'agent.txt'), 'utf8')).toBe('before\n');
    expect(readFileSync(path.join(work.root, 'user.txt'), 'utf8')).toBe('by the user\n');
  });

  it('writes nothing through a link out of the workspace', async () => {
    const work = await tempRepo();
    const outside = await temporaryFolder();
    await work.write('src/a.txt', 'a\n');
    work.commit();
    const snapshots = await work.open();
    const target = await snapshots.take();
    await work.remove('src');
    await work.link('src', outside);
    const touched = new Set(['src/a.txt']);
    const plan = await planRestore(snapshots, { target, touched });
    const { failed } = await applyRestorePlan(snapshots, plan);
    expect(failed.map(step => step.path)).toEqual(['src/a.txt']);
    expect(filesIn(outside)).toEqual({});
  });

  it('changes nothing if some content is lost', async () => {
    const work = await tempRepo();
    const snapshots = await work.open();
    await work.write('a.txt', 'a\n');
    const now = await snapshots.take();
    const write = { kind: 'write', path: 'a.txt', mode: 0o100644, sizeBytes: 1 } as const;
    const operations = [
      { kind: 'delete', path: 'a.txt' },
      { ...write, blob: '1'.repeat(40) },
    ] as const;
    const plan = { now, operations, kept: [], impossible: [] };
    await expect(applyRestorePlan(snapshots, plan)).rejects.toThrow(UserError);
    expect(readFileSync(path.join(work.root, 'a.txt'), 'utf8')).toBe('a\n');
  });
});
