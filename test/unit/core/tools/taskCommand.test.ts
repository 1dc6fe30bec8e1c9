import { describe, expect, it } from 'vitest';
import {
  findTask,
  findTestTask,
  formatTask,
  getTaskCommand,
  type TaskDefinition,
} from '../../../../src/core/tools/taskCommand.ts';

const task = (more: Partial<TaskDefinition> = {}): TaskDefinition => ({
  label: 'npm: test',
  name: 'test',
  group: 'test',
  isDefault: false,
  folder: '/work/app',
  obstacle: undefined,
  command: 'npm',
  args: ['run', 'test'],
  cwd: undefined,
  env: {},
  ...more,
});
const build = task({
  label: 'npm: build',
  name: 'build',
  group: undefined,
  args: ['run', 'build'],
});

const run = (more: Partial<TaskDefinition>): unknown => getTaskCommand(task(more), '/home/me');

describe('a task', () => {
  it('is found by its label, and by its name if that is unique', () => {
    const other = task({ label: 'gulp: test' });
    expect(findTask([task(), build], 'npm: build')).toEqual({ kind: 'found', value: build });
    expect(findTask([task(), build], 'build')).toEqual({ kind: 'found', value: build });
    expect(findTask([task(), other], 'test')).toEqual({
      kind: 'missing',
      why: 'Several tasks fit: give the label of one. Tasks:\n  npm: test\n  gulp: test',
    });
    expect(findTask([build], 'deploy')).toEqual({
      kind: 'missing',
      why: 'There is no task "deploy". Tasks:\n  npm: build',
    });
  });

  it('runs the tests if it is the only one of its group, or the default', () => {
    const other = task({ label: 'all tests', isDefault: true });
    expect(findTestTask([task(), build])).toEqual({ kind: 'found', value: task() });
    expect(findTestTask([task(), other])).toEqual({ kind: 'found', value: other });
    expect(findTestTask([task(), task({ label: 'more' })])).toMatchObject({ kind: 'missing' });
    expect(findTestTask([build])).toMatchObject({ kind: 'missing' });
  });

  it('is a program with arguments, or a line for the shell', () => {
    const place = { cwd: '/work/app', env: [] };
    expect(run({})).toEqual({
      kind: 'found',
      value: { command: 'npm', args: ['run', 'test'], ...place },
    });
    expect(run({ command: 'npm test && echo ok', args: [] })).toEqual({
      kind: 'found',
      value: { command: 'npm test && echo ok', args: undefined, ...place },
    });
    expect(run({ command: 'npx vitest', args: ['a b', "it's"] })).toEqual({
      kind: 'found',
      value: { command: `npx vitest 'a b' 'it'\\''s'`, args: undefined, ...place },
    });
  });

  it('has its variables replaced', () => {
    const more = {
      args: ['${workspaceFolder}/x', '${workspaceFolderBasename}'],
      cwd: '${workspaceFolder}/src',
      env: { HOME_OF: '${userHome}' },
    };
    expect(getTaskCommand(task(more), '/home/me')).toEqual({
      kind: 'found',
      value: {
        command: 'npm',
        args: ['/work/app/x', 'app'],
        cwd: '/work/app/src',
        env: [{ name: 'HOME_OF', value: '/home/me' }],
      },
    });
  });

  it.each([
    [{ args: ['${file}', '${input:what}'] }, 'it uses ${file}, ${input:what}'],
    [{ obstacle: 'it depends on other tasks' }, 'it depends on other tasks'],
  ])('is left to the user if a command line does not say it all: %j', (more, why) => {
    expect(getTaskCommand(task(more), '/home/me')).toEqual({
      kind: 'missing',
      why: `Only the user can run the task "npm: test": ${why}.`,
    });
  });

  it('is listed with its command', () => {
    expect(formatTask(task())).toBe('npm: test (test): npm run test');
    expect(formatTask(task({ group: undefined, obstacle: 'it is run by an extension' }))).toBe(
      'npm: test: only the user can run it: it is run by an extension',
    );
  });
});
