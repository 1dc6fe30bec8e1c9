import { describe, expect, it } from 'vitest';
import { verdictsSincePrompt } from '../../../../../src/core/review/model/turnVerdicts.ts';
import { parseReviewSnapshot } from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { createSampleReview, path, ten } from '../sampleReview.ts';
import { SimulatedWorkspace } from '../simulatedWorkspace.ts';

const since = (workspace: SimulatedWorkspace, sessionId = 's1') =>
  verdictsSincePrompt(workspace.model.state.verdicts, sessionId);

const turnsOf = (workspace: SimulatedWorkspace) =>
  workspace.model.state.verdicts.map(
    ({ turnId, accepted, rejected }) => `${turnId} +${accepted} -${rejected}`,
  );

describe('the verdicts about a turn', () => {
  it('count hunks, and follow undo and redo', () => {
    const workspace = createSampleReview();
    workspace.acceptHunk(path);
    workspace.rejectHunk(path);
    expect(turnsOf(workspace)).toEqual(['t1 +1 -1']);
    workspace.undo();
    expect(turnsOf(workspace)).toEqual(['t1 +1 -0']);
    workspace.undo();
    expect(turnsOf(workspace)).toEqual(['t1 +0 -0']);
    workspace.redo();
    expect(turnsOf(workspace)).toEqual(['t1 +1 -0']);
  });

  it('belong to the turn that changed a hunk last', () => {
    const workspace = createSampleReview();
    const later = { sessionId: 's1', turnId: 't2' };
    workspace.agent(path, workspace.text(path).replace('LINE 7', 'seven'), later);
    workspace.acceptAll();
    expect(turnsOf(workspace)).toEqual(['t1 +1 -0', 't2 +1 -0']);
  });

  it('count a file without hunks once', () => {
    const workspace = new SimulatedWorkspace({ [path]: '' });
    workspace.agent(path, { kind: 'binary', hash: 'h', sizeBytes: 1 });
    workspace.rejectAll();
    expect(turnsOf(workspace)).toEqual(['t1 +0 -1']);
  });

  it('are kept when the decision can no longer be undone', () => {
    const workspace = new SimulatedWorkspace({ [path]: ten });
    for (let round = 0; round < 250; round += 1) {
      workspace.agent(path, `${ten}${round}\n`);
      workspace.acceptAll();
    }
    expect(workspace.model.state.done).toHaveLength(200);
    expect(turnsOf(workspace)).toEqual(['t1 +250 -0']);
  });

  it('are saved, and absent in reviews of earlier versions', () => {
    const workspace = createSampleReview();
    workspace.acceptAll();
    workspace.reload();
    expect(turnsOf(workspace)).toEqual(['t1 +2 -0']);
    const old = { version: 1, revision: 3, files: [], done: [], undone: [], texts: [] };
    expect(parseReviewSnapshot(old)?.verdicts).toEqual([]);
  });
});

describe('the verdicts since the last prompt', () => {
  it('begin anew with each prompt of the session', () => {
    const workspace = createSampleReview();
    workspace.acceptHunk(path);
    workspace.model.dispatch({ kind: 'prompted', sessionId: 's2' });
    expect(since(workspace)).toEqual({ accepted: 1, rejected: 0 });
    workspace.model.dispatch({ kind: 'prompted', sessionId: 's1' });
    expect(since(workspace)).toEqual({ accepted: 0, rejected: 0 });
    workspace.rejectHunk(path);
    expect(since(workspace)).toEqual({ accepted: 0, rejected: 1 });
    workspace.undo();
    workspace.undo();
    expect(since(workspace)).toEqual({ accepted: 0, rejected: 0 });
    expect(turnsOf(workspace)).toEqual(['t1 +0 -0']);
  });

  it('change nothing if nothing was decided', () => {
    const workspace = createSampleReview();
    const { state } = workspace.model;
    workspace.model.dispatch({ kind: 'prompted', sessionId: 's1' });
    expect(workspace.model.state).toBe(state);
  });
});
