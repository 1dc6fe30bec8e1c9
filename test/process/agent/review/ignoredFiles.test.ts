import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { summarize, tempRepo } from '../snapshot/tempRepo.ts';
import { openTrackedWorkspace, type TrackedWorkspace } from './trackedWorkspace.ts';

const run = ({ workspace }: TrackedWorkspace, script: string): void => {
  execFileSync('bash', ['-c', script], { cwd: workspace.root, stdio: 'pipe' });
};

/** Lets an agent run a script in a turn. Returns the warnings at its end. */
async function agentRuns(world: TrackedWorkspace, script: string): Promise<readonly string[]> {
  const { tracker, turn } = world;
  await tracker.willStart(turn());
  run(world, script);
  return tracker.didEnd(turn());
}

const MANY = 600;

/** A repository with small ignored files, dependencies and a large build folder. */
async function repository(kind: 'git' | 'plain' = 'git'): Promise<TrackedWorkspace> {
  const world = await openTrackedWorkspace(kind);
  const { workspace } = world;
  await workspace.write('.gitignore', '.env\nbuild/\nout/\nnode_modules/\n');
  await workspace.write('.env', 'KEY=1\n');
  await workspace.write('build/a.js', 'a\n');
  await workspace.write('node_modules/x/lib/index.js', 'x\n');
  await workspace.write('node_modules/y/index.js', 'y\n');
  await mkdir(path.join(workspace.root, 'out'));
  const files = Array.from({ length: MANY }, (_, at) =>
    writeFile(path.join(workspace.root, 'out', `${at}.js`), 'x\n'),
  );
  await Promise.all(files);
  return world;
}

describe.each(['git', 'plain'] as const)('ignored files in a folder of kind %s', kind => {
  it('are reviewed like any other when they are small', async () => {
    const world = await repository(kind);
    const notices = await agentRuns(
      world,
      'echo KEY=2 > .env; rm -r build; echo new.gen >> .gitignore; echo generated > new.gen',
    );
    expect(notices).toEqual([]);
    expect(world.pending()).toEqual([
      'modified .env 1',
      'modified .gitignore 1',
      'deleted build/a.js 1',
      'created new.gen 1',
    ]);
    const baseOf = (name: string) => world.model.getFile(world.at(name))?.base.lines;
    expect(baseOf('.env')).toEqual(['KEY=1\n']);
    expect(baseOf('build/a.js')).toEqual(['a\n']);
  });

  it('are not deleted by an agent if the user rejects their move while another turn is running', async () => {
    const world = await repository(kind);
    const { tracker, turn, model, at, pending } = world;
    await tracker.willStart(turn('one'));
    await tracker.willStart(turn('two'));
    run(world, 'mv build/a.js build/moved.js');
    await tracker.didEnd(turn('two'));
    expect(pending()).toEqual(['renamed build/moved.js 0']);
    await tracker.runExclusive(async () => {
      const { actions } = model.reject({ kind: 'file', path: at('build/moved.js') });
      expect(actions).toMatchObject([{ kind: 'rename' }]);
      run(world, 'mv build/moved.js build/a.js');
      tracker.handleDecidedMove(at('build/moved.js'));
      return Promise.resolve();
    });
    await tracker.scan();
    expect(pending()).toEqual([]);
    await tracker.didEnd(turn('one'));
    expect(pending()).toEqual([]);
  });

  it('that are not kept are reported when they change', async () => {
    const world = await repository(kind);
    expect(await agentRuns(world, 'true')).toEqual([]);
    expect(await agentRuns(world, 'echo patched >> node_modules/x/lib/index.js')).toEqual([
      "node_modules/x/lib/index.js changed in this turn. Accord has no earlier copy, so you can't review or undo the change.",
    ]);
    expect(await agentRuns(world, 'true')).toEqual([]);
    const [notice] = await agentRuns(world, 'rm node_modules/y/index.js out/7.js; mkdir .venv');
    expect(notice?.split('\n')).toEqual([
      "2 files or folders changed in this turn. Accord has no earlier copies, so you can't review or undo these changes.",
      'node_modules/y/',
      'out/',
    ]);
    expect(world.pending()).toEqual([]);
  });

  it('that keep their size and time are reported, too', async () => {
    const world = await repository(kind);
    const script =
      'touch -r out/1.js ref; echo y > out/1.js; touch -r ref out/1.js; rm ref; touch -d 2001-01-01 out/2.js';
    const [notice] = await agentRuns(world, script);
    expect(notice?.split('\n').slice(1)).toEqual(['out/1.js', 'out/2.js']);
  });
});

it('git clean -fdx gives hunks for what was kept, and a notice for the rest', async () => {
  const world = await repository();
  world.workspace.commit();
  await world.workspace.write('untracked.txt', 'mine\n');
  const [notice, ...rest] = await agentRuns(world, 'git clean -qfdx');
  expect(world.pending()).toEqual([
    'deleted .env 1',
    'deleted build/a.js 1',
    'deleted untracked.txt 1',
  ]);
  expect(notice?.split('\n').slice(1)).toEqual(['node_modules/', 'out/']);
  expect(rest).toEqual([]);
});

it('dependencies that an agent installs are reported as one folder', async () => {
  const world = await openTrackedWorkspace();
  const [notice] = await agentRuns(
    world,
    'mkdir -p node_modules/a/lib; echo a > node_modules/a/lib/index.js; echo a > node_modules/b.js',
  );
  expect(notice).toMatch(/^node_modules\/ changed in this turn/);
  expect(world.pending()).toEqual([]);
});

it('caches are not reported', async () => {
  const world = await repository();
  const script =
    'mkdir -p __pycache__ node_modules/.cache; echo a > __pycache__/a.pyc; echo a > node_modules/.cache/a';
  await agentRuns(world, script);
  expect(await agentRuns(world, `${script}; echo b > node_modules/.cache/b`)).toEqual([]);
});

it('changes through links that lead outside are reported', async () => {
  const world = await repository();
  const outside = path.join(path.dirname(world.workspace.root), 'outside');
  await mkdir(path.join(outside, 'deep'), { recursive: true });
  await writeFile(path.join(outside, 'deep', 'a.txt'), 'a\n');
  await writeFile(path.join(outside, 'settings.json'), '{}\n');
  await symlink(path.join(outside, 'deep'), world.at('linked'));
  await symlink(path.join(outside, 'settings.json'), world.at('settings.json'));
  await symlink(world.at('build'), world.at('inside'));
  await symlink('/nowhere', world.at('broken'));
  const [notice] = await agentRuns(
    world,
    'echo b > linked/a.txt; echo 1 > settings.json; echo c > inside/a.js',
  );
  expect(notice?.split('\n').slice(1)).toEqual(['linked/a.txt', 'settings.json']);
  expect(world.pending()).toEqual(['modified build/a.js 1']);
});

it.runIf(process.platform === 'linux')('files whose names are not UTF-8 are reported', async () => {
  const world = await openTrackedWorkspace('git', {
    info: () => {},
    warn: () => {},
    error: () => {},
  });
  const { workspace } = world;
  await workspace.write('a.txt', 'a\n');
  run(world, String.raw`echo a > $'tracked\xe9.txt'; git add -A; git commit -qm c || true`);
  run(world, String.raw`echo a > $'untracked\xe9.txt'; echo a > $'same\xe9.txt'`);
  const [notice] = await agentRuns(
    world,
    String.raw`echo bb > $'tracked\xe9.txt'; rm $'untracked\xe9.txt'; echo a > $'new\xe9.txt'`,
  );
  expect(notice?.split('\n').slice(1)).toEqual([
    'new\uFFFD.txt',
    'tracked\uFFFD.txt',
    'untracked\uFFFD.txt',
  ]);
});

it('changes in a repository with too many files are found', async () => {
  const work = await tempRepo();
  work.git('init', '-q', 'nested');
  await work.write('nested/a.txt', 'a\n');
  await work.write('nested/deep/b.txt', 'b\n');
  const snapshots = await work.open({ limits: { nestedFiles: 1 } });
  const since = await snapshots.take();
  await work.write('nested/deep/b.txt', 'changed\n');
  const { after: now, changes } = await snapshots.changesSince(since);
  expect(summarize(changes)).toEqual([]);
  expect(await snapshots.findUnreviewableChanges(since, now, [work.root])).toEqual({
    paths: ['nested/deep/b.txt'],
    isComplete: true,
  });
});
