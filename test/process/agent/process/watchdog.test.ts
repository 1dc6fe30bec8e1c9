import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoginEnvironment } from '../../../../src/agent/process/loginEnvironment.ts';
import { startAgent } from '../../../../src/agent/process/startAgent.ts';
import { Watchdog } from '../../../../src/agent/process/watchdog.ts';
import { getSystemProcessTable } from '../../../../src/agent/process/table/processTable.ts';
import { bundle } from './bundle.ts';
import { alive } from './processTree.ts';

const LONG = 'sleep 1000';
/** Enough time for a busy machine. */
const PATIENCE = { timeout: 15_000 };
let watchdogScript = '';
let hostScript = '';

beforeAll(async () => {
  watchdogScript = await bundle('src/agent/process/watchdogMain.ts', 'watchdog');
  hostScript = await bundle('test/process/agent/process/hostMain.ts', 'host');
});

afterAll(async () => {
  await rm(dirname(watchdogScript), { recursive: true });
  await rm(dirname(hostScript), { recursive: true });
});

const newWatchdog = (): Watchdog => new Watchdog(watchdogScript);

async function startHost(
  script: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ host: ChildProcessByStdio<null, Readable, null>; pids: number[] }> {
  const host = spawn(process.execPath, [hostScript, watchdogScript, 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const pids: number[] = [];
  for await (const line of createInterface({ input: host.stdout })) {
    if (line === 'up') {
      break;
    }
    pids.push(Number(line));
  }
  return { host, pids };
}

/** The processes of ours that lead a process group. */
async function ownGroups(): Promise<number[]> {
  const all = await getSystemProcessTable().list();
  return all.filter(one => one.parent === process.pid && one.group === one.pid).map(one => one.pid);
}

/** Whether a process has installed a handler for SIGHUP, for which Node has none. */
async function catchesHangUp(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1');
  const caught = /SigCgt:\s*([0-9a-f]+)/.exec(status)?.[1] ?? '0';
  return (BigInt(`0x${caught}`) & 1n) === 1n;
}

describe.skipIf(process.platform === 'win32')('Watchdog', () => {
  it('ends the whole tree when the extension host is killed', async () => {
    const { host, pids } = await startHost(
      `trap '' TERM HUP; echo $$; ${LONG} & echo $!; setsid sh -c 'trap "" TERM; echo $$; ${LONG} & echo $!; echo up; wait' & wait; ${LONG}`,
    );
    expect(pids).toHaveLength(4);
    expect(await alive(pids)).toEqual(pids);
    const children = await getSystemProcessTable().list();
    const watchdog = children.find(one => one.parent === host.pid && one.group === one.pid);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await expect.poll(() => alive(pids)).toEqual([]);
    expect(watchdog).toBeDefined();
    await expect.poll(() => alive([watchdog?.pid ?? 0])).toEqual([]);
  });

  it('ends what an agent leaves behind that exits together with the host', async () => {
    const { host, pids } = await startHost(
      `setsid sh -c 'echo $$; echo up; exec ${LONG}' & read never`,
    );
    host.kill('SIGKILL');
    await once(host, 'exit');
    await expect.poll(() => alive(pids)).toEqual([]);
  });

  it('ends a login shell that hangs when the extension host is killed', async () => {
    const folder = dirname(hostScript);
    const shell = join(folder, 'shell');
    const pidFile = join(folder, 'pid');
    await writeFile(
      shell,
      `#!/bin/sh\nsleep 1 # As profiles do.\necho $$ > '${pidFile}'\nexec ${LONG}\n`,
      { mode: 0o755 },
    );
    const host = spawn(process.execPath, [hostScript, watchdogScript, 'login', shell]);
    const pid = async () => Number(await readFile(pidFile, 'utf8').catch(() => ''));
    await expect.poll(pid, PATIENCE).toBeGreaterThan(0);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await expect.poll(async () => alive([await pid()]), PATIENCE).toEqual([]);
  });

  it('ends with the login shell that it watches', async () => {
    const login = new LoginEnvironment({ shell: '/bin/sh', watchdog: newWatchdog });
    const { warning: note } = await login.read();
    expect(note).toBeUndefined();
    await expect.poll(ownGroups, PATIENCE).toEqual([]);
  });

  it('works even if the user has no home folder', async () => {
    const env = { ...process.env, HOME: '/no/such/home' };
    const { host, pids } = await startHost(
      `trap '' TERM HUP; echo $$; ${LONG} & echo $!; echo up; wait; ${LONG}`,
      env,
    );
    host.kill('SIGKILL');
    await once(host, 'exit');
    await expect.poll(() => alive(pids)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'survives signals that are sent to all processes around it',
    async () => {
      const { host, pids } = await startHost(`echo $$; echo up; exec ${LONG}`);
      const all = await getSystemProcessTable().list();
      const watchdog = all.find(one => one.parent === host.pid && !pids.includes(one.pid));
      await expect.poll(() => catchesHangUp(watchdog?.pid ?? 0)).toBe(true);
      process.kill(watchdog?.pid ?? 0, 'SIGTERM');
      process.kill(watchdog?.pid ?? 0, 'SIGHUP');
      host.kill('SIGKILL');
      await once(host, 'exit');
      await expect.poll(() => alive(pids)).toEqual([]);
    },
  );

  it('forgets an agent that was stopped, and ends when it is disposed', async () => {
    const watchdog = new Watchdog(watchdogScript);
    const options = { environment: { PATH: process.env['PATH'] ?? '' }, cwd: '/', watchdog };
    const agent = await startAgent({ name: 'A', command: 'cat', args: [], env: {} }, options);
    const mine = (await getSystemProcessTable().list()).filter(one => one.parent === process.pid);
    const dog = mine.find(one => one.pid !== agent.pid && one.group === one.pid);
    await agent.stop();
    expect(await alive([dog?.pid ?? 0])).toEqual([dog?.pid]);
    watchdog.dispose();
    await expect.poll(() => alive([dog?.pid ?? 0])).toEqual([]);
  });

  it('is restarted immediately while there are agents', async () => {
    const watchdog = new Watchdog(watchdogScript);
    const options = { environment: { PATH: process.env['PATH'] ?? '' }, cwd: '/', watchdog };
    const agent = await startAgent({ name: 'A', command: 'cat', args: [], env: {} }, options);
    const others = async (): Promise<number[]> =>
      (await ownGroups()).filter(pid => pid !== agent.pid);
    const [first = 0] = await others();
    process.kill(first, 'SIGKILL');
    await expect.poll(others).toEqual([expect.not.toSatisfy(pid => pid === first)]);
    watchdog.dispose();
    expect(await agent.exited).toMatchObject({ signal: 'SIGKILL' });
  });

  it('is restarted for the next agent after it was killed', async () => {
    const watchdog = new Watchdog(watchdogScript);
    watchdog.start();
    await expect.poll(ownGroups).toHaveLength(1);
    const [first = 0] = await ownGroups();
    process.kill(first, 'SIGKILL');
    await expect.poll(ownGroups).toHaveLength(0);
    await expect.poll(() => (watchdog.start(), ownGroups())).toHaveLength(1);
    watchdog.dispose();
    await expect.poll(ownGroups).toHaveLength(0);
  });

  it.runIf(process.platform === 'linux')(
    'and all other programs report why they cannot be started when there are no file handles left',
    async () => {
      const host = spawn('sh', [
        '-c',
        `ulimit -n 64; exec '${process.execPath}' '${hostScript}' '${watchdogScript}' full`,
      ]);
      const [out, errors] = await Promise.all([text(host.stdout), text(host.stderr)]);
      expect(errors).toBe('');
      expect(out.split('\n')).toEqual([
        'begun',
        expect.stringContaining('could not be read (spawn /bin/sh EMFILE)'),
        expect.stringContaining('EMFILE'),
        'spawn git EMFILE',
        "Can't start Watched: the system can't start another process (EMFILE). Close some programs and try again.",
        '',
      ]);
    },
  );
});
