import { lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRestorePlan, planRestore } from '../../../../src/agent/snapshot/restore.ts';
import { touchedPaths } from '../../../../src/core/checkpoint/snapshotChange.ts';
import { filesIn, tempRepo } from './tempRepo.ts';
import { undoRestore } from './undoRestore.ts';

const name = fc.constantFrom('a', 'b', 'c ä', 'd\n', 'run.sh', '.gitattributes', 'x.txt');
const somePath = fc.array(name, { minLength: 1, maxLength: 3 }).map(parts => parts.join('/'));
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.constantFrom('* text=auto eol=crlf\n', '*.txt ident\n', 'one\r\ntwo\r\n', 'one\ntwo\n', ''),
);
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('write' as const), path: somePath, bytes }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), path: somePath }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('link' as const), path: somePath }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Removes whatever is in the way first, so that every action succeeds. */
function perform(root: string, one: Act): void {
  const file = path.join(root, one.path);
  const parts = one.path.split('/');
  for (let depth = 1; depth < parts.length; depth += 1) {
    const folder = path.join(root, ...parts.slice(0, depth));
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      rmSync(folder, { force: true });
    }
  }
  rmSync(file, { recursive: true, force: true });
  if (one.kind === 'remove') {
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  if (one.kind === 'link') {
    symlinkSync('a/b', file);
  } else {
    writeFileSync(file, one.bytes, { mode: one.bytes.length % 3 === 0 ? 0o755 : 0o644 });
  }
}

describe('any two states of a work tree', () => {
  it('can be restored from each other, byte for byte, whatever is committed', async () => {
    const work = await tempRepo();
    const snapshots = await work.open();
    const acts = fc.array(act, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(acts, acts, fc.boolean(), async (first, second, commits) => {
        for (const entry of readdirSync(work.root).filter(found => found !== '.git')) {
          rmSync(path.join(work.root, entry), { recursive: true });
        }
        first.forEach(one => perform(work.root, one));
        if (commits) {
          work.git('add', '-A');
          work.git('commit', '-q', '--allow-empty', '-m', 'some');
        }
        const before = filesIn(work.root);
        const target = await snapshots.take();
        second.forEach(one => perform(work.root, one));
        const after = filesIn(work.root);
        const touched = touchedPaths((await snapshots.changesSince(target)).changes);
        const plan = await planRestore(snapshots, { target, touched });
        const restored = await applyRestorePlan(snapshots, plan);
        expect(restored.failed).toEqual([]);
        expect(filesIn(work.root)).toEqual(before);
        await undoRestore(snapshots, restored);
        expect(filesIn(work.root)).toEqual(after);
      }),
      { numRuns: 10, includeErrorInReport: true },
    );
  }, 120_000);
});
