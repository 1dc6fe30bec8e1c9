import { describe, expect, it } from 'vitest';
import { createSampleReview, path, ten } from '../sampleReview.ts';
import { checkInvariants, SimulatedWorkspace } from '../simulatedWorkspace.ts';

const changed = ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7');

/** The reference of a pending hunk, which is still valid when it has been decided. */
function refOf(workspace: SimulatedWorkspace, at: number) {
  const file = workspace.file(path);
  return { fileId: file.id, hunkId: file.hunks[at]?.id ?? '' };
}

describe('undoing what was decided about one change', () => {
  it('brings back a rejected hunk, whatever was decided after it', () => {
    const workspace = createSampleReview();
    const first = refOf(workspace, 0);
    workspace.rejectHunk(path);
    workspace.acceptHunk(path);
    workspace.do(model => model.undo(first));
    expect(workspace.text(path)).toBe(changed);
    expect(workspace.hunks(path)).toEqual([['line 2\n', 'LINE 2\n']]);
    checkInvariants(workspace);
  });

  it('leaves the other hunks of the same decision decided', () => {
    const workspace = createSampleReview();
    const second = refOf(workspace, 1);
    workspace.rejectAll();
    workspace.do(model => model.undo(second));
    expect(workspace.hunks(path)).toEqual([['line 7\n', 'LINE 7\n']]);
    workspace.undo();
    expect(workspace.hunks(path)).toHaveLength(2);
    workspace.redo();
    workspace.redo();
    expect(workspace.text(path)).toBe(ten);
  });

  it('makes an accepted hunk pending again', () => {
    const workspace = createSampleReview();
    const first = refOf(workspace, 0);
    workspace.acceptAll();
    workspace.do(model => model.undo(first));
    expect(workspace.hunks(path)).toEqual([['line 2\n', 'LINE 2\n']]);
  });

  it('restores a rejected new file as a whole', () => {
    const workspace = new SimulatedWorkspace();
    workspace.agent(path, 'one\ntwo\n');
    const hunk = refOf(workspace, 0);
    workspace.rejectAll();
    expect(workspace.disk.has(path)).toBe(false);
    workspace.do(model => model.undo(hunk));
    expect(workspace.text(path)).toBe('one\ntwo\n');
    expect(workspace.model.pending).toHaveLength(1);
  });

  it('says so if there is nothing to undo', () => {
    const workspace = createSampleReview();
    const { notes } = workspace.do(model => model.undo(refOf(workspace, 0)));
    expect(notes).toEqual([{ kind: 'nothing' }]);
  });

  it('is replayed from the journal', () => {
    const workspace = createSampleReview();
    const first = refOf(workspace, 0);
    workspace.rejectAll();
    workspace.do(model => model.undo(first));
    expect(workspace.replayed()).toEqual(workspace.model.state);
  });
});
