import { describe, expect, it } from 'vitest';
import {
  findTask,
  findTestTask,
  formatTask,
  getTaskCommand,
  type TaskDefinition,
} from '../../../../src/core/tools/taskCommand.ts';
import type { TaskWord } from '../../../../src/core/tools/taskLine.ts';

const task = (more: Partial<TaskDefinition> = {}): TaskDefinition => ({
  label: 'npm: test',
  name: 'test',
  group: 'test',
  isDefault: false,
  folder: '/work/app',
  obstacle: undefined,
  isShell: true,
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

const machine = (shell = '/bin/bash') => ({ homeFolder: '/home/me', shell });

const run = (more: Partial<TaskDefinition>, shell?: string): unknown =>
  getTaskCommand(task(more), machine(shell));

function cwdOf(more: Partial<TaskDefinition>): string {
  const found = getTaskCommand(task(more), machine());
  return found.kind === 'found' ? found.value.cwd : found.why;
}

/** The line that a shell gets. */
function lineFor(shell: string, command: TaskWord, ...args: readonly TaskWord[]): string {
  const found = getTaskCommand(task({ command, args, folder: '/my work' }), machine(shell));
  return found.kind === 'found' && found.value.isLine ? found.value.command : JSON.stringify(found);
}

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

  it('runs in its folder, or in a folder below that its definition names', () => {
    expect(cwdOf({})).toBe('/work/app');
    expect(cwdOf({ cwd: 'packages/a' })).toBe('/work/app/packages/a');
    expect(cwdOf({ cwd: '${workspaceFolder}/b' })).toBe('/work/app/b');
    expect(cwdOf({ cwd: '/elsewhere' })).toBe('/elsewhere');
    const folder = 'C:\\work';
    expect(cwdOf({ folder, cwd: 'packages\\a' })).toBe('C:\\work\\packages\\a');
    expect(cwdOf({ folder, cwd: 'D:\\other' })).toBe('D:\\other');
  });

  it('runs the tests if it is the only one of its group, or the default', () => {
    const other = task({ label: 'all tests', isDefault: true });
    expect(findTestTask([task(), build])).toEqual({ kind: 'found', value: task() });
    expect(findTestTask([task(), other])).toEqual({ kind: 'found', value: other });
    expect(findTestTask([task(), task({ label: 'more' })])).toMatchObject({ kind: 'missing' });
    expect(findTestTask([build])).toMatchObject({ kind: 'missing' });
  });

  it('is a line for the shell, or a program with arguments', () => {
    const place = { cwd: '/work/app', env: [] };
    expect(run({})).toEqual({
      kind: 'found',
      value: { command: 'npm run test', args: [], isLine: true, ...place },
    });
    expect(run({ command: 'dir', args: [] })).toMatchObject({
      value: { command: 'dir', isLine: true },
    });
    expect(run({ isShell: false, args: ['a b', '$HOME'] })).toEqual({
      kind: 'found',
      value: { command: 'npm', args: ['a b', '$HOME'], isLine: false, ...place },
    });
  });

  it.each(['/bin/bash', '/usr/bin/zsh', '/bin/sh', 'C:\\Program Files\\Git\\bin\\bash.exe'])(
    'is quoted for the POSIX shell %s as VS Code does it',
    shell => {
      expect(lineFor(shell, 'npm test && echo "a b"')).toBe('npm test && echo "a b"');
      expect(lineFor(shell, 'echo', '$HOME', '*.ts', 'a b', '|', '"a b"', "x='a b'")).toBe(
        `echo $HOME *.ts 'a b' | "a b" x='a b'`,
      );
      expect(lineFor(shell, 'my tool', 'x')).toBe(`'my tool' x`);
      expect(lineFor(shell, '${workspaceFolder}/run')).toBe(`'/my work/run'`);
      expect(lineFor(shell, 'cd ${workspaceFolder}')).toBe('cd /my work');
      expect(
        lineFor(
          shell,
          { value: 'my tool', quoting: 'escape' },
          { value: `a "b"`, quoting: 'escape' },
          { value: 'in $HOME', quoting: 'weak' },
          { value: '$HOME', quoting: 'strong' },
        ),
      ).toBe(`my\\ tool a\\ \\"b\\" "in $HOME" '$HOME'`);
    },
  );

  it('is quoted for cmd, which knows one kind of quotes', () => {
    const cmd = 'C:\\Windows\\System32\\CMD.EXE';
    expect(lineFor(cmd, 'echo', '%PATH%', 'a b', "it's")).toBe(`echo %PATH% "a b" it's`);
    expect(lineFor(cmd, "it's so")).toBe("it's so");
    expect(lineFor(cmd, 'C:\\my tools\\x.exe', 'a b')).toBe('"C:\\my tools\\x.exe" "a b"');
    expect(
      lineFor(cmd, 'x', { value: 'a b', quoting: 'weak' }, { value: 'c d', quoting: 'strong' }),
    ).toBe('x a b "c d"');
  });

  it.each(['C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe', '/usr/bin/pwsh'])(
    'is quoted for PowerShell, which runs a quoted command only after an ampersand: %s',
    shell => {
      expect(lineFor(shell, 'echo', '$env:PATH', 'a b')).toBe(`echo $env:PATH 'a b'`);
      expect(lineFor(shell, 'C:\\my tools\\x.exe', 'y')).toBe(`& 'C:\\my tools\\x.exe' y`);
      expect(lineFor(shell, 'x', { value: '(a "b")', quoting: 'escape' })).toBe('x `(a` `"b`"`)');
    },
  );

  it('has its variables replaced', () => {
    const more = {
      args: ['${workspaceFolder}/x', '${workspaceFolderBasename}'],
      cwd: '${workspaceFolder}/src',
      env: { HOME_OF: '${userHome}' },
    };
    expect(run(more)).toEqual({
      kind: 'found',
      value: {
        command: 'npm /work/app/x app',
        args: [],
        isLine: true,
        cwd: '/work/app/src',
        env: [{ name: 'HOME_OF', value: '/home/me' }],
      },
    });
  });

  it.each([
    [{ args: ['${file}', '${input:what}'] }, 'it uses ${file}, ${input:what}'],
    [{ obstacle: 'it depends on other tasks' }, 'it depends on other tasks'],
  ])('is left to the user if a command line does not say it all: %j', (more, why) => {
    expect(run(more)).toEqual({
      kind: 'missing',
      why: `Only the user can run the task "npm: test": ${why}.`,
    });
  });

  it('is listed with its command', () => {
    expect(formatTask(task(), '/bin/bash')).toBe('npm: test (test): npm run test');
    const other = task({ group: undefined, obstacle: 'it is run by an extension' });
    expect(formatTask(other, '/bin/bash')).toBe(
      'npm: test: only the user can run it: it is run by an extension',
    );
    const program = task({ isShell: false, args: ['a b'] });
    expect(formatTask(program, '/bin/bash')).toBe(`npm: test (test): npm 'a b'`);
  });
});
