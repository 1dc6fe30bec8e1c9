import { getEventListeners } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GitRunner, type GitRunnerOptions } from '../../../../src/agent/git/gitRunner.ts';
import { CancellationError } from '../../../../src/core/errors.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';

const OPTIONS: GitRunnerOptions = {
  command: 'git',
  cwd: '/',
  env: {},
  settings: [],
  outputLimitBytes: 1_000_000,
  timeLimitMs: 10_000,
};

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

/** Opens as many files as this process may have. Returns what closes them. */
function exhaustFileDescriptors(): () => void {
  const opened: number[] = [];
  try {
    for (;;) {
      opened.push(openSync('/dev/null', 'r'));
    }
  } catch {
    return () => opened.forEach(one => closeSync(one));
  }
}

/** A program that takes settings like git, and runs Node with the remaining arguments. */
async function nodeAsGit(): Promise<string> {
  const program = path.join(await temporaryFolder(), 'git');
  const script = `while [ "$1" = -c ]; do shift 2; done; exec '${process.execPath}' "$@"`;
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return program;
}

describe('GitRunner', () => {
  it('does not pass our own variables of git on', async () => {
    vi.stubEnv('GIT_DIR', '/somewhere/else');
    const runner = new GitRunner({ ...OPTIONS, command: await nodeAsGit() });
    const { stdout } = await runner.run({
      args: ['-p', 'process.env.GIT_DIR ?? process.env.GIT_TERMINAL_PROMPT'],
    });
    expect(stdout.toString().trim()).toBe('0');
  });

  it('passes all our other variables on', async () => {
    vi.stubEnv('MY_GIT_DIR', '/somewhere');
    const runner = new GitRunner({ ...OPTIONS, command: await nodeAsGit() });
    const { stdout } = await runner.run({
      args: ['-p', 'process.env.MY_GIT_DIR + process.env.PATH'],
    });
    expect(stdout.toString().trim()).toBe(`/somewhere${process.env['PATH']}`);
  });

  it('passes settings and stdin on', async () => {
    const runner = new GitRunner({ ...OPTIONS, settings: ['user.name=somebody'] });
    const named = await runner.run({ args: ['config', 'user.name'] });
    expect(named.stdout.toString()).toBe('somebody\n');
    const hashed = await runner.run({ args: ['hash-object', '--stdin'], stdin: 'text' });
    expect(hashed.stdout.toString()).toBe('f3a34851d44d6b97c90fbb99dd3d18c261b9a237\n');
    const nothing = await runner.run({ args: ['hash-object', '--stdin'] });
    expect(nothing.stdout.toString()).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\n');
  });

  it('keeps git from starting programs, whatever a caller passes', async () => {
    const runner = new GitRunner({ ...OPTIONS, command: await nodeAsGit() });
    const { stdout } = await runner.run({
      args: ['-p', 'process.env.GIT_ALLOW_PROTOCOL + process.env.GIT_NO_LAZY_FETCH'],
      env: { GIT_ALLOW_PROTOCOL: 'ext', GIT_NO_LAZY_FETCH: '0' },
    });
    expect(stdout.toString().trim()).toBe('none1');
  });

  it('returns the exit code and what git wrote to stderr', async () => {
    const { code, stderr } = await new GitRunner(OPTIONS).run({ args: ['no-such-command'] });
    expect(code).toBe(1);
    expect(stderr).toContain('no-such-command');
  });

  it('keeps the beginning of what git wrote to stderr', async () => {
    const runner = new GitRunner({ ...OPTIONS, command: await nodeAsGit() });
    const { stderr } = await runner.run({ args: ['-e', `console.error('x'.repeat(100_000))`] });
    expect(stderr).toBe('x'.repeat(4_000));
  });

  it('kills git when it writes too much', async () => {
    const options = { ...OPTIONS, command: await nodeAsGit(), outputLimitBytes: 10 };
    const script = `process.stdout.write('x'.repeat(11)); setTimeout(() => {}, 3000)`;
    const output = await new GitRunner(options).run({ args: ['-e', script] });
    expect(output).toEqual({ code: null, stdout: Buffer.of(), stderr: '', isTruncated: true });
  });

  it('returns as much as git may write', async () => {
    const options = { ...OPTIONS, command: await nodeAsGit(), outputLimitBytes: 10 };
    const script = `process.stdout.write('x'.repeat(10))`;
    const output = await new GitRunner(options).run({ args: ['-e', script] });
    const stdout = Buffer.from('x'.repeat(10));
    expect(output).toEqual({ code: 0, stdout, stderr: '', isTruncated: false });
  });

  it('says why git cannot be started', async () => {
    const runner = new GitRunner({ ...OPTIONS, command: '/no/such/git' });
    await expect(runner.run({ args: [] })).rejects.toThrow('spawn /no/such/git ENOENT');
  });

  it('says that git cannot be started because too many files are open', async () => {
    const closeAll = exhaustFileDescriptors();
    const run = new GitRunner(OPTIONS).run({ args: ['version'] });
    closeAll();
    await expect(run).rejects.toThrow('spawn git EMFILE');
  });

  it('leaves no timer and no listener behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { signal } = new AbortController();
    await new GitRunner(OPTIONS).run({ args: ['version'], signal });
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('kills git when it takes too long', async () => {
    const runner = new GitRunner({ ...OPTIONS, command: await nodeAsGit(), timeLimitMs: 100 });
    const { code } = await runner.run({ args: ['-e', 'setInterval(() => {}, 1000)'] });
    expect(code).toBeNull();
  });

  it('kills git and rejects when it is canceled', async () => {
    const runner = new GitRunner({ ...OPTIONS, command: await nodeAsGit() });
    const abort = new AbortController();
    const run = runner.run({
      args: ['-e', 'setInterval(() => {}, 1000)'],
      signal: abort.signal,
    });
    await delay(50);
    abort.abort();
    await expect(run).rejects.toThrow(CancellationError);
  });

  it('does not start git if it is canceled already', async () => {
    const folder = path.join(await temporaryFolder(), 'created');
    const run = new GitRunner(OPTIONS).run({
      args: ['init', '--quiet', folder],
      signal: AbortSignal.abort(),
    });
    await expect(run).rejects.toThrow(CancellationError);
    expect(existsSync(folder)).toBe(false);
  });
});
