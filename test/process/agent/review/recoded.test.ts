import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tempRepo } from '../snapshot/tempRepo.ts';
import { ReviewWindow } from './reviewWindow.ts';

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

it.each([
  ['at once', []],
  ['after it had changed it in the old one', [utf16('one\nTWO\n')]],
])('gives back a file that an agent wrote in another encoding %s', async (_, before) => {
  const work = await tempRepo();
  await work.write('a.txt', utf16('one\ntwo\n'));
  const file = path.join(work.root, 'a.txt');
  const window = new ReviewWindow(work.storage);
  onTestFinished(() => window.dispose());
  const turn = { sessionId: 's', turn: 1, roots: [work.root] };
  await window.keeper.restore();
  await window.keeper.begins(turn);
  for (const bytes of [...before, Buffer.from('one\nthree\n')]) {
    writeFileSync(file, bytes);
    await window.capture.look();
  }
  await window.capture.ends(turn);
  await window.carryOut('decision', log => log.reject({ kind: 'all' }));
  expect(readFileSync(file)).toEqual(utf16('one\ntwo\n'));
  expect(window.log.pending).toEqual([]);
});
