import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { ReviewJournal } from '../../../../src/agent/review/storage/reviewJournal.ts';
import { createReviewSnapshot } from '../../../../src/core/review/model/reviewSnapshot.ts';
import { bundle } from '../process/bundle.ts';
import { tempRepo } from '../snapshot/tempRepo.ts';
import { ReviewWindow } from './reviewWindow.ts';

const logger = { info: () => {}, warn: fail, error: fail };

/** Waits until the other window prints this word. */
async function says(lines: Interface, word: string): Promise<void> {
  let said: readonly unknown[] = [];
  while (said[0] !== word) {
    said = await once(lines, 'line');
  }
}

it('keeps the review of the last of two windows on one workspace, whatever the first one does', async () => {
  const script = await bundle('test/process/agent/review/reviewerMain.ts', 'reviewer');
  onTestFinished(() => rm(path.dirname(script), { recursive: true, force: true }));
  const work = await tempRepo();
  const { root, storage } = work;
  await work.write('a.txt', 'one\ntwo\nthree\n');
  const file = path.join(root, 'a.txt');
  const host = spawn(process.execPath, [script, root, storage, '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void host.kill('SIGKILL'));
  const lines = createInterface({ input: host.stdout });
  await says(lines, 'begun');
  const first = says(lines, 'noted');
  writeFileSync(file, 'one\nTWO\nthree\n');
  await first;
  const window = new ReviewWindow(storage);
  onTestFinished(() => window.dispose());
  await window.keeper.restore();
  for (const text of ['zero\none\nTWO\nthree\n', 'zero\none\nTWO\nTHREE\n']) {
    const noted = says(lines, 'noted');
    writeFileSync(file, text);
    await noted;
  }
  const made = path.join(root, 'made.txt');
  const origin = { sessionId: 's', turnId: '2' };
  window.model.recordAgentWrite(made, { kind: 'text', text: 'new\n' }, { kind: 'absent' }, origin);
  const { state } = await new ReviewJournal(storage, logger).load();
  expect(createReviewSnapshot(state)).toEqual(createReviewSnapshot(window.model.state));
});

it('tells the user of the first window once that another window has taken over', async () => {
  const { storage } = await tempRepo();
  const warnings: string[] = [];
  const first = new ReviewWindow(storage, undefined, text => warnings.push(text));
  onTestFinished(() => first.dispose());
  await first.keeper.restore();
  const second = new ReviewWindow(storage);
  onTestFinished(() => second.dispose());
  await second.keeper.restore();
  const origin = { sessionId: 's', turnId: '1' };
  for (const name of ['/a', '/b']) {
    first.model.recordAgentWrite(name, { kind: 'text', text: 'new\n' }, { kind: 'absent' }, origin);
  }
  expect(warnings).toEqual([expect.stringContaining('Another window')]);
});

function fail(text: string): never {
  throw new Error(text);
}
