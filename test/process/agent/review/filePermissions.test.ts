import { describe, expect, it } from 'vitest';
import { toFileContent } from '../../../../src/core/review/file/fileSide.ts';
import { filesIn } from '../snapshot/tempRepo.ts';
import { openTrackedWorkspace } from './trackedWorkspace.ts';

const NAMES = ['opened.txt', 'closed.txt', 'gone.txt', 'edited.txt', 'run.sh', 'other.txt'];

describe.each(['git', 'plain'] as const)('a turn in a %s folder', kind => {
  it('changes permissions, which are restored by a rejection, even if the file was deleted', async () => {
    const { workspace, tracker, turn, at, model, files, pending } =
      await openTrackedWorkspace(kind);
    await Promise.all(NAMES.map(name => workspace.write(name, 'text\n')));
    await workspace.chmod('opened.txt', 0o600);
    await workspace.chmod('gone.txt', 0o640);
    await workspace.chmod('edited.txt', 0o664);
    await workspace.chmod('run.sh', 0o700);
    const before = filesIn(workspace.root);
    await tracker.willStart(turn());
    await workspace.chmod('opened.txt', 0o644);
    await workspace.chmod('closed.txt', 0o600);
    await workspace.remove('gone.txt');
    await workspace.remove('edited.txt');
    await workspace.write('edited.txt', 'edited\n');
    await workspace.chmod('run.sh', 0o755);
    await tracker.handleDiskChange([at('opened.txt')]);
    await tracker.didEnd(turn());
    expect(pending().toSorted()).toEqual([
      'deleted gone.txt 1',
      'modified closed.txt 0',
      'modified edited.txt 1',
      'modified opened.txt 0',
      'modified run.sh 0',
    ]);
    for (const { base } of model.pending) {
      await files.write(base.path, toFileContent(base));
    }
    expect(filesIn(workspace.root)).toEqual(before);
  });

  it('does not attribute permissions that the user changes to the agent', async () => {
    const { workspace, tracker, turn, at, pending } = await openTrackedWorkspace(kind);
    await workspace.write('a.txt', 'a\n');
    await tracker.prepare([workspace.root]);
    await workspace.chmod('a.txt', 0o600);
    await tracker.willStart(turn());
    await workspace.write('a.txt', 'b\n');
    await tracker.handleDiskChange([at('a.txt')]);
    await tracker.didEnd(turn());
    expect(pending()).toEqual(['modified a.txt 1']);
    await workspace.chmod('a.txt', 0o640);
    await tracker.catchUp();
    await workspace.write('a.txt', 'a\n');
    await tracker.catchUp();
    expect(pending()).toEqual([]);
  });
});
