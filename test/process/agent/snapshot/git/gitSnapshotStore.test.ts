import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { folderSize } from '../../../../../src/agent/disk/folderSize.ts';
import { CancellationError, UserError } from '../../../../../src/core/errors.ts';
import { filesIn, summarize, tempRepo, tempWorkspace } from '../tempRepo.ts';
import type { Workspace } from '../tempRepo.ts';

const repositoryIn = (work: Workspace): string =>
  path.join(work.storage, readdirSync(work.storage)[0] ?? '', 'git');

/** A git that writes its process id to a file and then hangs when it is to read files. */
function slowGit(work: Workspace, pidFile: string): string {
  const program = path.join(work.root, '..', 'slow-git.sh');
  const hang = `*update-index*) echo $$ > '${pidFile}'; exec sleep 60 ;;`;
  writeFileSync(program, `#!/bin/sh\ncase "$*" in ${hang} esac\nexec git "$@"\n`, { mode: 0o755 });
  return program;
}

/** A git that refuses the options that git 2.20 did not have. */
function oldGit(work: Workspace): string {
  const program = path.join(work.root, '..', 'old-git.sh');
  const later = '*--no-object-names*|*--end-of-options*|*--pathspec-from-file*|*--diff-merges*';
  const refuse = `${later}) echo 'usage: git' >&2; exit 129 ;;`;
  writeFileSync(program, `#!/bin/sh\ncase "$*" in ${refuse} esac\nexec git "$@"\n`, {
    mode: 0o755,
  });
  return program;
}

describe('an amended snapshot', () => {
  it('has the given contents, modes and missing files, and the rest unchanged', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    await work.write('b.txt', 'b\n');
    await work.write('c', 'c\n');
    work.commit();
    const snapshots = await work.open();
    const before = await snapshots.take();
    await work.write('later.txt', 'later\n');
    const [later] = (await snapshots.changesSince(before)).changes;
    await work.remove('later.txt');
    const blob = later?.kind === 'created' ? (later.after.blob ?? '') : '';
    const amended = await snapshots.amend(before, [
      { path: 'a.txt', blob },
      { path: 'b.txt' },
      { path: 'run.sh', blob, mode: 0o100755 },
      { path: 'c/d.txt', blob },
    ]);
    expect(summarize(await snapshots.changes(before, amended))).toEqual([
      'modified a.txt',
      'deleted b.txt',
      'deleted c',
      'created c/d.txt',
      'created run.sh',
    ]);
    expect((await snapshots.take()).tree).toBe(before.tree);
  });
});

describe('GitSnapshotStore', () => {
  it('serializes concurrent requests, also from two windows', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    work.commit();
    const [one, two] = await Promise.all([work.open(), work.open()]);
    const takes = [one, two, one, two].map(async (snapshots, at) => {
      await work.write(`new${at}.txt`, 'x\n');
      return snapshots.take();
    });
    await Promise.all(takes);
    const [first, second] = await Promise.all([one.take(), two.take()]);
    expect(first.tree).toBe(second.tree);
  });

  it.each([
    ['in the middle of a snapshot', String(process.pid)],
    ['before it had said who it is', ''],
  ])('works after a window was killed %s', async (_, left) => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    const snapshots = await work.open();
    const before = await snapshots.take();
    const dir = repositoryIn(work);
    writeFileSync(path.join(dir, 'index.lock'), 'half');
    writeFileSync(path.join(dir, 'accord.lock'), left);
    await work.write('a.txt', 'b\n');
    expect(summarize((await snapshots.changesSince(before)).changes)).toEqual(['modified a.txt']);
  });

  it('works after a window and its git were killed while the index was created', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    work.commit();
    const snapshots = await work.open();
    const before = await snapshots.take();
    const dir = repositoryIn(work);
    rmSync(path.join(dir, 'index'));
    for (const name of ['seed', 'seed.lock']) {
      writeFileSync(path.join(dir, name), 'half');
    }
    expect((await snapshots.take()).tree).toBe(before.tree);
  });

  it('compares two snapshots whatever has happened to its index', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    const snapshots = await work.open();
    const before = await snapshots.take();
    await work.write('a.txt', 'b\n');
    const after = await snapshots.take();
    writeFileSync(path.join(repositoryIn(work), 'index'), '');
    expect(summarize(await snapshots.changes(before, after))).toEqual(['modified a.txt']);
  });

  it('reports lost content only if it is lost', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    const snapshots = await work.open();
    const snapshot = await snapshots.take();
    const other = { ...snapshot, tree: '1'.repeat(40) };
    await expect(snapshots.changes(other, snapshot)).rejects.toThrow('deleted or cleaned up');
    rmSync(path.join(repositoryIn(work), 'HEAD'));
    await expect(snapshots.changes(other, snapshot)).rejects.toThrow(
      /^.*git diff-tree failed.*not a git repository/,
    );
  });

  it('starts from scratch if its index is damaged', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    const snapshots = await work.open();
    const before = await snapshots.take();
    writeFileSync(path.join(repositoryIn(work), 'index'), 'garbage');
    expect((await snapshots.take()).tree).toBe(before.tree);
  });

  it('kills git when it is canceled, and can be used again', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    const snapshots = await work.open();
    await expect(snapshots.take(AbortSignal.abort())).rejects.toThrow(CancellationError);
    const pidFile = path.join(work.root, '..', 'pid');
    const slow = await work.open({ git: slowGit(work, pidFile) });
    const stop = new AbortController();
    const taken = slow.take(stop.signal);
    const pid = await vi.waitFor(() => {
      const said = Number(readFileSync(pidFile, 'utf8'));
      expect(said).toBeGreaterThan(0); // The file exists before its content is written.
      return said;
    });
    stop.abort();
    await expect(taken).rejects.toThrow(CancellationError);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    const whole = await snapshots.take();
    expect(await snapshots.read(whole, 'a.txt')).toBeDefined();
  });

  it('deletes what no snapshot needs, and keeps the rest', async () => {
    const work = await tempWorkspace();
    await work.write('same.txt', 'same\n');
    await work.write('a.txt', 'first\n');
    const snapshots = await work.open();
    const first = await snapshots.take();
    await work.write(
      'a.txt',
      Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * at) % 251)),
    );
    const large = await snapshots.take();
    await work.write('a.txt', 'third\n');
    const third = await snapshots.take();
    await work.write('kept.txt', 'kept\n');
    const [kept] = (await snapshots.changesSince(third)).changes;
    const blob = kept?.kind === 'created' ? (kept.after.blob ?? '') : '';
    await work.remove('kept.txt');
    await snapshots.take();
    await snapshots.prune({ trees: [first.tree, third.tree, '1'.repeat(40)], blobs: [blob] });
    await expect(snapshots.read(large, 'a.txt')).rejects.toThrow(UserError);
    expect(Buffer.from((await snapshots.read(first, 'a.txt')) ?? []).toString()).toBe('first\n');
    expect(summarize(await snapshots.changes(first, third))).toEqual(['modified a.txt']);
    expect(Buffer.from(await snapshots.readBlob(blob)).toString()).toBe('kept\n');
    const after = await snapshots.take();
    expect(Buffer.from((await snapshots.read(after, 'same.txt')) ?? []).toString()).toBe('same\n');
  });

  it('is pruned by an old version of git, too', async () => {
    const work = await tempRepo();
    await work.write('dir/a.txt', 'one\n');
    work.commit();
    const snapshots = await work.open({ git: oldGit(work) });
    const before = await snapshots.take();
    await work.write('dir/a.txt', 'two\n');
    const after = await snapshots.take();
    await snapshots.prune({ trees: [before.tree, after.tree] });
    expect(summarize(await snapshots.changes(before, after))).toEqual(['modified dir/a.txt']);
  });

  it('stays small over many turns', async () => {
    const work = await tempWorkspace();
    await work.write('a.txt', 'line\n'.repeat(2000));
    const snapshots = await work.open();
    const trees: string[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      await work.write('a.txt', 'line\n'.repeat(2000) + `turn ${turn}\n`);
      trees.push((await snapshots.take()).tree);
    }
    await snapshots.prune({ trees });
    const packed = await folderSize(work.storage);
    await snapshots.prune({ trees: trees.slice(-1) });
    expect(await folderSize(work.storage)).toBeLessThan(packed);
    expect(packed).toBeLessThan(30_000);
  });

  it('has a copy of what changed after pruning, in case the repository deletes it', async () => {
    const work = await tempRepo();
    await work.write('dir/a.txt', 'staged once\n');
    work.commit();
    await work.settle();
    const snapshots = await work.open();
    const before = await snapshots.take();
    await work.write('dir/a.txt', 'changed\n');
    const after = await snapshots.take();
    await snapshots.prune({ trees: [before.tree, after.tree] });
    await work.remove('.git');
    work.git('init', '-q');
    const again = await work.open();
    expect(summarize(await again.changes(before, after))).toEqual(['modified dir/a.txt']);
    expect(Buffer.from((await again.read(before, 'dir/a.txt')) ?? []).toString()).toBe(
      'staged once\n',
    );
  });

  it('is outside the workspace, and reading changes nothing there', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    work.commit();
    const snapshots = await work.open();
    const snapshot = await snapshots.take();
    const files = filesIn(work.storage, []);
    await snapshots.read(snapshot, 'a.txt');
    await snapshots.changes(snapshot, snapshot);
    expect(filesIn(work.storage, [])).toEqual(files);
    expect(readFileSync(path.join(work.root, 'a.txt'), 'utf8')).toBe('a\n');
  });

  it('reports that the folder does not exist any more', async () => {
    const work = await tempRepo();
    const snapshots = await work.open();
    await work.remove('.');
    await expect(snapshots.take()).rejects.toThrow(UserError);
    await expect(work.open()).rejects.toThrow(UserError);
  });
});
