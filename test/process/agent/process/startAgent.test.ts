import { chmod, mkdir, realpath, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { getErrorMessage, UserError } from '../../../../src/core/errors.ts';
import type { AgentProcess } from '../../../../src/agent/process/agentProcess.ts';
import { createExitError } from '../../../../src/agent/process/exitError.ts';
import type { LaunchConfig } from '../../../../src/agent/process/launchConfig.ts';
import { startAgent } from '../../../../src/agent/process/startAgent.ts';
import { alive } from './processTree.ts';
import { sharedTemporaryFolder } from '../../../harness/temporaryFolder.ts';

const LONG = 'sleep 1000';
const environment = { PATH: process.env['PATH'] ?? '', HOME: tmpdir() };
const folder = await sharedTemporaryFolder();

const launchConfig = (command: string, ...args: string[]): LaunchConfig => ({
  name: 'Probe',
  command,
  args,
  env: {},
});

const start = (launch: LaunchConfig): Promise<AgentProcess> =>
  startAgent(launch, { environment, cwd: folder, workspaceRoots: [folder] });

const sh = (program: string): Promise<AgentProcess> => start(launchConfig('sh', '-c', program));

async function script(name: string, content: string | Buffer, mode = 0o755): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  await chmod(path, mode);
  return path;
}

/** The pids that an agent prints before `up`. */
async function pidsOf(agent: AgentProcess): Promise<number[]> {
  const pids: number[] = [];
  for await (const line of createInterface({ input: agent.stdout })) {
    if (line === 'up') {
      break;
    }
    pids.push(Number(line));
  }
  return pids;
}

async function refusal(launch: LaunchConfig): Promise<string> {
  const error: unknown = await start(launch).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  return getErrorMessage(error);
}

describe.skipIf(process.platform === 'win32')('an agent that cannot start', () => {
  it('is reported with its name, its command and what to do, if the command does not exist', async () => {
    expect(await refusal(launchConfig('no-such-agent'))).toMatch(
      /^Can't start Probe: command "no-such-agent" not found\. Install it, or change/,
    );
    expect(await refusal(launchConfig('/no/such/agent'))).toContain('"/no/such/agent" not found');
  });

  it('is reported with a hint to the arguments, if the command contains some', async () => {
    expect(await refusal(launchConfig('npx -y agent'))).toMatch(/"npx -y agent" not found.*"args"/);
  });

  it('can have a working directory in the home folder, written as in a shell', async () => {
    const missing = { ...launchConfig('sh'), cwd: '~/no such folder of anyone' };
    expect(await refusal(missing)).toContain(join(homedir(), 'no such folder of anyone'));
    const agent = await start({ ...launchConfig('pwd'), cwd: '~' });
    expect(await text(agent.stdout)).toBe(`${await realpath(homedir())}\n`);
  });

  it('is reported if the command is a folder', async () => {
    expect(await refusal(launchConfig(folder))).toContain(`${folder} is a folder, not a program.`);
  });

  it('is reported if the command is not executable', async () => {
    const path = await script('plain', 'x', 0o644);
    expect(await refusal(launchConfig(path))).toContain(`${path} isn't executable.`);
  });

  it('is reported if the command is a relative path', async () => {
    expect(await refusal(launchConfig('./agent'))).toContain('"./agent" is a relative path.');
  });

  it('is reported if its working directory does not exist', async () => {
    const gone = join(folder, 'gone');
    expect(await refusal({ ...launchConfig('cat'), cwd: gone })).toContain(
      `folder ${gone} doesn't exist`,
    );
  });

  it('is reported if the interpreter of its script is missing', async () => {
    const path = await script('orphan', '#!/no/such/interpreter\n');
    expect(await refusal(launchConfig(path))).toContain('the interpreter in the first line');
  });

  it('is reported if an argument cannot be passed', async () => {
    expect(await refusal(launchConfig('cat', 'a\0b'))).toContain('invalid character');
  });

  it('is reported if it was made for another processor', async () => {
    const header = Buffer.alloc(64);
    header.write('\x7fELF\x02\x01\x01', 'latin1');
    header[16] = 2;
    header[18] = process.arch === 'arm64' ? 0x3e : 0xb7;
    const path = await script('foreign', header);
    const agent = await start(launchConfig(path));
    const problem = await createExitError(launchConfig(path), await agent.exited, environment);
    expect(problem.message).toContain('was built for another system or processor');
  });

  it('is reported with its last output if it exits immediately', async () => {
    const launch: LaunchConfig = {
      ...launchConfig(
        'sh',
        '-c',
        'echo "no config; $API_KEY, inherited-value" >&2; echo "see --help" >&2; exit 3',
      ),
      env: { API_KEY: 'very-secret-value' },
    };
    const agent = await start(launch);
    const exit = await agent.exited;
    expect(exit).toMatchObject({ code: 3, signal: null });
    const users = { ...environment, OTHER_TOKEN: 'inherited-value' };
    const { message } = await createExitError(launch, exit, users);
    expect(message).toBe(
      'Probe stopped right after starting (exit code 3). Last output:\n' +
        '> no config; [hidden], [hidden]\n> see --help\n' +
        'For the full output, see the output channel "Accord: Probe".',
    );
  });
});

describe.skipIf(process.platform === 'win32')('an agent that crashes with a long stack', () => {
  it('is reported with the line that names the error', async () => {
    const calls = Array.from(
      { length: 20 },
      (_, index) => `const f${index + 1} = () => f${index}();`,
    );
    const deep = ['const f0 = () => { throw new TypeError("no model"); };', ...calls, 'f20();'];
    const launch = launchConfig(process.execPath, '--stack-trace-limit=30', '-e', deep.join('\n'));
    const agent = await start(launch);
    const { message } = await createExitError(launch, await agent.exited, environment);
    expect(message).toContain('> TypeError: no model\n> ...\n');
    expect(message).toContain('> Node.js v');
    expect(message.split('\n').length).toBeLessThanOrEqual(17);
  });
});

describe.skipIf(process.platform === 'win32')('a running agent', () => {
  it('communicates through its streams', async () => {
    const agent = await start(launchConfig('cat'));
    agent.stdin.end('hello');
    expect(await text(agent.stdout)).toBe('hello');
    expect(await agent.exited).toMatchObject({ code: 0 });
    expect(agent.state.kind).toBe('exited');
  });

  it('gets each argument unchanged', async () => {
    const hostile = hostileArguments();
    expect(hostile.length).toBeGreaterThanOrEqual(60);
    const echo = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
    const agent = await start(launchConfig('node', '-e', echo, '--', ...hostile));
    expect(JSON.parse(await text(agent.stdout))).toEqual(hostile);
  });

  it('gets the given environment and working directory', async () => {
    const agent = await start({
      ...launchConfig('sh', '-c', 'echo "$A|$PWD"'),
      env: { A: 'b $c' },
    });
    expect(await text(agent.stdout)).toBe(`b $c|${folder}\n`);
  });

  it('is not slowed down by its output to stderr, of which the end is kept', async () => {
    const agent = await sh('yes 0123456789 | head -c 20000000 >&2; echo end >&2; echo done');
    let heard = 0;
    agent.onDidReceiveOutput(part => (heard += part.length));
    expect(await text(agent.stdout)).toBe('done\n');
    const { lastOutput: lastWords } = await agent.exited;
    expect(lastWords).toMatch(/end$/);
    expect(lastWords.length).toBeLessThanOrEqual(8 * 1024);
    expect(agent.output.length).toBe(256 * 1024);
    expect(heard).toBeLessThan(20_000_000);
  });

  it('reports its exit code', async () => {
    const agent = await sh('read line; exit 7');
    agent.stdin.write('go\n');
    expect(await agent.exited).toMatchObject({ code: 7 });
  });

  it('may close its input while we write', async () => {
    const agent = await sh('exec 0<&-; echo up; sleep 0.2');
    await pidsOf(agent);
    agent.stdin.write('x'.repeat(1_000_000));
    expect(await agent.exited).toMatchObject({ code: 0 });
  });
});

describe.skipIf(process.platform === 'win32')('stopping an agent', () => {
  const shapes: Record<string, string> = {
    'one that ends with its input': `echo $$; echo up; exec cat`,
    'one that ignores the end of input': `echo $$; echo up; exec ${LONG}`,
    'one that ignores SIGTERM, with a child that does too': `trap '' TERM; echo $$; sh -c 'trap "" TERM; echo $$; echo up; while :; do ${LONG}; done' & while :; do ${LONG}; done`,
    'one with a grandchild in a session of its own': `echo $$; setsid sh -c 'trap "" TERM HUP; echo $$; ${LONG} & echo $!; echo up; wait' & cat`,
    'one with a daemon': `echo $$; (setsid sh -c '${LONG} & echo $!; echo up' &); cat`,
    'one whose child holds its streams open': `echo $$; ${LONG} & echo $!; echo up; cat`,
  };

  for (const [shape, program] of Object.entries(shapes)) {
    it(`ends all processes of ${shape}`, async () => {
      const agent = await sh(program);
      const pids = await pidsOf(agent);
      expect(await alive(pids)).toEqual(pids);
      await agent.stop();
      expect(await alive(pids)).toEqual([]);
      expect(agent.state.kind).toBe('exited');
    });
  }

  it('ends the real agent behind a wrapper such as npx', async () => {
    const real = await script('real', `#!/bin/sh\necho $$\necho up\nexec ${LONG}\n`);
    const wrapper = await script(
      'npx',
      `#!/usr/bin/env node
process.on('SIGTERM', () => {});
console.log(process.pid);
require('node:child_process').spawn(process.argv[2], [], { stdio: 'inherit' });
`,
    );
    const agent = await start(launchConfig(wrapper, real));
    const pids = await pidsOf(agent);
    expect(pids).toHaveLength(2);
    await agent.stop();
    expect(await alive(pids)).toEqual([]);
  });

  it('ends what an agent leaves behind that crashes', async () => {
    const agent = await sh(`setsid sh -c 'echo $$; echo up; exec ${LONG}' & read go; kill -9 $$`);
    const pids = await pidsOf(agent);
    agent.stdin.write('go\n');
    expect(await agent.exited).toMatchObject({ code: null, signal: 'SIGKILL' });
    await expect.poll(() => alive(pids)).toEqual([]);
  });

  it('can be requested twice, and after the end', async () => {
    const agent = await start(launchConfig('cat'));
    await Promise.all([agent.stop(), agent.stop()]);
    await agent.stop();
    expect(agent.state).toMatchObject({ kind: 'exited', code: 0 });
  });
});

describe.skipIf(process.platform === 'win32')('a program in the workspace', () => {
  it('is not started by its name', async () => {
    const planted = join(folder, 'bin');
    await mkdir(planted, { recursive: true });
    await script('bin/planted-agent', '#!/bin/sh\nexit 0\n');
    const launch = { ...launchConfig('planted-agent'), env: { PATH: `${planted}:.:` } };
    expect(await refusal(launch)).toContain('was only found in the workspace');
  });
});

function hostileArguments(): string[] {
  const letters = '`$"\'\\&|;<>()[]{}*?!#~%^@=,:+-\t\n\r '.split('');
  return [
    ...letters,
    '',
    '$(touch pwned)',
    '`touch pwned`',
    '; touch pwned',
    '&& touch pwned',
    '|| touch pwned',
    '| cat',
    '> pwned',
    '%PATH%',
    '!PATH!',
    '^&calc',
    '"quoted"',
    "'quoted'",
    'a b  c',
    'trailing\\',
    'trailing\\\\',
    '\\"',
    '--flag=value with blanks',
    '-rf',
    '$HOME',
    '${HOME}',
    '*.ts',
    '~/x',
    'a\nb',
    'a\r\nb',
    '\u{1f600}',
    'é',
    '日本語',
    '\u202eabc',
    'x'.repeat(10_000),
  ];
}
