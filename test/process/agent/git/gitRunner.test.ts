import { writeFileSync } from 'node:fs';
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
});

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

  it('passes settings and stdin on', async () => {
    const runner = new GitRunner({ ...OPTIONS, settings: ['user.name=somebody'] });
    const named = await runner.run({ args: ['config', 'user.name'] });
    expect(named.stdout.toString()).toBe('somebody\n');
    const hashed = await runner.run({ args: ['hash-object', '--stdin'], stdin: 'text' });
    expect(hashed.stdout.toString()).toMatch(/^[0-9a-f]{40}\n$/);
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

  it('kills git when it writes too much', async () => {
    const runner = new GitRunner({ ...OPTIONS, outputLimitBytes: 10 });
    expect(await runner.run({ args: ['help', '-a'] })).toMatchObject({ isTruncated: true });
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
    await expect(runner.run({ args: ['-e', ''], signal: abort.signal })).rejects.toThrow(
      CancellationError,
    );
  });
});
