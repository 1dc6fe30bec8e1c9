import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { joinLines } from '../../../../../src/core/text/lines.ts';
import { tempRepo } from '../../snapshot/tempRepo.ts';
import { ReviewWindow } from '../reviewWindow.ts';

const OWN = 'one\ntwo\nthree\n';
const CHANGED = 'one\nTWO\nthree\n';

/** A window, and the file in which an agent has just changed a line. */
async function afterTurn() {
  const work = await tempRepo();
  const { root, storage } = work;
  await work.write('a.txt', OWN);
  const file = path.join(root, 'a.txt');
  const open = async (): Promise<ReviewWindow> => {
    const window = new ReviewWindow(storage);
    onTestFinished(() => window.dispose());
    await window.keeper.restore();
    return window;
  };
  const window = await open();
  const turn = { sessionId: 's', turn: 1, roots: [root] };
  await window.keeper.willStart(turn);
  writeFileSync(file, CHANGED);
  await window.tracker.didEnd(turn);
  await window.tracker.openTurns();
  return { window, open, root, turn, file, text: () => readFileSync(file, 'utf8') };
}

const waiting = ({ model }: ReviewWindow): number =>
  model.pending.flatMap(({ hunks }) => hunks).length;

it('makes a hunk pending again if its rejection was recorded but not carried out before a kill', async () => {
  const { window, open, text } = await afterTurn();
  window.model.reject({ kind: 'all' });
  window.dispose();
  const next = await open();
  expect([text(), waiting(next)]).toEqual([CHANGED, 1]);
});

it('makes it pending again even if the permissions of the file had already been restored', async () => {
  const { window, open, turn, file, text } = await afterTurn();
  await window.keeper.willStart(turn);
  chmodSync(file, 0o444);
  await window.tracker.didEnd(turn);
  const mode = window.model.pending[0]?.base.form;
  window.model.reject({ kind: 'all' });
  chmodSync(file, mode?.kind === 'text' ? (mode.mode ?? 0) & 0o777 : 0);
  window.dispose();
  const next = await open();
  expect([text(), waiting(next)]).toEqual([CHANGED, 1]);
});

it('makes it pending again whatever was accepted between the rejection and the kill', async () => {
  const { window, open, root, text } = await afterTurn();
  window.model.reject({ kind: 'all' });
  const other = path.join(root, 'other.txt');
  window.model.recordAgentWrite(
    other,
    { kind: 'text', text: 'new\n' },
    { kind: 'absent' },
    { sessionId: 's', turnId: '1' },
  );
  window.model.accept({ kind: 'file', path: other });
  window.dispose();
  const next = await open();
  expect([text(), waiting(next)]).toEqual([CHANGED, 1]);
});

it('leaves a hunk rejected if the undo was not carried out before the kill, and can undo it again', async () => {
  const { window, open, text } = await afterTurn();
  await window.carryOut('decision', model => model.reject({ kind: 'all' }));
  window.model.undo();
  window.dispose();
  const next = await open();
  expect([text(), waiting(next)]).toEqual([OWN, 0]);
  await next.carryOut('undo', model => model.undo());
  expect([text(), waiting(next)]).toEqual([CHANGED, 1]);
});

it('leaves alone what was carried out before the kill', async () => {
  const { window, open, text } = await afterTurn();
  await window.carryOut('decision', model => model.reject({ kind: 'all' }));
  await window.carryOut('undo', model => model.undo());
  window.dispose();
  const next = await open();
  expect([text(), waiting(next)]).toEqual([CHANGED, 1]);
  await next.carryOut('decision', model => model.redo());
  expect([text(), waiting(next)]).toEqual([OWN, 0]);
});

it('counts from the content that the watcher had reported if the kill came before the next scan', async () => {
  const { window, open, turn, file } = await afterTurn();
  await window.keeper.willStart(turn);
  writeFileSync(file, OWN);
  await window.tracker.handleDiskChange([file]);
  expect(waiting(window)).toBe(0);
  await window.tracker.openTurns();
  window.dispose();
  writeFileSync(file, 'by the agent, again\n');
  const [pending] = (await open()).model.pending;
  expect(joinLines(pending?.base.lines ?? [])).toBe(OWN);
});
