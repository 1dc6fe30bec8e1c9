import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../../../src/agent/snapshot/model/snapshot.ts';
import type { SnapshotStore } from '../../../../../src/agent/snapshot/model/snapshotStore.ts';
import { filesIn, summarize, sha256, tempRepo } from '../tempRepo.ts';
import type { Workspace } from '../tempRepo.ts';

async function expectExact(work: Workspace, snapshots: SnapshotStore, names: readonly string[]) {
  const snapshot: Snapshot = await snapshots.take();
  for (const name of names) {
    const bytes = await snapshots.read(snapshot, name);
    expect(bytes && sha256(bytes), name).toBe(sha256(readFileSync(path.join(work.root, name))));
  }
  return snapshot;
}

const CRLF = 'one\r\ntwo\r\n';

describe('the bytes in a snapshot', () => {
  it('are those on disk if attributes convert line endings', async () => {
    const work = await tempRepo();
    await work.write('.gitattributes', '* text=auto eol=crlf\n');
    await work.write('clean.txt', CRLF);
    await work.write('mixed.txt', 'one\r\ntwo\nthree\rfour');
    await work.write('later.txt', CRLF);
    work.commit();
    work.git('rm', '-q', '--cached', 'later.txt');
    await work.settle();
    const names = ['.gitattributes', 'clean.txt', 'mixed.txt', 'later.txt'];
    const snapshots = await work.open();
    const before = await expectExact(work, snapshots, names);
    await work.write('clean.txt', 'one\ntwo\n');
    const changes = await snapshots.changes(before, await snapshots.take());
    expect(summarize(changes)).toEqual(['modified clean.txt']);
    expect(changes[0]).toMatchObject({ before: { sizeBytes: 10 }, after: { sizeBytes: 8 } });
  });

  it('are those on disk with core.autocrlf', async () => {
    const work = await tempRepo();
    work.git('config', 'core.autocrlf', 'true');
    work.git('config', 'core.safecrlf', 'true');
    await work.write('a.txt', CRLF);
    work.commit();
    await work.settle();
    const snapshots = await work.open();
    await expectExact(work, snapshots, ['a.txt']);
    await work.write('b.txt', CRLF);
    await expectExact(work, snapshots, ['a.txt', 'b.txt']);
  });

  it('are those on disk if a filter stores something else, of any size', async () => {
    const work = await tempRepo();
    work.git('config', 'filter.pointer.clean', 'printf "version https://git-lfs\\n"');
    work.git('config', 'filter.pointer.smudge', 'cat');
    work.git('config', 'filter.rot13.clean', 'tr a-z n-za-m');
    work.git('config', 'filter.rot13.smudge', 'tr a-z n-za-m');
    await work.write('.gitattributes', '*.bin filter=pointer\n*.rot filter=rot13\n*.id ident\n');
    await work.write('a.bin', 'the real content');
    await work.write('b.rot', 'same size, other bytes\n');
    await work.write('c.id', '$Id: 0123456789012345678901234567890123456789 $\n');
    await work.write('d.txt', 'plain\n');
    work.commit();
    await work.settle();
    await expectExact(work, await work.open(), [
      'a.bin',
      'b.rot',
      'c.id',
      'd.txt',
      '.gitattributes',
    ]);
  });

  it('are those on disk in any encoding, with and without a final newline', async () => {
    const work = await tempRepo();
    await work.write('.gitattributes', '*.u16 text working-tree-encoding=UTF-16\n');
    await work.write('latin1.txt', Buffer.from('sm\xf8rrebr\xf8d\n', 'latin1'));
    await work.write('bom.txt', '\ufeffbom\n');
    await work.write('wide.u16', Buffer.from('\ufeffwide\r\n', 'utf16le'));
    await work.write('none.txt', 'no newline');
    await work.write('u2028.txt', 'a\u2028b\u0000c');
    await work.write('empty.txt', '');
    work.commit();
    await work.settle();
    const names = ['latin1.txt', 'bom.txt', 'wide.u16', 'none.txt', 'u2028.txt', 'empty.txt'];
    const snapshots = await work.open();
    await expectExact(work, snapshots, names);
    await work.write('none.txt', Buffer.alloc(3_000_000, 'x'));
    await expectExact(work, snapshots, names);
  });
});

describe('an untrusted repository', () => {
  it('runs no program: no hook, filter, monitor or alias, from configuration or attributes', async () => {
    const work = await tempRepo();
    await work.write('a.txt', 'a\n');
    work.commit();
    const proof = path.join(work.storage, '..', 'executed');
    const script = path.join(work.root, '..', 'evil.sh');
    writeFileSync(script, `#!/bin/sh\ntouch ${proof}\ncat\n`);
    chmodSync(script, 0o755);
    const settings = [
      'core.fsmonitor',
      'filter.evil.clean',
      'filter.evil.process',
      'diff.external',
    ];
    settings.push('diff.evil.textconv', 'diff.evil.command', 'core.sshCommand', 'gpg.program');
    settings.push('core.pager', 'core.editor', 'credential.helper', 'uploadpack.packObjectsHook');
    for (const name of settings) {
      work.git('config', name, script);
    }
    work.git('config', 'filter.evil.required', 'true');
    work.git('config', 'core.hooksPath', path.dirname(script));
    for (const hook of ['post-index-change', 'pre-commit', 'fsmonitor-watchman']) {
      writeFileSync(path.join(work.root, '.git', 'hooks', hook), readFileSync(script), {
        mode: 0o755,
      });
    }
    await work.write('.gitattributes', '* filter=evil diff=evil\n');
    await work.write('b.txt', 'b\n');
    const git = filesIn(path.join(work.root, '.git'), []);
    const snapshots = await work.open();
    const before = await expectExact(work, snapshots, ['a.txt', 'b.txt']);
    await work.write('a.txt', 'c\n');
    expect(summarize((await snapshots.changesSince(before)).changes)).toEqual(['modified a.txt']);
    await snapshots.prune({ trees: [before.tree] });
    expect(existsSync(proof)).toBe(false);
    expect(filesIn(path.join(work.root, '.git'), [])).toEqual(git);
  });
});
