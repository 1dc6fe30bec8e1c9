import assert from 'node:assert/strict';
import { PathGuard } from '../../../../src/agent/files/pathGuard.ts';
import { listLinuxProcesses } from '../../../../src/agent/process/table/linuxProcesses.ts';
import { Terminals } from '../../../../src/agent/terminal/terminals.ts';
import { loadNodePty } from '../../../../src/vscode/terminal/loadNodePty.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

describe("commands in VS Code's pseudoterminal", () => {
  let folder = '';
  let terminals: Terminals;

  beforeEach(async () => {
    folder = await createTemporaryFolder('pty');
    const consent = { ask: async () => 'deny' as const };
    const spawnPty = loadNodePty();
    assert.ok(spawnPty, 'VS Code has no node-pty');
    terminals = new Terminals({
      guard: await PathGuard.create({ roots: [folder], consent }),
      consent,
      cwd: folder,
      roots: [folder],
      environment: () => ({ PATH: process.env['PATH'] ?? '' }),
      shell: () => '/bin/sh',
      spawnPty,
    });
  });

  afterEach(async () => {
    await terminals.close();
    await removeFolder(folder);
  });

  const run = async (command: string): Promise<ReturnType<Terminals['output']>> => {
    const id = await terminals.create({ command });
    await terminals.waitForExit(id);
    return terminals.output(id);
  };

  it('run in a terminal and in their folder, and report their exit code', async () => {
    assert.deepEqual(await run('test -t 0 && test -t 1 && pwd && exit 3'), {
      output: `${folder}\r\n`,
      truncated: false,
      exitStatus: { exitCode: 3, signal: null },
    });
  });

  it('report the name of a signal', async () => {
    const { exitStatus } = await run('kill -KILL $$');
    assert.deepEqual(exitStatus, { exitCode: null, signal: 'SIGKILL' });
  });

  it('receive what the user types', async () => {
    const id = await terminals.create({ command: 'read line; echo "got $line"' });
    const terminal = terminals.get(id.terminalId);
    assert.equal(terminal?.takesInput, true);
    terminal?.write('hello\r');
    await terminals.waitForExit(id);
    assert.match(terminals.output(id).output, /got hello\r\n$/);
  });

  it('end with all their child processes', async () => {
    const id = await terminals.create({ command: 'trap "" HUP TERM; sleep 300 & echo $!; wait' });
    await waitUntil(() => /\d+\r\n/.test(terminals.output(id).output));
    const child = Number.parseInt(terminals.output(id).output, 10);
    await terminals.release(id);
    const alive = (await listLinuxProcesses()).map(({ pid }) => pid);
    assert.equal(alive.includes(child), false);
  });

  it('print 20 MB without losing the end', async function () {
    this.timeout(60_000);
    const id = await terminals.create({
      command: 'yes 0123456789 | head -c 20000000; echo the end',
      outputByteLimit: 9,
    });
    await terminals.waitForExit(id);
    assert.deepEqual(terminals.output(id), {
      output: 'the end\r\n',
      truncated: true,
      exitStatus: { exitCode: 0, signal: null },
    });
  });
});
