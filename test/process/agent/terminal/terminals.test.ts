import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  filterMarkedLinux,
  listLinuxProcesses,
} from '../../../../src/agent/process/table/linuxProcesses.ts';
import type { TranscriptPatch } from '../../../../src/core/session/transcript/transcript.ts';
import type { Terminals } from '../../../../src/agent/terminal/terminals.ts';
import { User } from '../files/createPathGuard.ts';
import { temporaryFolder } from '../../../harness/temporaryFolder.ts';
import { node, createTerminals } from './createTerminals.ts';

/** Enough time for a busy machine. */
const PATIENCE = { timeout: 15_000 };

let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});

/** Runs a command to its end and returns the output that the agent gets. */
async function run(
  terminals: Terminals,
  request: Parameters<Terminals['create']>[0],
): Promise<ReturnType<Terminals['output']>> {
  const id = await terminals.create(request);
  await terminals.waitForExit(id);
  return terminals.output(id);
}

/** A shell command that waits until the file exists. */
const until = (file: string): string => `until [ -e ${file} ]; do sleep 0.02; done`;

/** The number of running processes that were started with this variable, which only these tests set. */
async function survivors(name: string): Promise<number> {
  return (await filterMarkedLinux(`ACCORD_TEST=${name}`, await listLinuxProcesses())).length;
}

describe('Terminals', () => {
  it('runs a program with arguments without a shell', async () => {
    const terminals = await createTerminals(folder);
    const show = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
    const special = [
      ';',
      '&&',
      '|',
      '$HOME',
      '`id`',
      '$(id)',
      "'",
      '"',
      '\\',
      '*',
      '~',
      '%PATH%',
      '^',
      '!',
      '\n',
      ' ',
      '',
      '-x',
      '--',
      '#',
      '&',
      '>x',
      '<x',
      '(x)',
      '{a,b}',
      'é😀',
      '\t',
      '\u0007',
    ];
    const argument = fc.oneof(fc.constantFrom(...special), fc.string({ unit: 'grapheme' }));
    const list = fc.array(
      argument.map(text => text.replaceAll('\0', '')),
      { minLength: 20, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(list, async args => {
        const { output } = await run(terminals, node(show, '--', ...args));
        expect(JSON.parse(output)).toEqual(args);
      }),
      { numRuns: 8 },
    );
  });

  it("runs a command line in the user's shell", async () => {
    const terminals = await createTerminals(folder);
    const { output, exitStatus } = await run(terminals, {
      command: 'for i in 1 2 3; do echo tick $i; done; echo to-stderr >&2; exit 3',
      args: null,
      env: null,
    });
    expect(output.split('\n').toSorted()).toEqual(['', 'tick 1', 'tick 2', 'tick 3', 'to-stderr']);
    expect(exitStatus).toEqual({ exitCode: 3, signal: null });
  });

  it('runs a bare name without a shell, even with an empty argument list', async () => {
    const terminals = await createTerminals(folder, { shell: () => '/no/such/shell' });
    expect(await run(terminals, { command: 'pwd' })).toMatchObject({ output: `${folder}\n` });
    expect(await run(terminals, { command: 'pwd', args: [] })).toMatchObject({
      output: `${folder}\n`,
    });
  });

  it('reports a missing program in the same way with and without a shell', async () => {
    const terminals = await createTerminals(folder);
    for (const args of [['x'], undefined]) {
      const { output, exitStatus } = await run(terminals, { command: 'no-such-program', args });
      expect(output).toContain('not found');
      expect(exitStatus).toEqual({ exitCode: 127, signal: null });
    }
    await writeFile(join(folder, 'plain.txt'), 'no program');
    expect(await run(terminals, { command: './plain.txt', args: ['x'] })).toMatchObject({
      exitStatus: { exitCode: 126 },
    });
  });

  it('reports the signal that ended a command, and no exit code', async () => {
    const terminals = await createTerminals(folder);
    const { exitStatus } = await run(terminals, { command: 'kill -KILL $$' });
    expect(exitStatus).toEqual({ exitCode: null, signal: 'SIGKILL' });
  });

  it('reports the exit only after the last output', async () => {
    const terminals = await createTerminals(folder);
    const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`).join('');
    const file = join(folder, 'lines');
    await writeFile(file, lines);
    for (let n = 0; n < 5; n += 1) {
      const { output } = await run(terminals, { command: 'cat', args: [file] });
      expect(output).toBe(lines);
    }
  });

  it('returns an id immediately, the output so far, and settles every wait', async () => {
    const terminals = await createTerminals(folder);
    const id = await terminals.create({ command: 'echo begun; sleep 300' });
    expect(terminals.output(id).exitStatus).toBeUndefined();
    const waits = [terminals.waitForExit(id), terminals.waitForExit(id)];
    const stop = new AbortController();
    const cancelled = terminals.waitForExit(id, stop.signal);
    stop.abort();
    await expect(cancelled).rejects.toThrow('cancelled');
    await terminals.kill(id);
    expect(await Promise.all(waits)).toEqual([
      await terminals.waitForExit(id),
      terminals.output(id).exitStatus,
    ]);
  });

  it('runs commands with an empty stdin', async () => {
    const terminals = await createTerminals(folder);
    expect(await run(terminals, { command: 'cat' })).toEqual({
      output: '',
      truncated: false,
      exitStatus: { exitCode: 0, signal: null },
    });
  });

  it('runs in the given folder, checked by the path guard', async () => {
    const user = new User('deny');
    const terminals = await createTerminals(folder, { consent: user });
    await mkdir(join(folder, 'sub'));
    await symlink('/etc', join(folder, 'out'));
    expect(await run(terminals, { command: 'pwd -P', cwd: join(folder, 'sub') })).toMatchObject({
      output: `${join(folder, 'sub')}\n`,
    });
    await expect(terminals.create({ command: 'pwd', cwd: join(folder, 'out') })).rejects.toThrow(
      'did not allow',
    );
    await expect(terminals.create({ command: 'pwd', cwd: '/etc' })).rejects.toThrow(
      'did not allow',
    );
    await expect(terminals.create({ command: 'pwd', cwd: 'sub' })).rejects.toThrow('absolute');
    await expect(terminals.create({ command: 'pwd', cwd: join(folder, 'none') })).rejects.toThrow(
      'not a folder',
    );
    expect(user.asked).toMatchObject([{ operation: 'run' }, { operation: 'run' }]);
  });

  it('adds the requested variables to the base environment', async () => {
    const terminals = await createTerminals(folder);
    const env = [{ name: 'GREETING', value: 'hello $USER' }];
    expect(
      await run(terminals, { command: 'printf %s "$GREETING|$HOME|$PAGER"', env }),
    ).toMatchObject({
      output: `hello $USER|${folder}|cat`,
    });
  });

  it.each([
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
    'NODE_OPTIONS',
    'PATH',
    'Path',
    'BASH_ENV',
    'GIT_SSH_COMMAND',
    'PYTHONSTARTUP',
  ])('asks before %s is set', async name => {
    const user = new User('deny');
    const terminals = await createTerminals(folder, { consent: user });
    const request = {
      command: 'true',
      env: [
        { name, value: '/x' },
        { name: 'OTHER', value: '1' },
      ],
    };
    await expect(terminals.create(request)).rejects.toThrow('did not allow');
    expect(user.asked).toEqual([{ kind: 'environment', env: { [name]: '/x' }, command: 'true' }]);
  });

  it('does not start a program from the workspace unless the user agrees', async () => {
    const planted = join(folder, 'git-lookalike');
    await writeFile(planted, '#!/bin/sh\necho planted', { mode: 0o755 });
    const user = new User('deny');
    const path = `${folder}:.::${process.env['PATH']}`;
    const terminals = await createTerminals(folder, {
      consent: user,
      environment: () => ({ PATH: path }),
    });
    await expect(terminals.create({ command: 'git-lookalike', args: ['x'] })).rejects.toThrow(
      'did not allow',
    );
    expect(user.asked).toMatchObject([{ kind: 'program', program: planted }]);
    user.answer = 'once';
    expect(await run(terminals, { command: 'git-lookalike' })).toMatchObject({
      output: 'planted\n',
    });
    expect(await run(terminals, { command: './git-lookalike' })).toMatchObject({
      output: 'planted\n',
    });
  });

  it.each([
    [{ command: ' ' }, 'empty'],
    [{ command: 'a\0b' }, 'character'],
    [{ command: 'a', env: [{ name: 'A=B', value: '' }] }, 'name'],
    [{ command: 'a', env: [{ name: '', value: '' }] }, 'name'],
    [{ command: 'a', outputByteLimit: -1 }, 'outputByteLimit'],
    [{ command: 'a', outputByteLimit: 1.5 }, 'outputByteLimit'],
    [{ command: 'a'.repeat(200_000) }, 'too long'],
  ])('refuses %j', async (request, words) => {
    const terminals = await createTerminals(folder);
    await expect(terminals.create(request)).rejects.toThrow(words);
  });

  it('kills the whole process tree, keeps the id, and can kill again', async () => {
    const terminals = await createTerminals(folder);
    const env = [{ name: 'ACCORD_TEST', value: folder }];
    const id = await terminals.create({
      command:
        'echo kept; (trap "" TERM; sleep 300) & setsid sleep 300 & sleep 300 & (setsid sh -c "sleep 300" &) ; wait',
      env,
    });
    await expect.poll(() => survivors(folder), PATIENCE).toBeGreaterThan(3);
    await terminals.kill(id);
    await terminals.kill(id);
    expect(await survivors(folder)).toBe(0);
    expect(terminals.output(id)).toMatchObject({
      output: 'kept\n',
      exitStatus: { signal: 'SIGTERM' },
    });
  });

  it('kills a command that ignores SIGTERM', async () => {
    const terminals = await createTerminals(folder);
    const id = await terminals.create({
      command: 'trap "" TERM; echo up; while :; do sleep 1; done',
    });
    await expect.poll(() => terminals.output(id).output, PATIENCE).toBe('up\n');
    await terminals.kill(id);
    expect(await terminals.waitForExit(id)).toEqual({ exitCode: null, signal: 'SIGKILL' });
  });

  it('ends with the command although a background child continues; releasing ends that too', async () => {
    const terminals = await createTerminals(folder);
    const env = [{ name: 'ACCORD_TEST', value: folder }];
    const id = await terminals.create({
      command: '(while :; do echo noise; sleep 0.05; done) & echo done; exit 4',
      env,
    });
    expect(await terminals.waitForExit(id)).toEqual({ exitCode: 4, signal: null });
    expect(terminals.output(id).output).toContain('done\n');
    expect(await survivors(folder)).toBeGreaterThan(0);
    await terminals.release(id);
    expect(await survivors(folder)).toBe(0);
  });

  it('does not know a terminal after its release; an open wait settles', async () => {
    const terminals = await createTerminals(folder);
    const id = await terminals.create({
      command: 'sleep 300',
      env: [{ name: 'ACCORD_TEST', value: folder }],
    });
    const wait = terminals.waitForExit(id);
    await terminals.release(id);
    expect(await wait).toMatchObject({ signal: 'SIGTERM' });
    expect(await survivors(folder)).toBe(0);
    const unknown = { code: -32_002, data: id };
    expect(() => terminals.output(id)).toThrow(expect.objectContaining(unknown) as Error);
    await expect(terminals.waitForExit(id)).rejects.toMatchObject(unknown);
    await expect(terminals.kill(id)).rejects.toMatchObject(unknown);
    await expect(terminals.release(id)).rejects.toMatchObject(unknown);
  });

  it('refuses the terminal id of another session', async () => {
    const [one, other] = [await createTerminals(folder), await createTerminals(folder)];
    const id = await one.create({ command: 'true' });
    expect(() => other.output(id)).toThrow('no terminal');
  });

  it('runs 32 commands at once, and ends them all with the session', async () => {
    const terminals = await createTerminals(folder);
    const env = [{ name: 'ACCORD_TEST', value: folder }];
    const creates = Array.from({ length: 40 }, () =>
      terminals.create({ command: 'sleep', args: ['300'], env }),
    );
    const results = await Promise.allSettled(creates);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    expect(await survivors(folder)).toBe(32);
    await terminals.close();
    expect(await survivors(folder)).toBe(0);
    await expect(terminals.create({ command: 'true' })).rejects.toThrow('ended');
  });

  it.each(['killAll', 'close'] as const)(
    'starts no command after all were ended, however long the preparation takes (%s)',
    async ends => {
      let ready: (() => void) | undefined;
      const environment = new Promise<{ PATH: string }>(resolve => {
        ready = () => resolve({ PATH: process.env['PATH'] ?? '' });
      });
      const terminals = await createTerminals(folder, { environment: () => environment });
      const created = terminals.create({ command: 'touch', args: ['started'] });
      await terminals[ends]();
      ready?.();
      await expect(created).rejects.toMatchObject({ code: -32_800 });
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('forgets the oldest ended commands of an agent that releases none', async () => {
    const terminals = await createTerminals(folder);
    const ids: { terminalId: string }[] = [];
    for (let n = 0; n < 105; n += 1) {
      ids.push(await terminals.create({ command: 'no-such-program' }));
    }
    expect(ids.filter(({ terminalId }) => terminals.get(terminalId))).toHaveLength(100);
  });

  it('shows each terminal whole, then its additions, then its exit, even after its release', async () => {
    const terminals = await createTerminals(folder);
    const patches: TranscriptPatch[] = [];
    terminals.onDidChange(patch => patches.push(patch));
    const command = `${until('go')}; printf one; ${until('on')}; printf two; exit 5`;
    const id = await terminals.create({ command });
    const view = {
      id: id.terminalId,
      command,
      cwd: folder,
      cut: false,
      ours: true as const,
      startedMs: expect.any(Number) as number,
    };
    expect(patches).toEqual([{ kind: 'terminal', terminal: { ...view, output: '' } }]);
    await writeFile(join(folder, 'go'), '');
    await expect
      .poll(() => patches.at(-1), PATIENCE)
      .toEqual({ kind: 'terminalGrew', id: view.id, text: 'one' });
    await writeFile(join(folder, 'on'), '');
    await terminals.waitForExit(id);
    await terminals.release(id);
    const exit = { code: 5, signal: null };
    expect(patches.at(-1)).toEqual({
      kind: 'terminal',
      terminal: { ...view, output: 'onetwo', exit },
    });
  });

  it('accepts 50 MB without stalling and keeps the end', async () => {
    const terminals = await createTerminals(folder);
    const script =
      'const line = "x".repeat(1023) + "\\n"; for (let n = 0; n < 50 * 1024; n++) require("fs").writeSync(1, line); process.stdout.write("the end")';
    const { output, truncated } = await run(terminals, { ...node(script), outputByteLimit: 100 });
    expect(truncated).toBe(true);
    expect(Buffer.byteLength(output)).toBe(100);
    expect(output.endsWith('x\nthe end')).toBe(true);
  });

  it('loses nothing when a reader is slower than the command', async () => {
    const terminals = await createTerminals(folder);
    const text = 'y'.repeat(3_000_000);
    await writeFile(join(folder, 'big'), text);
    const id = await terminals.create({
      command: `${until('read')}; cat big`,
      outputByteLimit: 8_000_000,
    });
    let total = 0;
    terminals.get(id.terminalId)?.attach(async part => {
      await new Promise(resolve => setTimeout(resolve, 2));
      total += part.length;
    });
    await writeFile(join(folder, 'read'), '');
    await terminals.waitForExit(id);
    await expect.poll(() => total, PATIENCE).toBe(text.length);
    expect(terminals.output(id).output).toBe(text);
  });

  it('joins characters that arrive in parts', async () => {
    const terminals = await createTerminals(folder);
    const text = 'aé€😀'.repeat(50);
    const script = `const bytes = Buffer.from(${JSON.stringify(text)}); for (const byte of bytes) require('fs').writeSync(1, Buffer.of(byte))`;
    expect(await run(terminals, node(script))).toMatchObject({ output: text });
  });
});
