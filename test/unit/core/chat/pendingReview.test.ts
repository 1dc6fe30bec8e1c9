import { describe, expect, it } from 'vitest';
import { toPendingReview } from '../../../../src/core/chat/pendingReview.ts';
import { ReviewProgress } from '../../../../src/core/review/model/reviewProgress.ts';
import { SimulatedWorkspace } from '../review/simulatedWorkspace.ts';

const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');
const changed = ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7');

const reviewOf = (
  { model }: SimulatedWorkspace,
  sessionId = 's1',
  { isListed = true, progress = new ReviewProgress(model) } = {},
) => toPendingReview(model, progress, { sessionId, isListed }, { labelOf: path => path });

const by = (sessionId: string, turnId: string) => ({ sessionId, turnId });

describe('what the chat shows of pending changes', () => {
  it('counts files, hunks and lines, by session', () => {
    const world = new SimulatedWorkspace({ 'a.ts': ten, 'b.ts': ten });
    world.agent('a.ts', changed, by('s1', '1'));
    world.agent('b.ts', changed, by('s2', '1'));
    expect(reviewOf(world)).toMatchObject({
      fileCount: 2,
      hunkCount: 4,
      sessions: [
        { sessionId: 's1', fileCount: 1 },
        { sessionId: 's2', fileCount: 1 },
      ],
      files: [
        { path: 'a.ts', sessionId: 's1', added: 2, removed: 2 },
        { path: 'b.ts', sessionId: 's2', added: 2, removed: 2 },
      ],
    });
  });

  it('contains no files while the list is collapsed', () => {
    const world = new SimulatedWorkspace({ 'a.ts': ten });
    world.agent('a.ts', changed);
    expect(reviewOf(world, 's1', { isListed: false })).not.toHaveProperty('files');
  });

  it('says in every session what was decided last, once nothing is pending', () => {
    const world = new SimulatedWorkspace({ 'a.ts': ten, 'b.ts': ten });
    const progress = new ReviewProgress(world.model);
    const reviewed = (sessionId: string): unknown =>
      reviewOf(world, sessionId, { progress }).reviewed;
    world.agent('a.ts', changed, by('s1', '1'));
    world.agent('b.ts', changed, by('s1', '1'));
    world.acceptHunk('a.ts');
    progress.update();
    expect(reviewed('s2')).toEqual({ accepted: 0, rejected: 0 });
    world.rejectAll();
    expect(reviewed('s1')).toEqual({ accepted: 1, rejected: 3 });
    expect(reviewed('s2')).toEqual({ accepted: 1, rejected: 3 });
    world.undo();
    expect(reviewed('s2')).toEqual({ accepted: 0, rejected: 0 });
  });

  it('tells what became of each turn of the session, and follows undo', () => {
    const world = new SimulatedWorkspace({ 'a.ts': ten, 'b.ts': ten });
    world.agent('a.ts', changed, by('s1', '1'));
    world.agent('b.ts', changed, by('s1', '2'));
    world.acceptHunk('a.ts');
    world.rejectHunk('a.ts');
    expect(reviewOf(world).turns).toEqual([
      { turn: 1, pending: 0, accepted: 1, rejected: 1, fileCount: 1 },
      { turn: 2, pending: 2, accepted: 0, rejected: 0, fileCount: 1 },
    ]);
    expect(reviewOf(world).reviewed).toEqual({ accepted: 1, rejected: 1 });
    world.undo();
    world.undo();
    expect(reviewOf(world).turns).toContainEqual({
      turn: 1,
      pending: 2,
      accepted: 0,
      rejected: 0,
      fileCount: 1,
    });
    expect(reviewOf(world, 's2').turns).toEqual([]);
  });

  it('counts the files of a turn, whatever became of them', () => {
    const world = new SimulatedWorkspace({ 'a.ts': ten, 'b.ts': ten, 'c.ts': ten });
    ['a.ts', 'b.ts', 'c.ts'].forEach(name => world.agent(name, changed, by('s1', '1')));
    world.agent('new.ts', ten, by('s1', '1'));
    world.acceptHunk('a.ts');
    world.rejectHunk('b.ts');
    world.rejectHunk('b.ts');
    expect(reviewOf(world).turns).toMatchObject([{ turn: 1, fileCount: 4 }]);
  });

  it('lists 1,000 files in little space', () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `folder${at % 20}/file${at}.ts`);
    const world = new SimulatedWorkspace(Object.fromEntries(names.map(name => [name, ten])));
    names.forEach(name => world.agent(name, changed));
    const json = JSON.stringify(reviewOf(world));
    expect(json.length).toBeLessThan(250_000);
  });
});
