import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GitRunner, type GitRunnerOptions } from '../../../../src/agent/git/gitRunner.ts';
import { CancellationError } from '../../../../src/core/errors.ts';

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
});

describe('GitRunner', () => {
  it('does not pass our own variables of git on', async () => {
    vi.stubEnv('GIT_DIR', '/somewhere/else');
    const runner = new GitRunner({ ...OPTIONS, command: process.execPath });
    const { stdout } = await runner.run({
      args: ['-p', 'process.env.GIT_DIR ?? process.env.GIT_TERMINAL_PROMPT'],
    });
    expect(stdout.toString().trim()).toBe('0');
  });

  it('passes settings and stdin on', async () => {
    const runner = new GitRunner({ ...OPTIONS, settings: ['user.name=somebody'] });
    const named = await runner.run({ args: ['config', 'user.name'] });
    expect(named.stdout.toString()).toBe('somebody\n');
    const hashed = await runner.run({ args: ['hash-object', '--stdin'], stdin: 'text' });
    expect(hashed.stdout.toString()).toMatch(/^[0-9a-f]{40}\n$/);
  });

  it('returns the exit code and what git wrote to stderr', async () => {
    const { code, stderr } = await new GitRunner(OPTIONS).run({ args: ['no-such-command'] });
    expect(code).toBe(1);
    expect(stderr).toContain('no-such-command');
  });

  it('kills git when it writes too much', async () => {
    const runner = new GitRunner({ ...OPTIONS, outputLimitBytes: 10 });
    expect(await runner.run({ args: ['help', '-a'] })).toMatchObject({ isTruncated: true });
  });

  it('kills git when it takes too long', async () => {
    const runner = new GitRunner({ ...OPTIONS, command: process.execPath, timeLimitMs: 100 });
    const { code } = await runner.run({ args: ['-e', 'setInterval(() => {}, 1000)'] });
    expect(code).toBeNull();
  });

  it('kills git and rejects when it is canceled', async () => {
    const runner = new GitRunner({ ...OPTIONS, command: process.execPath });
    const abort = new AbortController();
    const run = runner.run({
      args: ['-e', 'setInterval(() => {}, 1000)'],
      signal: abort.signal,
    });
    await delay(50);
    abort.abort();
    await expect(run).rejects.toThrow(CancellationError);
    await expect(runner.run({ args: ['-e', ''], signal: abort.signal })).rejects.toThrow(
      CancellationError,
    );
  });
});
