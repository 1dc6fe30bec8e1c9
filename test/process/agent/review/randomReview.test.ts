import {
  chmodSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sameContent } from '../../../../src/core/review/file/fileSide.ts';
import type { ReviewAction } from '../../../../src/core/review/model/reviewAction.ts';
import { applyEdits } from '../../../../src/core/diff/lineEdit.ts';
import { joinLines } from '../../../../src/core/text/lines.ts';
import { filesIn } from '../snapshot/tempRepo.ts';
import { openTrackedWorkspace, type TrackedWorkspace } from './trackedWorkspace.ts';

const somePath = fc.constantFrom('a', 'b', 'a/b', 'a/c', 'd/e/f', 'd/e', 'g.txt', 'h.txt');
const someBytes = fc
  .constantFrom(
    'one\ntwo\nthree\nfour\nfive\n',
    'one\ntwo\nTHREE\nfour\nfive\n',
    'one\r\ntwo\r\n',
    'no end',
    '',
    '\0\u0001\u00FF',
    '\u00EF\u00BB\u00BFmarked\n',
    'a\u00FF\n',
  )
  .map(text => Buffer.from(text, 'latin1'));
const randomAction = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path: somePath, bytes: someBytes }),
  fc.record({ kind: fc.constant('remove' as const), path: somePath }),
  fc.record({ kind: fc.constant('link' as const), path: somePath }),
  fc.record({
    kind: fc.constant('mode' as const),
    path: somePath,
    mode: fc.constantFrom(0o644, 0o600, 0o755, 0o444, 0o4755),
  }),
  fc.record({ kind: fc.constant('rename' as const), path: somePath, to: somePath }),
);
type Deed = typeof randomAction extends fc.Arbitrary<infer T> ? T : never;

/** The stats of a path, also if a broken link is in the place of its folder. */
function standing(file: string): Stats | undefined {
  try {
    return lstatSync(file);
  } catch {
    return undefined;
  }
}

/** Removes whatever is in the place of a file or its folders. */
function makeRoom(root: string, name: string): string {
  const folders = name.split('/').slice(0, -1);
  for (const depth of folders.keys()) {
    const folder = path.join(root, ...folders.slice(0, depth + 1));
    if (!standing(folder)?.isDirectory()) {
      rmSync(folder, { force: true });
    }
  }
  const file = path.join(root, name);
  rmSync(file, { recursive: true, force: true });
  mkdirSync(path.dirname(file), { recursive: true });
  return file;
}

function perform(root: string, one: Deed): void {
  const file = path.join(root, one.path);
  const found = standing(file);
  switch (one.kind) {
    case 'write':
      writeFileSync(found?.isFile() ? file : makeRoom(root, one.path), one.bytes);
      return;
    case 'link':
      symlinkSync('a/b', makeRoom(root, one.path));
      return;
    case 'remove':
      if (found) {
        rmSync(file, { recursive: true });
      }
      return;
    case 'mode':
      if (found?.isFile()) {
        chmodSync(file, one.mode);
      }
      return;
    case 'rename':
      if (found && !`${one.to}/`.startsWith(`${one.path}/`)) {
        const aside = `${root}.aside`;
        renameSync(file, aside);
        renameSync(aside, makeRoom(root, one.to));
      }
  }
}

/** Performs an action as the editor does for files that are not open. Throws if the content is not the expected one. */
async function play({ files, workspace }: TrackedWorkspace, action: ReviewAction): Promise<void> {
  const { root } = workspace;
  switch (action.kind) {
    case 'replace': {
      const { path: file, expected, edits } = action;
      const now = await files.read(file);
      expect(now).toMatchObject({ kind: 'text', text: joinLines(expected) });
      await files.write(file, {
        ...now,
        kind: 'text',
        text: joinLines(applyEdits(expected, edits)),
      });
      return;
    }
    case 'write':
      expect(sameContent(await files.read(action.path), action.expected)).toBe(true);
      return files.write(action.path, action.content);
    case 'delete':
      expect(sameContent(await files.read(action.path), action.expected)).toBe(true);
      return files.remove(action.path, root);
    case 'rename':
      expect(await files.read(action.to)).toEqual({ kind: 'absent' });
      await files.rename(action.from, action.to);
      return files.removeEmptyParents(action.from, root);
    case 'mode':
      return files.setMode(action.path, action.mode);
  }
}

it.each(['git', 'plain'] as const)(
  'restores any file by rejecting, whatever was done to it between any scans (%s)',
  async kind => {
    const randomActions = fc.array(randomAction, { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        randomActions,
        fc.array(randomActions, { maxLength: 3 }),
        async (before, looks) => {
          const world = await openTrackedWorkspace(kind);
          const { tracker, model, turn } = world;
          const { root } = world.workspace;
          before.forEach(one => perform(root, one));
          const files = filesIn(root);
          const modes = Object.keys(files).map(name => standing(world.at(name))?.mode);
          await tracker.willStart(turn());
          for (const done of looks) {
            done.forEach(one => perform(root, one));
            await tracker.scan();
          }
          await tracker.didEnd(turn());
          await tracker.runExclusive(async () => {
            for (const action of model.reject({ kind: 'all' }).actions) {
              await play(world, action);
            }
          });
          expect(filesIn(root)).toEqual(files);
          expect(Object.keys(files).map(name => standing(world.at(name))?.mode)).toEqual(modes);
          expect(model.pending).toEqual([]);
        },
      ),
      {
        // The seed is fixed, so that failures can be reproduced. 1,600 other runs were tried once.
        numRuns: 40,
        seed: 1,
        examples: [
          [
            [{ kind: 'write', path: 'a', bytes: Buffer.from('a\n') }],
            [
              [
                { kind: 'remove', path: 'a' },
                { kind: 'write', path: 'a/c', bytes: Buffer.from('a\n') },
              ],
            ],
          ],
          [
            [{ kind: 'write', path: 'a/c', bytes: Buffer.from('a\n') }],
            [[{ kind: 'write', path: 'a', bytes: Buffer.from('a\n') }]],
          ],
          [
            [{ kind: 'write', path: 'a/c', bytes: Buffer.from('a\n') }],
            [[{ kind: 'link', path: 'a' }], []],
          ],
          [
            [{ kind: 'link', path: 'a' }],
            [
              [
                { kind: 'write', path: 'a/b', bytes: Buffer.from('a\n') },
                { kind: 'link', path: 'b' },
              ],
              [{ kind: 'remove', path: 'a/b' }],
            ],
          ],
        ],
      },
    );
  },
);
