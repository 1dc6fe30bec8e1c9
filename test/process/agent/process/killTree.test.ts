import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { killTree, signalGroup, listProcessTree } from '../../../../src/agent/process/killTree.ts';
import type {
  ProcessInfo,
  ProcessTable,
} from '../../../../src/agent/process/table/processTable.ts';
import { parseStat } from '../../../../src/agent/process/table/linuxProcesses.ts';
import { parsePs } from '../../../../src/agent/process/table/macProcesses.ts';
import { isUserBrowser } from '../../../../src/agent/process/table/isUserBrowser.ts';
import { parseCim } from '../../../../src/agent/process/table/windowsProcesses.ts';
import { alive, startTree, survivors } from './processTree.ts';
import { sharedTemporaryFolder } from '../../../harness/temporaryFolder.ts';

const NEVER = 'sleep 1000';

/** Each shape prints the pids of all its processes, then `up`. */
const shapes: Record<string, string> = {
  'a lone process': `echo $$; echo up; exec ${NEVER}`,
  'children in the same group': `echo $$; ${NEVER} & echo $!; ${NEVER} & echo $!; echo up; wait`,
  'a grandchild in a session of its own': `echo $$; setsid sh -c 'echo $$; echo up; exec ${NEVER}' & wait`,
  'a daemon by double fork': `echo $$; (setsid sh -c '(${NEVER} & echo $!; echo up) & ' &) ; exec ${NEVER}`,
  'a child that ignores the end of input, SIGTERM and SIGHUP': `trap '' TERM HUP; echo $$; sh -c 'trap "" TERM HUP; echo $$; echo up; while :; do sleep 100; done' & wait; while :; do sleep 100; done`,
  'a child with an emptied environment': `echo $$; env -i setsid sh -c 'echo $$; echo up; exec ${NEVER}' & wait`,
};

const folder = await sharedTemporaryFolder();

describe.skipIf(process.platform === 'win32')('killTree', () => {
  for (const [shape, script] of Object.entries(shapes)) {
    it(`ends all processes of ${shape}`, async () => {
      const { root, pids } = await startTree(script);
      expect(await alive(pids)).toEqual(pids);
      await killTree(root);
      expect(await alive(pids)).toEqual([]);
      expect(await survivors(root)).toEqual([]);
    });
  }

  it('finds processes by their marker whose parents have ended', async () => {
    const { child, root, pids } = await startTree(
      `setsid sh -c 'echo $$; ${NEVER} & echo $!; echo up; wait' &`,
    );
    if (child.exitCode === null) {
      await once(child, 'exit');
    }
    expect(await alive(pids)).toEqual(pids);
    await killTree(root);
    expect(await alive(pids)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'finds processes that are about to execute another program, and have no environment for a moment',
    async () => {
      const again = join(folder, 'again');
      await writeFile(again, '#!/bin/sh\nexec "$0"\n', { mode: 0o755 });
      for (let time = 0; time < 30; time += 1) {
        const { child, root, pids } = await startTree(
          `setsid sh -c 'echo $$; echo up; exec ${again}' &`,
        );
        if (child.exitCode === null) {
          await once(child, 'exit');
        }
        await killTree(root);
        expect(await alive(pids)).toEqual([]);
      }
    },
  );

  it('ends descendants that were seen earlier and are not connected to the tree any more', async () => {
    const { child, root, pids } = await startTree(
      `echo $$; env -i setsid sh -c 'echo $$; echo up; exec ${NEVER}' & read never || wait`,
    );
    const seen = await listProcessTree(root);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await killTree(root, seen);
    expect(await alive(pids)).toEqual([]);
  });

  it('spares other processes', async () => {
    const bystander = await startTree(`echo $$; echo up; exec ${NEVER}`);
    const { root } = await startTree(`echo $$; echo up; exec ${NEVER}`);
    await killTree(root);
    expect(await alive(bystander.pids)).toEqual(bystander.pids);
    await killTree(bystander.root);
  });

  it('sends a signal to the whole group', async () => {
    const { child, root, pids } = await startTree(
      `echo $$; ${NEVER} & echo $!; echo up; wait; exec ${NEVER}`,
    );
    const exit = once(child, 'exit');
    await signalGroup(root, 'SIGTERM');
    expect(await exit).toEqual([null, 'SIGTERM']);
    await expect.poll(() => alive(pids)).toEqual([]);
  });
});

const info = (pid: number, started: number, parent = 1, group = pid): ProcessInfo => ({
  pid,
  started,
  parent,
  group,
});

function tableOf(all: readonly ProcessInfo[]): ProcessTable & { readonly hit: number[] } {
  const hit: number[] = [];
  return {
    hit,
    list: async () => all.filter(one => !hit.includes(one.pid) && !hit.includes(-one.group)),
    filterMarked: async () => [],
    filterBrowsers: async () => [],
    getStartTime: () => undefined,
    signal: pid => void hit.push(pid),
  };
}

describe('a reused process id', () => {
  it('spares the new process and its group', async () => {
    const table = tableOf([info(50, 900), info(51, 910, 50, 50)]);
    await killTree({ pid: 50, started: 100 }, [], table);
    await signalGroup({ pid: 50, started: 100 }, 'SIGTERM', table);
    expect(table.hit).toEqual([]);
  });

  it('spares a new process with an id that was seen in the tree', async () => {
    const table = tableOf([info(61, 900)]);
    await killTree({ pid: 60, started: 100 }, [info(61, 200, 60, 60)], table);
    expect(table.hit).toEqual([]);
  });

  it('spares a process that is older than its apparent parent', async () => {
    const table = tableOf([info(70, 500), info(71, 400, 70, 71), info(72, 600, 70, 70)]);
    await killTree({ pid: 70, started: 500 }, [], table);
    expect(table.hit).toEqual([-70]);
  });

  it('does not spare the rest of the group when its leader has ended', async () => {
    const table = tableOf([info(81, 600, 1, 80)]);
    await killTree({ pid: 80, started: 500 }, [], table);
    expect(table.hit).toEqual([-80]);
  });
});

const silent = (): ProcessTable & { readonly hit: number[] } => ({
  ...tableOf([]),
  list: () => Promise.reject(new Error('EMFILE')),
});

describe('a system that cannot list its processes', () => {
  it('still ends the group of the root', async () => {
    const table = silent();
    await killTree({ pid: 90, started: 500 }, [], table);
    expect(table.hit).toContain(-90);
    expect(new Set(table.hit)).toEqual(new Set([-90]));
  });

  it('still sends a signal to it', async () => {
    const table = silent();
    await signalGroup({ pid: 90, started: 500 }, 'SIGTERM', table);
    expect(table.hit).toEqual([-90]);
  });
});

describe.runIf(process.platform === 'linux')('the user’s browser', () => {
  beforeAll(() => copyFile('/bin/sleep', join(folder, 'firefox')));

  it('outlives the agent whose sign-in opened it, and nothing else does', async () => {
    const browser = join(folder, 'firefox');
    const { child, root, pids } = await startTree(
      `${browser} 1000 & echo $!; echo $$; ${NEVER} & echo $!; echo up; wait`,
    );
    const [firefox = 0] = pids;
    // For a moment after the start, the process is still the shell, whose script contains the name.
    const commandLine = () => readFile(`/proc/${firefox}/cmdline`, 'utf8');
    await expect.poll(commandLine).toBe([browser, 1000, ''].join('\0'));
    const exit = once(child, 'exit');
    await signalGroup(root, 'SIGTERM');
    await exit;
    await killTree(root);
    expect(await alive(pids)).toEqual([firefox]);
    process.kill(firefox);
    await expect.poll(() => alive(pids)).toEqual([]);
  });

  it('is not one that is automated', () => {
    const pages = 'https://example.com';
    expect(isUserBrowser(['/usr/lib/firefox/firefox', pages])).toBe(true);
    expect(isUserBrowser(['/opt/google/chrome/chrome', pages])).toBe(true);
    expect(isUserBrowser(['/opt/chrome', '--headless=new', pages])).toBe(false);
    expect(isUserBrowser(['/opt/chrome', '--remote-debugging-pipe'])).toBe(false);
    expect(isUserBrowser(['/opt/firefox', '-juggler-pipe', '-profile', '/tmp/x'])).toBe(false);
    expect(isUserBrowser(['/opt/firefox', '--marionette'])).toBe(false);
    expect(isUserBrowser(['node', 'chrome'])).toBe(false);
    expect(isUserBrowser([])).toBe(false);
  });
});

describe('the process table', () => {
  it('parses /proc/<pid>/stat, whatever the name of the program is', () => {
    const tail = '1 7 7 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 5150 0';
    expect(parseStat(`42 (a) S 9) S ${tail}`)).toEqual({
      pid: 42,
      parent: 1,
      group: 7,
      started: 5150,
    });
    expect(parseStat(`42 (gone) Z ${tail}`)).toBeUndefined();
    expect(parseStat('')).toBeUndefined();
  });

  it('parses the output of ps on macOS', () => {
    const output =
      '  501     1   501 Ss   Mon Nov 16 07:03:11 2026\n  502 501 501 Z Mon Nov 16 07:03:12 2026\n\n';
    expect(parsePs(output)).toEqual([
      { pid: 501, parent: 1, group: 501, started: Date.parse('Mon Nov 16 07:03:11 2026') },
    ]);
  });

  it('parses the output of PowerShell on Windows', () => {
    expect(parseCim('0 0 \r\n4 0 638000\r\n100 4 638001\r\n')).toEqual([
      { pid: 4, parent: 0, group: 0, started: 638000 },
      { pid: 100, parent: 4, group: 0, started: 638001 },
    ]);
  });
});
