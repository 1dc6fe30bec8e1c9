import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { killTree, listProcessTree } from '../../../../src/agent/process/killTree.ts';
import { SessionProcesses } from '../../../../src/agent/review/sessionProcesses.ts';
import { joinLines } from '../../../../src/core/text/lines.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { openTrackedWorkspace, type TrackedWorkspace } from './trackedWorkspace.ts';

const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');
const mine = ten.replace('line 1', 'mine');
const both = mine.replace('line 8', 'agent');

const baseOf = ({ model, at }: TrackedWorkspace, name: string): string =>
  joinLines(model.getFile(at(name))?.base.lines ?? []);

/** Occupies the queue of the review until the returned function is called. */
function occupy({ tracker }: TrackedWorkspace): () => Promise<void> {
  const gate = new AbortController();
  const done = tracker.runExclusive(async () => {
    await once(gate.signal, 'abort');
  });
  return () => {
    gate.abort();
    return done;
  };
}

describe('a save while the review is busy', () => {
  it.each(['a new file', 'a file under review'])(
    'leaves what an agent writes afterwards to the agent, in %s',
    async which => {
      const world = await openTrackedWorkspace();
      const { workspace, tracker, turn, at, pending } = world;
      await workspace.write('a.txt', ten);
      await tracker.willStart(turn());
      const isReviewed = which === 'a file under review';
      const first = isReviewed ? ten.replace('line 4', 'first') : ten;
      await workspace.write('a.txt', first);
      await tracker.scan();
      const release = occupy(world);
      const [saved, written] = [mine, both].map(text =>
        isReviewed ? text.replace('line 4', 'first') : text,
      );
      await workspace.write('a.txt', saved ?? '');
      const saving = tracker.handleUserSave(at('a.txt'), saved);
      await workspace.write('a.txt', written ?? '');
      await release();
      await saving;
      await tracker.didEnd(turn());
      expect(pending()).toEqual([`modified a.txt ${isReviewed ? 2 : 1}`]);
      expect(baseOf(world, 'a.txt')).toBe(mine);
    },
  );

  it('leaves it to the agent also if a scan comes first', async () => {
    const world = await openTrackedWorkspace();
    const { workspace, tracker, turn, at, pending } = world;
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    const release = occupy(world);
    const scanning = tracker.scan();
    await workspace.write('a.txt', mine);
    const saving = tracker.handleUserSave(at('a.txt'), mine);
    await workspace.write('a.txt', both);
    await release();
    await Promise.all([scanning, saving]);
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['modified a.txt 1']);
    expect(baseOf(world, 'a.txt')).toBe(mine);
  });
});

describe('a process that a turn has started', () => {
  it('is reviewed when it writes after the turn has ended', async () => {
    const root = { pid: 0 };
    const session = {
      agent: { listProcesses: () => listProcessTree(root) },
      conversation: { transcript: { terminals: new Map() } },
    };
    const processes = new SessionProcesses(() => session as never);
    const world = await openTrackedWorkspace('git', undefined, processes);
    const { workspace, tracker, turn, pending, model } = world;
    const agent = spawn('sh', ['-c', 'read go; (sleep 2; echo late >> a.txt) & exec cat'], {
      cwd: workspace.root,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    root.pid = agent.pid ?? 0;
    onTestFinished(() => killTree(root));
    await workspace.write('a.txt', 'before\n');
    await tracker.willStart(turn());
    agent.stdin.write('go\n');
    await pause(200);
    await tracker.didEnd(turn());
    expect(pending()).toEqual([]);
    await waitUntil(() => pending().length > 0);
    expect(pending()).toEqual(['modified a.txt 1']);
    expect(model.pending[0]?.hunks[0]?.origins).toEqual([{ sessionId: 's1', turnId: '1' }]);
    await waitUntil(async () => (await tracker.openTurns()).turns.length === 0);
    await workspace.write('a.txt', 'mine\nbefore\nlate\n');
    await tracker.willStart({ ...turn(), turn: 2 });
    await tracker.didEnd({ ...turn(), turn: 2 });
    expect(pending()).toEqual(['modified a.txt 1']);
  });
});

/** Makes the folder unavailable, as a network drive may be. */
async function unavailable({ workspace }: TrackedWorkspace, forMs: number): Promise<void> {
  const away = `${workspace.root}.away`;
  await rename(workspace.root, away);
  void pause(forMs).then(() => rename(away, workspace.root));
}

describe('a folder that cannot be read for a while', () => {
  const messages: string[] = [];
  const logger = { info: () => {}, warn: () => {}, error: (text: string) => messages.push(text) };

  it('is compared at the end of the turn as soon as it is back', async () => {
    const world = await openTrackedWorkspace();
    const { workspace, tracker, turn, pending } = world;
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    await workspace.write('a.txt', both);
    await unavailable(world, 500);
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['modified a.txt 2']);
  });

  it('keeps the snapshot of the turn until it can be compared', async () => {
    const world = await openTrackedWorkspace('git', logger);
    const { workspace, tracker, turn, pending, model } = world;
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    await workspace.write('a.txt', both);
    await unavailable(world, 3_800);
    await tracker.didEnd(turn());
    expect(pending()).toEqual([]);
    expect(messages).toHaveLength(1);
    await pause(900);
    await tracker.willStart({ ...turn('s2'), turn: 2 });
    expect(pending()).toEqual(['modified a.txt 2']);
    expect(model.pending[0]?.hunks[0]?.origins).toEqual([{ sessionId: 's1', turnId: '1' }]);
    await tracker.didEnd({ ...turn('s2'), turn: 2 });
  });

  it('is tried again at the start of a turn, so that the first edits are the agent’s', async () => {
    const world = await openTrackedWorkspace();
    const { workspace, tracker, turn, pending } = world;
    await workspace.write('a.txt', ten);
    await tracker.prepare([workspace.root]);
    await unavailable(world, 300);
    await tracker.willStart(turn());
    await workspace.write('a.txt', both);
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['modified a.txt 2']);
  });

  it('falls back to the previous snapshot', async () => {
    const world = await openTrackedWorkspace('git', logger);
    const { workspace, tracker, turn, pending } = world;
    await workspace.write('a.txt', ten);
    await tracker.prepare([workspace.root]);
    await unavailable(world, 2_500);
    await tracker.willStart(turn());
    await pause(2_500);
    await workspace.write('a.txt', both);
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['modified a.txt 2']);
  });
});

describe('while an agent is running', () => {
  it('attributes only the restored files of a restore to the user', async () => {
    const { workspace, tracker, turn, at, pending } = await openTrackedWorkspace();
    await workspace.write('restored.txt', ten);
    await workspace.write('other.txt', ten);
    await tracker.willStart(turn());
    await tracker.runAsUser(
      async () => {
        await workspace.write('restored.txt', mine);
        await workspace.write('other.txt', both);
      },
      () => [at('restored.txt')],
    );
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['modified other.txt 2']);
  });

  it('attributes to the user only what was in a folder when the user created it', async () => {
    const { workspace, tracker, turn, at, pending } = await openTrackedWorkspace();
    await tracker.willStart(turn());
    await mkdir(at('made'));
    await workspace.write('made/mine.txt', 'mine\n');
    await tracker.handleUserFileOperation(at('made'));
    await workspace.write('made/agent.txt', 'agent\n');
    await workspace.write('made/mine.txt', 'mine\nagent\n');
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['created made/agent.txt 1', 'modified made/mine.txt 1']);
  });

  it('leaves unsaved text to the user that an agent writes to disk without changing it', async () => {
    const { workspace, tracker, turn, at, pending, dirty } = await openTrackedWorkspace();
    await workspace.write('a.txt', ten);
    dirty.set(at('a.txt'), mine);
    await tracker.willStart(turn());
    await workspace.write('a.txt', mine);
    dirty.delete(at('a.txt'));
    const origin = { sessionId: 's1', turnId: '1' };
    await tracker.handleAgentWrite(at('a.txt'), { before: mine, isUnsaved: true }, origin);
    await tracker.didEnd(turn());
    expect(pending()).toEqual([]);
  });

  it('keeps the text that the user has saved if a program empties the file right after it was read', async () => {
    const { workspace, tracker, turn, at, model, files } = await openTrackedWorkspace();
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    const saved = `mine\n${ten}`;
    await workspace.write('a.txt', saved);
    const toSavedContent = files.toSavedContent.bind(files);
    files.toSavedContent = async (...args) => {
      await writeFile(at('a.txt'), ''); // As `>` does in a shell, before the command writes.
      return toSavedContent(...args);
    };
    await tracker.handleUserSave(at('a.txt'), saved);
    await workspace.write('a.txt', `${saved}agent\n`);
    await tracker.didEnd(turn());
    expect(joinLines(model.getFile(at('a.txt'))?.base.lines ?? [])).toBe(saved);
  });

  it('moves what an agent wrote beneath unsaved edits along with a file that the user renames', async () => {
    const { workspace, tracker, turn, at, pending, dirty } = await openTrackedWorkspace();
    await workspace.write('folder/a.txt', ten);
    dirty.set(at('folder/a.txt'), 'unsaved\n');
    await tracker.willStart(turn());
    await workspace.write('folder/a.txt', `${ten}agent\n`);
    await tracker.didEnd(turn());
    expect(pending()).toEqual([]);
    await rename(at('folder'), at('renamed'));
    dirty.delete(at('folder/a.txt'));
    dirty.set(at('renamed/a.txt'), 'unsaved\n');
    await tracker.handleUserRename(at('folder'), at('renamed'));
    await tracker.handleRevert(at('folder/a.txt'));
    expect(pending()).toEqual([]);
    dirty.delete(at('renamed/a.txt'));
    await tracker.handleRevert(at('renamed/a.txt'));
    expect(pending()).toEqual(['modified renamed/a.txt 1']);
  });

  it('does not take a file that the user renames during a scan for one that the agent deletes', async () => {
    const { workspace, tracker, turn, at, pending, model, files } = await openTrackedWorkspace();
    const [from, to] = [at('a.txt'), at('.git/b.txt')]; // No scan finds it there, so it cannot look like a rename.
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    await workspace.write('a.txt', both);
    await tracker.scan();
    await rename(from, to);
    let renaming: Promise<void> | undefined;
    const read = files.read.bind(files);
    files.read = file => {
      if (file === from && !renaming) {
        model.recordUserRename(from, to);
        renaming = tracker.handleUserRename(from, to);
      }
      return read(file);
    };
    await tracker.scan();
    await renaming;
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['modified .git/b.txt 2']);
  });

  it('attributes a folder that the user renames to the user, but not what an agent adds', async () => {
    const { workspace, tracker, turn, at, pending } = await openTrackedWorkspace();
    await workspace.write('old/mine.txt', ten);
    await tracker.willStart(turn());
    await rename(at('old'), at('new'));
    await tracker.handleUserRename(at('old'), at('new'));
    await workspace.write('new/agent.txt', 'agent\n');
    await workspace.write('old/agent.txt', 'other\n');
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['created new/agent.txt 1', 'created old/agent.txt 1']);
  });
});

it.each(['git', 'plain'] as const)(
  'finds several edits within a second that keep size and time (%s)',
  async kind => {
    const { workspace, tracker, turn, at, model, pending } = await openTrackedWorkspace(kind);
    await workspace.write('a.txt', 'one\ntwo\n');
    const hourAgo = Date.now() / 1_000 - 3_600; // Git distrusts files with a recent time anyway.
    await utimes(at('a.txt'), hourAgo, hourAgo);
    await tracker.willStart(turn());
    for (const text of ['ONE\ntwo\n', 'ONE\nTWO\n', 'one\nTWO\n']) {
      await writeFile(at('a.txt'), text);
      await utimes(at('a.txt'), hourAgo, hourAgo);
      await tracker.scan();
      expect(joinLines(model.getFile(at('a.txt'))?.current.lines ?? [])).toBe(text);
    }
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['modified a.txt 1']);
  },
);
