import { expect, it, onTestFinished } from 'vitest';
import { CommittedChanges } from '../../../../../src/agent/review/git/committedChanges.ts';
import { editsBetween } from '../../../../../src/core/diff/lineDiff.ts';
import { parseReviewEvent } from '../../../../../src/core/review/model/reviewEventSchema.ts';
import { openTrackedWorkspace } from '../trackedWorkspace.ts';

const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const positionAt = (commit: string) => ({
  commit,
  stash: undefined,
  stashBelow: undefined,
  headMs: undefined,
  stashMs: undefined,
});

/** A repository with a commit. `accept` compares the pending files with what was committed since then. */
async function openCommitted() {
  const tracked = await openTrackedWorkspace();
  const { workspace, model, files } = tracked;
  const comparer = { edits: editsBetween };
  const changes = new CommittedChanges(model, files, comparer);
  onTestFinished(() => changes.dispose());
  // The journal has all that matters.
  model.onDidRecord(event => expect(parseReviewEvent(toJson(event))).toEqual(event));
  await workspace.write('.gitattributes', '');
  workspace.commit();
  const start = workspace.git('rev-parse', 'HEAD').trim();
  return {
    ...tracked,
    head: () => workspace.git('rev-parse', 'HEAD').trim(),
    accept: (before = start) =>
      changes.accept({
        root: workspace.root,
        command: 'git',
        before: positionAt(before),
        now: positionAt(workspace.git('rev-parse', 'HEAD').trim()),
      }),
  };
}

it.each([0o755, 0o600])(
  'leaves permissions pending that an agent changed after the commit (%o)',
  async mode => {
    const { workspace, tracker, turn, pending, accept } = await openCommitted();
    await workspace.write('folder/a.txt', 'text\n');
    await workspace.write('b.txt', 'text\n');
    workspace.commit();
    await tracker.willStart(turn());
    await workspace.chmod('folder/a.txt', mode);
    await workspace.write('b.txt', 'agent\n');
    await workspace.chmod('b.txt', mode);
    await tracker.didEnd(turn());
    const found = ['modified b.txt 1', 'modified folder/a.txt 0'];
    expect(pending().toSorted()).toEqual(found);
    await accept(); // VS Code's git extension may report the commit only now.
    expect(pending().toSorted()).toEqual(found);
  },
);

it('accepts permissions together with the commit that has them', async () => {
  const { workspace, tracker, turn, pending, accept, head } = await openCommitted();
  await workspace.write('a.txt', 'text\n');
  await workspace.write('b.txt', 'text\n');
  await workspace.write('private.txt', 'text\n');
  workspace.commit();
  const start = head();
  await tracker.willStart(turn());
  await workspace.chmod('a.txt', 0o755);
  await workspace.write('b.txt', 'agent\n');
  await workspace.chmod('b.txt', 0o755);
  await workspace.write('private.txt', 'agent\n');
  await workspace.chmod('private.txt', 0o600);
  await tracker.didEnd(turn());
  expect(pending()).toHaveLength(3);
  workspace.commit();
  await accept(start);
  expect(pending()).toEqual([]);
});

it('accepts committed lines without the permissions that were not committed', async () => {
  const { workspace, tracker, turn, pending, accept, head } = await openCommitted();
  await workspace.write('a.txt', 'text\n');
  workspace.commit();
  const start = head();
  await tracker.willStart(turn());
  await workspace.write('a.txt', 'agent\n');
  await workspace.chmod('a.txt', 0o755);
  await tracker.didEnd(turn());
  workspace.git('-c', 'core.fileMode=false', 'commit', '-q', '-a', '-m', 'lines');
  await accept(start);
  expect(pending()).toEqual(['modified a.txt 0']);
});

it('accepts a file that an agent created and the user committed', async () => {
  const { workspace, tracker, turn, pending, accept } = await openCommitted();
  await tracker.willStart(turn());
  await workspace.write('made.txt', 'agent\n');
  await workspace.write('run.sh', 'agent\n');
  await workspace.chmod('run.sh', 0o755);
  await tracker.didEnd(turn());
  expect(pending()).toHaveLength(2);
  workspace.commit();
  await accept();
  expect(pending()).toEqual([]);
});
