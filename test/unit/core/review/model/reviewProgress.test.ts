import { describe, expect, it } from 'vitest';
import { ReviewProgress } from '../../../../../src/core/review/model/reviewProgress.ts';
import { createSampleReview, path, ten } from '../sampleReview.ts';
import { SimulatedWorkspace } from '../simulatedWorkspace.ts';

/** The numbers of all pending hunks, and of files without hunks: "file 2 of 3, hunk 1 of 4". */
function positions(progress: ReviewProgress, { model }: SimulatedWorkspace): readonly string[] {
  return model.pending.flatMap(file =>
    (file.hunks.length > 0 ? file.hunks.map(({ id }) => id) : [undefined]).map(id => {
      const { file: at, files, hunk, hunks } = progress.positionOf(file, id) ?? {};
      return `file ${at} of ${files}, hunk ${hunk} of ${hunks}`;
    }),
  );
}

const changed = (...lines: readonly number[]): string =>
  lines.reduce((text, line) => text.replace(`line ${line}`, `LINE ${line}`), ten);

describe('the position in a review', () => {
  it('counts the files and hunks that were decided, whichever comes first', () => {
    const workspace = new SimulatedWorkspace({ a: ten, b: ten, c: ten });
    const progress = new ReviewProgress(workspace.model);
    workspace.agent('a', changed(1));
    workspace.agent('b', changed(1, 4, 7));
    workspace.agent('c', changed(1));
    expect(positions(progress, workspace)[2]).toBe('file 2 of 3, hunk 2 of 3');
    workspace.acceptHunk('a');
    workspace.rejectHunk('b', 1);
    expect(positions(progress, workspace)).toEqual([
      'file 2 of 3, hunk 1 of 3',
      'file 2 of 3, hunk 3 of 3',
      'file 3 of 3, hunk 1 of 1',
    ]);
    workspace.undo();
    expect(positions(progress, workspace)[1]).toBe('file 2 of 3, hunk 2 of 3');
  });

  it('counts what an agent adds, but not what it takes back', () => {
    const workspace = new SimulatedWorkspace({ a: ten });
    const progress = new ReviewProgress(workspace.model);
    workspace.agent('a', changed(1, 7));
    progress.update();
    workspace.acceptHunk('a');
    progress.update();
    workspace.agent('a', changed(1, 4, 7));
    expect(positions(progress, workspace)).toEqual([
      'file 1 of 1, hunk 1 of 3',
      'file 1 of 1, hunk 3 of 3',
    ]);
    workspace.agent('a', changed(1, 7));
    expect(positions(progress, workspace)).toEqual(['file 1 of 1, hunk 2 of 2']);
  });

  it('begins again after everything was decided, but not when that is undone', () => {
    const workspace = new SimulatedWorkspace({ a: ten, b: ten });
    const progress = new ReviewProgress(workspace.model);
    workspace.agent('a', changed(1));
    workspace.agent('b', changed(1, 7));
    progress.update();
    workspace.acceptAll();
    progress.update();
    workspace.undo();
    workspace.acceptHunk('a');
    workspace.rejectHunk('b', 0);
    workspace.rejectHunk('b', 0);
    progress.update();
    workspace.undo();
    expect(positions(progress, workspace)).toEqual(['file 2 of 2, hunk 2 of 2']);
    workspace.acceptAll();
    progress.update();
    workspace.agent('b', `${workspace.text('b')}more\n`);
    expect(positions(progress, workspace)).toEqual(['file 1 of 1, hunk 1 of 1']);
  });

  it('has no hunk in a file that changed as a whole, and begins again when it changes again', () => {
    const workspace = new SimulatedWorkspace({ a: ten, b: '' });
    const progress = new ReviewProgress(workspace.model);
    workspace.agent('a', changed(1));
    workspace.agent('b', { kind: 'binary', hash: 'h', sizeBytes: 1 });
    expect(positions(progress, workspace)[1]).toBe('file 2 of 2, hunk 0 of 0');
    workspace.acceptAll();
    progress.update();
    workspace.agent('b', { kind: 'binary', hash: 'i', sizeBytes: 1 });
    expect(positions(progress, workspace)).toEqual(['file 1 of 1, hunk 0 of 0']);
  });
});

describe('the verdicts of a review', () => {
  it('leave out the sessions that were reviewed before', () => {
    const workspace = createSampleReview();
    const progress = new ReviewProgress(workspace.model);
    workspace.acceptAll();
    expect(progress.verdicts).toEqual({ accepted: 0, rejected: 0 }); // It began before.
    workspace.agent('b', ten, { sessionId: 's2', turnId: 't1' });
    progress.update();
    workspace.rejectAll();
    expect(progress.verdicts).toEqual({ accepted: 0, rejected: 1 });
    expect([...progress.sessionIds]).toEqual(['s2']);
  });

  it('add up the sessions that are reviewed at the same time, and follow undo', () => {
    const workspace = createSampleReview();
    const progress = new ReviewProgress(workspace.model);
    workspace.agent('b', ten, { sessionId: 's2', turnId: 't1' });
    progress.update();
    workspace.acceptHunk(path);
    workspace.rejectAll();
    expect(progress.verdicts).toEqual({ accepted: 1, rejected: 2 });
    workspace.undo();
    expect(progress.verdicts).toEqual({ accepted: 1, rejected: 0 });
  });
});
