import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { tempRepo, type Workspace } from '../../snapshot/tempRepo.ts';
import { ReviewWindow } from '../reviewWindow.ts';

let workspace: Workspace;
let turns = 0;

beforeEach(async () => {
  workspace = await tempRepo();
  turns = 0;
});

const at = (...names: readonly string[]): string => path.join(workspace.root, ...names);

async function openWindow(): Promise<ReviewWindow> {
  const window = new ReviewWindow(workspace.storage);
  window.root = workspace.root;
  await window.keeper.restore();
  onTestFinished(() => window.dispose());
  return window;
}

/** What an agent does in a turn. The folders of the user are older than the clock is inexact. */
async function playTurn({ keeper, tracker }: ReviewWindow, act: () => void): Promise<void> {
  await sleep(40);
  const turn = { sessionId: 's', turn: (turns += 1), roots: [workspace.root] };
  await keeper.willStart(turn);
  await sleep(40);
  act();
  await tracker.didEnd(turn);
  await keeper.flush();
}

const rejectAll = (window: ReviewWindow): Promise<void> =>
  window.carryOut('decision', model => model.reject({ kind: 'all' }));

function write(...names: readonly string[]): void {
  mkdirSync(path.dirname(at(...names)), { recursive: true });
  writeFileSync(at(...names), 'by the agent\n');
}

/** Not every disk records when a folder was created. */
const isRecorded = lstatSync(import.meta.dirname).birthtimeMs > 0;

it.runIf(isRecorded)(
  'keeps an empty folder of the user when a file in it is rejected',
  async () => {
    mkdirSync(at('mine', 'empty'), { recursive: true });
    const window = await openWindow();
    await playTurn(window, () => {
      write('mine', 'empty', 'new', 'deep', 'one.txt');
      write('mine', 'empty', 'two.txt');
      write('theirs', 'three.txt');
    });
    await rejectAll(window);
    expect(existsSync(at('mine', 'empty'))).toBe(true);
    expect(existsSync(at('mine', 'empty', 'new'))).toBe(false);
    expect(existsSync(at('theirs'))).toBe(false);
  },
);

it.runIf(isRecorded)(
  'keeps it in the next window, also if the first one ended in the turn',
  async () => {
    mkdirSync(at('mine'));
    const first = await openWindow();
    await sleep(40);
    await first.keeper.willStart({ sessionId: 's', turn: 1, roots: [workspace.root] });
    await sleep(40);
    write('mine', 'one.txt');
    first.dispose();
    const second = await openWindow();
    await rejectAll(second);
    expect(existsSync(at('mine', 'one.txt'))).toBe(false);
    expect(existsSync(at('mine'))).toBe(true);
  },
);

it('removes a folder that an agent created in an earlier turn', async () => {
  const window = await openWindow();
  await playTurn(window, () => write('theirs', 'one.txt'));
  await playTurn(window, () => write('theirs', 'two.txt'));
  await rejectAll(window);
  expect(existsSync(at('theirs'))).toBe(false);
});

it('removes a folder that an agent moved', async () => {
  mkdirSync(at('before'));
  writeFileSync(at('before', 'file.txt'), '1\n2\n3\n');
  const window = await openWindow();
  await playTurn(window, () => renameSync(at('before'), at('after')));
  await rejectAll(window);
  expect(existsSync(at('before', 'file.txt'))).toBe(true);
  expect(existsSync(at('after'))).toBe(false);
});

it('removes a folder that an agent created in the place of a kept one', async () => {
  mkdirSync(at('mine'));
  const window = await openWindow();
  await playTurn(window, () => write('mine', 'one.txt'));
  await rejectAll(window);
  rmSync(at('mine'), { recursive: true });
  await playTurn(window, () => write('mine', 'two.txt'));
  await rejectAll(window);
  expect(existsSync(at('mine'))).toBe(false);
});
