import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PathGuard } from '../../../../src/agent/files/pathGuard.ts';
import { Terminals } from '../../../../src/agent/terminal/terminals.ts';
import { getCommandShell } from '../../../../src/vscode/terminal/getCommandShell.ts';
import { loadNodePty } from '../../../../src/vscode/terminal/loadNodePty.ts';
import { createLiveSource } from '../../../../src/vscode/terminal/terminalSource.ts';
import { TerminalViews } from '../../../../src/vscode/terminal/terminalViews.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

describe("the terminal of an agent's command", () => {
  let folder = '';
  let terminals: Terminals;
  let views: TerminalViews;

  beforeEach(async () => {
    folder = await createTemporaryFolder('view');
    const consent = { ask: async () => 'deny' as const };
    terminals = new Terminals({
      guard: await PathGuard.create({ roots: [folder], consent }),
      consent,
      cwd: folder,
      roots: [folder],
      environment: () => ({ PATH: process.env['PATH'] ?? '' }),
      shell: () => '/bin/sh',
      spawnPty: loadNodePty(),
    });
    views = new TerminalViews();
  });

  afterEach(async () => {
    views.dispose();
    await terminals.close();
    await removeFolder(folder);
  });

  it('opens once, passes on what the user types, and does not end the command when it is closed', async () => {
    const id = await terminals.create({ command: 'read line; echo "got $line"; sleep 300' });
    const running = terminals.get(id.terminalId);
    assert.ok(running);
    const before = vscode.window.terminals.length;
    const shown = views.show(createLiveSource(running));
    assert.equal(views.show(createLiveSource(running)), shown);
    await waitUntil(() => vscode.window.terminals.length === before + 1);
    assert.match(shown.name, /^read line/);
    shown.sendText('typed');
    await waitUntil(() => /got typed/.test(terminals.output(id).output));
    shown.dispose();
    await waitUntil(() => vscode.window.terminals.length === before);
    assert.equal(terminals.output(id).exitStatus, undefined);
  });

  it("uses the user's shell, or bash if the command lines of agents would fail in it", () => {
    assert.equal(getCommandShell('/usr/bin/zsh', 'linux'), '/usr/bin/zsh');
    assert.equal(getCommandShell('/bin/bash', 'darwin'), '/bin/bash');
    assert.equal(getCommandShell('/usr/bin/fish', 'linux'), '/bin/bash');
    assert.equal(getCommandShell('', 'linux'), '/bin/sh');
    assert.equal(getCommandShell('C:\\pwsh.exe', 'win32'), 'C:\\pwsh.exe');
  });
});
