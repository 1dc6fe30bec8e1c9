import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { getFileStatus } from '../../../../src/core/review/file/reviewedFile.ts';
import { isValidReview } from '../../../../src/core/review/model/reviewState.ts';
import { joinLines } from '../../../../src/core/text/lines.ts';
import { bundle } from '../process/bundle.ts';
import { tempRepo, tempWorkspace, type Workspace } from '../snapshot/tempRepo.ts';
import { ReviewWindow } from './reviewWindow.ts';

let script: string;

beforeAll(async () => {
  script = await bundle('test/process/agent/review/reviewerMain.ts', 'reviewer');
});

afterAll(() => rm(path.dirname(script), { recursive: true, force: true }));

const NAMES = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'made.txt'];
const textOf = (name: string): string =>
  Array.from({ length: 30 }, (_, at) => `${name} ${at}\n`).join('');

/** Deterministic pseudorandom numbers. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 7_919 + 1;
  return sides => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

const onDisk = (file: string): string | null =>
  existsSync(file) ? readFileSync(file, 'utf8') : null;

/** An agent writes, deletes or creates a file. */
function agentWrites(root: string, roll: (sides: number) => number, round: number): void {
  const file = path.join(root, NAMES[roll(NAMES.length)] ?? '');
  const lines = (onDisk(file) ?? '').split('\n');
  if (roll(8) === 0) {
    rmSync(file, { force: true });
  } else {
    lines.splice(roll(lines.length), roll(3), `by the agent, ${round}`);
    writeFileSync(file, `${lines.join('\n').trimEnd()}\n`);
  }
}

/** The texts that the user may have accepted, by file. */
type Agreed = ReadonlyMap<string, Set<string | null>>;

/** Kills a window in the middle of a turn. */
async function killedTurn(
  { root, storage }: Workspace,
  seed: number,
  agreed: Agreed,
): Promise<void> {
  const roll = dice(seed);
  const host = spawn(process.execPath, [script, root, storage, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void host.kill('SIGKILL'));
  const lines = createInterface({ input: host.stdout });
  const begun = once(lines, 'line');
  lines.on('line', line => {
    if (line.startsWith('{')) {
      const { path: file, agreed: text } = JSON.parse(line) as {
        path: string;
        agreed: string | null;
      };
      agreed.get(file)?.add(text);
    }
  });
  await begun;
  for (let round = 1 + roll(15); round > 0; round -= 1) {
    agentWrites(root, roll, round);
    await pause(roll(40));
  }
  const closed = once(lines, 'close');
  host.kill('SIGKILL');
  agentWrites(root, roll, 100); // The agent keeps writing, since it does not know yet that the client is gone.
  await closed;
}

describe('a window that is killed during a turn', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'leaves all changes of the agent pending that were not accepted (%i)',
    async seed => {
      const workspace = await (seed % 3 === 0 ? tempWorkspace() : tempRepo());
      for (const name of NAMES.slice(0, -1)) {
        await workspace.write(name, textOf(name));
      }
      const files = NAMES.map(name => path.join(workspace.root, name));
      const agreed: Agreed = new Map(files.map(file => [file, new Set([onDisk(file)])]));
      await killedTurn(workspace, seed, agreed);
      const window = new ReviewWindow(workspace.storage);
      onTestFinished(() => window.dispose());
      await window.keeper.restore();
      expect(isValidReview(window.model.state)).toBe(true);
      const pending = new Map(window.model.pending.map(file => [file.current.path, file]));
      for (const [file, texts] of agreed) {
        const { base, current } = pending.get(file) ?? {};
        const isThere = current && current.form.kind !== 'absent';
        const shown = current ? (isThere ? joinLines(current.lines) : null) : onDisk(file);
        expect([file, shown]).toEqual([file, onDisk(file)]);
        const given = base ? (base.form.kind === 'absent' ? null : joinLines(base.lines)) : shown;
        expect(texts).toContain(given);
      }
      await window.tracker.openTurns();
      await window.keeper.flush();
    },
  );
});

describe('after a crash during a turn', () => {
  const BEFORE = textOf('a.txt');
  const MINE = `mine\n${BEFORE}`;

  /** A window with a running turn, and the window that follows its crash. */
  async function crashing(): Promise<{
    readonly file: string;
    readonly first: ReviewWindow;
    readonly restart: (unsaved?: readonly string[]) => Promise<ReviewWindow>;
  }> {
    const workspace = await tempRepo();
    const { root, storage } = workspace;
    await workspace.write('a.txt', BEFORE);
    const first = new ReviewWindow(storage);
    onTestFinished(() => first.dispose());
    await first.keeper.restore();
    await first.keeper.willStart({ sessionId: 's', turn: 1, roots: [root] });
    const restart = async (unsaved: readonly string[] = []): Promise<ReviewWindow> => {
      first.dispose();
      const second = new ReviewWindow(storage);
      onTestFinished(() => second.dispose());
      unsaved.forEach(file => second.unsaved.add(file));
      await second.keeper.restore();
      return second;
    };
    return { file: path.join(root, 'a.txt'), first, restart };
  }

  it('what the user had just saved is the user’s', async () => {
    const { file, first, restart } = await crashing();
    writeFileSync(file, MINE);
    await first.tracker.handleUserSave(file, MINE);
    const second = await restart();
    expect(second.model.pending).toEqual([]);
  });

  it('edits that VS Code saved while the extension was not running are the user’s', async () => {
    const { file, first, restart } = await crashing();
    first.unsaved.add(file);
    first.tracker.handleUnsavedChange();
    await first.tracker.openTurns();
    await first.keeper.flush();
    writeFileSync(file, MINE);
    const second = await restart();
    expect(second.model.pending).toEqual([]);
  });

  it.each([
    ['moved', 'renamed g.txt'],
    ['deleted', 'deleted a.txt'],
  ])(
    'a file with unsaved edits that an agent has %s is still the agent’s',
    async (how, expected) => {
      const { file, first, restart } = await crashing();
      first.unsaved.add(file);
      first.tracker.handleUnsavedChange();
      await first.tracker.openTurns();
      await first.keeper.flush();
      if (how === 'moved') {
        renameSync(file, path.join(path.dirname(file), 'g.txt'));
      } else {
        rmSync(file);
      }
      const second = await restart();
      const names = second.model.pending.map(
        one => `${getFileStatus(one)} ${path.basename(one.current.path)}`,
      );
      expect(names).toEqual([expected]);
      second.root = path.dirname(file);
      await second.carryOut('decision', model => model.reject({ kind: 'all' }));
      expect(readdirSync(path.dirname(file)).filter(name => name !== '.git')).toEqual(['a.txt']);
      expect(readFileSync(file, 'utf8')).toBe(BEFORE);
    },
  );

  it('what an agent wrote beneath edits that are still unsaved is the agent’s', async () => {
    const { file, first, restart } = await crashing();
    first.unsaved.add(file);
    first.tracker.handleUnsavedChange();
    await first.tracker.openTurns();
    await first.keeper.flush();
    writeFileSync(file, `agent\n${BEFORE}`);
    const second = await restart([file]);
    second.unsaved.delete(file);
    await second.tracker.handleRevert(file);
    expect(second.model.pending.map(({ current }) => current.path)).toEqual([file]);
  });
});
