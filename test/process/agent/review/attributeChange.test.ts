import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openTrackedWorkspace } from './trackedWorkspace.ts';

const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');

describe('the user’s edit of a file that an agent has just written', () => {
  const theirs = ten.replace('line 1', 'agent');

  it('leaves the agent’s lines pending when both are saved', async () => {
    const { workspace, tracker, turn, model, at, pending, dirty } = await openTrackedWorkspace();
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    await workspace.write('a.txt', theirs);
    // The editor has loaded the new text, and the user has typed, before the change was noticed.
    dirty.set(at('a.txt'), theirs);
    await tracker.scan();
    await workspace.write('a.txt', `${theirs}mine\n`);
    dirty.clear();
    await tracker.handleUserSave(at('a.txt'));
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['modified a.txt 1']);
    expect(model.getFile(at('a.txt'))?.base.lines.join('')).toBe(`${ten}mine\n`);
  });

  it('is compared with the unsaved text before', async () => {
    const { workspace, tracker, turn, model, at, dirty } = await openTrackedWorkspace();
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    await workspace.write('a.txt', `typed before\n${theirs}`);
    dirty.set(at('a.txt'), `typed before\n${theirs}`);
    await tracker.handleAgentWrite(
      at('a.txt'),
      { before: `typed before\n${ten}`, isUnsaved: true },
      { sessionId: 's1', turnId: '1' },
    );
    dirty.clear();
    await tracker.handleUserSave(at('a.txt'));
    await tracker.didEnd(turn());
    expect(model.getFile(at('a.txt'))?.base.lines.join('')).toBe(`typed before\n${ten}`);
  });

  it('stays the user’s even if a scan runs while both are written', async () => {
    const { workspace, tracker, turn, model, at, dirty } = await openTrackedWorkspace();
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    dirty.set(at('a.txt'), undefined);
    await workspace.write('a.txt', `typed before\n${theirs}`);
    await tracker.scan();
    dirty.clear();
    await tracker.handleAgentWrite(
      at('a.txt'),
      { before: `typed before\n${ten}`, isUnsaved: true },
      { sessionId: 's1', turnId: '1' },
    );
    await tracker.didEnd(turn());
    expect(model.getFile(at('a.txt'))?.base.lines.join('')).toBe(`typed before\n${ten}`);
  });

  it('is the only change left when it is saved over the agent’s lines', async () => {
    const { workspace, tracker, turn, at, pending, dirty } = await openTrackedWorkspace();
    await workspace.write('a.txt', ten);
    await tracker.willStart(turn());
    dirty.set(at('a.txt'), ten);
    await workspace.write('a.txt', theirs);
    await tracker.scan();
    await workspace.write('a.txt', `${ten}mine\n`);
    dirty.clear();
    await tracker.handleUserSave(at('a.txt'));
    await tracker.didEnd(turn());
    expect(pending()).toEqual([]);
  });
});

it('stays the user’s if it is saved during a scan', async () => {
  const { workspace, tracker, turn, at, pending } = await openTrackedWorkspace();
  await workspace.write('a.txt', ten);
  await tracker.willStart(turn());
  const looking = tracker.scan();
  writeFileSync(at('a.txt'), `mine\n${ten}`);
  await Promise.all([looking, tracker.handleUserSave(at('a.txt'))]);
  await tracker.didEnd(turn());
  expect(pending()).toEqual([]);
});
