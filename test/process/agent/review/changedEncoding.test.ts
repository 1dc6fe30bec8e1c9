import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tempRepo } from '../snapshot/tempRepo.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { ReviewWindow } from './reviewWindow.ts';

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

it.each([
  ['at once', []],
  ['after it had changed it in the old one', [utf16('one\nTWO\n')]],
])('restores a file that an agent wrote in another encoding %s', async (_, before) => {
  const work = await tempRepo();
  await work.write('a.txt', utf16('one\ntwo\n'));
  const file = path.join(work.root, 'a.txt');
  const window = new ReviewWindow(work.storage);
  onTestFinished(() => window.dispose());
  const turn = { sessionId: 's', turn: 1, roots: [work.root] };
  await window.keeper.restore();
  await window.keeper.willStart(turn);
  for (const bytes of [...before, Buffer.from('one\nthree\n')]) {
    writeFileSync(file, bytes);
    await window.tracker.scan();
  }
  await window.tracker.didEnd(turn);
  await window.carryOut('decision', model => model.reject({ kind: 'all' }));
  expect(readFileSync(file)).toEqual(utf16('one\ntwo\n'));
  expect(window.model.pending).toEqual([]);
});

it.each(['the agent', 'the user'] as const)(
  'keeps the encoding of a file that %s renames, also in the next window',
  async who => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');
    const korean = tableEncodings('euckr');
    const before = Buffer.from(await korean.encode(`\uD55C\n${lines}`, 'euckr'));
    const work = await tempRepo();
    await work.write('a.txt', before);
    const [file = '', moved = ''] = ['a.txt', 'b.txt'].map(name => path.join(work.root, name));
    // The encoding that an editor would guess for the new name does not matter.
    const encodings = { ...korean, of: (name: string) => (name === moved ? 'utf8' : 'euckr') };
    const window = new ReviewWindow(work.storage, encodings);
    onTestFinished(() => window.dispose());
    const turn = { sessionId: 's', turn: 1, roots: [work.root] };
    await window.keeper.restore();
    await window.keeper.willStart(turn);
    if (who === 'the user') {
      writeFileSync(file, `english\n${lines}`);
      await window.tracker.scan();
    }
    renameSync(file, moved);
    if (who === 'the user') {
      window.model.recordUserRename(file, moved);
      await window.tracker.handleUserSave(moved);
    } else {
      writeFileSync(moved, `\uD55C\n${lines}`); // The same text in UTF-8 has other bytes.
    }
    await window.tracker.didEnd(turn);
    const next = new ReviewWindow(work.storage, encodings);
    onTestFinished(() => next.dispose());
    await next.keeper.restore();
    await next.carryOut('decision', model => model.reject({ kind: 'all' }));
    expect(readFileSync(who === 'the user' ? moved : file)).toEqual(before);
    expect(next.model.pending).toEqual([]);
  },
);
