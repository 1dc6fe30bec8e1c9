import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { TurnPhase } from '../../../../src/core/session/state/turnPhase.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { inFolder, ToolFixture } from './toolFixture.ts';

const [folder] = vscode.workspace.workspaceFolders ?? [];
const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('accord');

describe('the tools for agents', () => {
  let phase: TurnPhase = 'running';
  const questions: string[] = [];
  const fixture = new ToolFixture({
    turnPhase: () => phase,
    ask: async ({ toolCall }) => {
      questions.push(`${toolCall.title} ${JSON.stringify(toolCall.content)}`);
      return 'once';
    },
  });
  const ask = (method: string, params?: object): Promise<string> => fixture.ask(method, params);
  const callTool = (name: string, input?: object): Promise<string> => fixture.callTool(name, input);

  afterEach(async () => {
    phase = 'running';
    await settings().update('tools', undefined, vscode.ConfigurationTarget.Global);
  });

  after(() => fixture.dispose());

  it('are offered without those that the user has switched off', async () => {
    assert.match(await ask('tools/list'), /"get_git_state"/);
    const value = { get_git_state: false };
    await settings().update('tools', value, vscode.ConfigurationTarget.Global);
    await waitUntil(() => settings().inspect('tools')?.globalValue !== undefined);
    const listed = await ask('tools/list');
    assert.doesNotMatch(listed, /"get_git_state"/);
    assert.match(listed, /"get_hover"/);
  });

  it('do nothing after the user has stopped the turn', async () => {
    const call = { name: 'get_open_editors', arguments: {} };
    assert.match(await ask('tools/call', call), /"isError":false/);
    phase = 'stopped';
    assert.match(await ask('tools/call', call), /cancelled.*"isError":true/);
  });

  it('show the active editor and what is selected in it', async () => {
    const uri = vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file('/'), 'README.md');
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    const selected = JSON.stringify(editor.document.getText(editor.selection)).slice(1, -1);
    const call = { name: 'get_open_editors', arguments: {} };
    const answer = await ask('tools/call', call);
    assert.ok(answer.includes('README.md (active)'), answer);
    assert.ok(answer.includes(selected), answer);
  });

  it('listen to VS Code only while a session has them', async () => {
    const session = { id: 'tools-session', supportsHttp: true, supportsAcp: false };
    assert.equal(fixture.listeners, 0);
    const first = await fixture.tools.open(session);
    const second = await fixture.tools.open({ ...session, supportsAcp: true });
    assert.equal(fixture.listeners, 1);
    first?.dispose();
    first?.dispose();
    assert.equal(fixture.listeners, 1);
    second?.dispose();
    assert.equal(fixture.listeners, 0);
  });

  it('run a task of VS Code after the user was asked, and show its end', async () => {
    const tasks = [
      {
        label: 'fail',
        type: 'shell',
        command: 'echo in ${workspaceFolder}; exit 3',
        group: 'test',
      },
      { label: 'all', dependsOn: ['fail'] },
      { label: 'words', type: 'shell', command: 'echo', args: ['$((6*7))', 'a  b', '|', 'cat'] },
      { label: 'builtin', type: 'shell', command: 'times' },
      { label: 'this file', type: 'process', command: 'cat', args: ['${file}'] },
      { label: 'below', type: 'shell', command: 'pwd', options: { cwd: 'src' } },
      { label: 'long', type: 'shell', command: 'sleep 30' },
    ];
    await mkdir(inFolder('.vscode'), { recursive: true });
    await writeFile(inFolder('.vscode/tasks.json'), JSON.stringify({ version: '2.0.0', tasks }));
    try {
      await waitUntil(async () => (await callTool('list_tasks')).includes('fail (test): echo in'));
      assert.match(await callTool('list_tasks'), /^npm: test \(test\): npm run test$/m);
      const ran = await callTool('run_task', { task: 'fail' });
      assert.match(ran, /^The task "fail" ended after \d+ s with exit code 3\.\nin \//);
      assert.equal(questions.length, 1);
      assert.match(questions[0] ?? '', /^Run a VS Code task .*echo in .*exit 3/);
      assert.match(await callTool('run_task', { task: 'words' }), /exit code 0\.\n42 a  b$/);
      assert.match(await callTool('run_task', { task: 'builtin' }), /exit code 0/);
      assert.match(await callTool('run_task', { task: 'all' }), /depends on other tasks/);
      assert.match(await callTool('run_task', { task: 'this file' }), /uses \$\{file\}/);
      assert.match(await callTool('run_task', { task: 'below' }), /exit code 0\.\n\/.*\/src$/);
      assert.match(
        await callTool('run_task', { task: 'long', timeoutSeconds: 1 }),
        /was ended at the limit of 1 seconds\. Set timeoutSeconds/,
      );
      assert.match(await callTool('run_task', { task: 'none' }), /There is no task "none"/);
      assert.match(await callTool('run_tests'), /Several tasks fit[^]*npm: test/);
      const tests = await callTool('run_tests', { task: 'fail', timeoutSeconds: 60 });
      assert.match(tests, /exit code 3/);
    } finally {
      await rm(inFolder('.vscode/tasks.json'));
    }
  }).timeout(60_000);

  it('have limited error texts', async () => {
    const tasks = Array.from({ length: 300 }, (_, at) => ({
      label: `task ${at}`,
      type: 'shell',
      command: 'true',
    }));
    await mkdir(inFolder('.vscode'), { recursive: true });
    await writeFile(inFolder('.vscode/tasks.json'), JSON.stringify({ version: '2.0.0', tasks }));
    try {
      await waitUntil(async () => (await callTool('list_tasks')).includes('task 7'));
      const refusal = await callTool('run_task', { task: 'none' });
      assert.match(refusal, /^There is no task "none"[^]*\.\.\. and \d+ more/);
      assert.equal(refusal.split('\n').length, 201);
    } finally {
      await rm(inFolder('.vscode/tasks.json'));
    }
  }).timeout(60_000);

  it('show the cells of a notebook with their outputs', async () => {
    const output = { output_type: 'stream', name: 'stdout', text: ['two\n'] };
    const cells = [
      { cell_type: 'markdown', metadata: {}, source: ['# Title'] },
      {
        cell_type: 'code',
        metadata: {},
        source: ['print(2)'],
        execution_count: 4,
        outputs: [output],
      },
    ];
    const notebook = { cells, metadata: {}, nbformat: 4, nbformat_minor: 4 };
    await writeFile(inFolder('cells.ipynb'), JSON.stringify(notebook));
    try {
      const shown = await callTool('get_notebook_cells', { path: 'cells.ipynb' });
      assert.match(shown, /^--- cell 1: markup \(markdown\)\n# Title\n--- cell 2: code \(python\)/);
      assert.match(shown, /run as \[4\]\nprint\(2\)\n--- output\ntwo$/);
      const second = await callTool('get_notebook_cells', { path: 'cells.ipynb', firstCell: 2 });
      assert.match(second, /^--- cell 2/);
      assert.match(await callTool('get_notebook_cells', { path: 'README.md' }), /not a notebook/);
    } finally {
      await rm(inFolder('cells.ipynb'));
    }
  });

  it('show the last command of a terminal without its secrets', async () => {
    assert.match(await callTool('get_last_command'), /knows no command/);
    const terminal = vscode.window.createTerminal({ name: 'bash', shellPath: '/bin/bash' });
    terminal.show();
    const shell = await waitUntil(() => terminal.shellIntegration);
    shell.executeCommand('sleep 0.5; echo API_KEY=abcdefghijklmnop; (exit 7)');
    const shown = await waitUntil(async () => {
      const text = await callTool('get_last_command');
      return text.includes('exit code 7') ? text : undefined;
    });
    assert.match(
      shown,
      /^The last command in the terminal "bash" ended with exit code 7:\n\$ sleep/,
    );
    assert.match(shown, /API_KEY=/);
    assert.doesNotMatch(shown, /abcdefghijklmnop/);
    terminal.dispose();
  }).timeout(30_000);
});
