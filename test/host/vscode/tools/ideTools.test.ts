import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { McpServerHttp } from '@agentclientprotocol/sdk';
import { CaptureStore } from '../../../../src/agent/context/captureStore.ts';
import type { RequestSession } from '../../../../src/agent/requests/clientRequests.ts';
import { WorkspaceRequests } from '../../../../src/agent/requests/workspaceRequests.ts';
import type { TurnPhase } from '../../../../src/core/session/state/turnPhase.ts';
import { EditorDocuments } from '../../../../src/vscode/files/editorDocuments.ts';
import { editorEncodings } from '../../../../src/vscode/files/editorEncodings.ts';
import { SavedTexts } from '../../../../src/vscode/files/savedTexts.ts';
import { TerminalMentions } from '../../../../src/vscode/context/terminal/terminalMentions.ts';
import { IdeTools } from '../../../../src/vscode/tools/ideTools.ts';
import { fakeRequestSession } from '../../../fakes/requestSession.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const SESSION = 'tools-session';
const [folder] = vscode.workspace.workspaceFolders ?? [];
const logger = { info: () => {}, warn: () => {}, error: () => {} };
const inFolder = (name: string): string => join(folder?.uri.fsPath ?? '', name);
const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('accord');

describe('the tools for agents', () => {
  let phase: TurnPhase = 'running';
  const questions: string[] = [];
  const savedTexts = new SavedTexts();
  const terminals = new TerminalMentions(new CaptureStore(''));
  const requests = new WorkspaceRequests({
    documents: new EditorDocuments(savedTexts),
    encodings: editorEncodings,
    environment: async () => ({}),
    shell: () => '/bin/sh',
  });
  const tools = new IdeTools({
    requests,
    review: { pending: [], comments: [], findSession: () => undefined },
    lastCommand: () => terminals.lastTrackedCommand,
    version: '0.0.0',
    bridge: '',
    logger,
  });

  before(() => {
    requests.forAgent().openSession?.(session(() => phase, questions));
  });

  afterEach(async () => {
    phase = 'running';
    await settings().update('tools', undefined, vscode.ConfigurationTarget.Global);
  });

  after(() => {
    tools.dispose();
    savedTexts.dispose();
    terminals.dispose();
  });

  /** Asks as an agent does. */
  async function ask(method: string, params: object = {}): Promise<string> {
    const opened = await tools.open({ id: SESSION, supportsHttp: true, supportsAcp: false });
    assert.ok(opened, 'there is a server');
    const { url, headers } = opened.server as McpServerHttp;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...toObject(headers) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const text = await response.text();
    opened.dispose();
    return text;
  }

  /** What a tool answers. */
  async function callTool(name: string, input: object = {}): Promise<string> {
    const answer = await ask('tools/call', { name, arguments: input });
    const { result } = JSON.parse(answer) as { result: { content: [{ text: string }] } };
    return result.content[0].text;
  }

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

  it('run a task of VS Code after the user was asked, and show its end', async () => {
    const tasks = [
      {
        label: 'fail',
        type: 'shell',
        command: 'echo in ${workspaceFolder}; exit 3',
        group: 'test',
      },
      { label: 'all', dependsOn: ['fail'] },
      { label: 'this file', type: 'process', command: 'cat', args: ['${file}'] },
    ];
    await mkdir(inFolder('.vscode'), { recursive: true });
    await writeFile(inFolder('.vscode/tasks.json'), JSON.stringify({ version: '2.0.0', tasks }));
    try {
      await waitUntil(async () => (await callTool('list_tasks')).includes('fail (test): echo in'));
      assert.match(await callTool('list_tasks'), /^npm: test \(test\): npm run test$/m);
      const ran = await callTool('run_task', { task: 'fail' });
      assert.match(ran, /^The task "fail" ended after \d+ s with exit code 3\.\nin \//);
      assert.equal(questions.length, 1);
      assert.match(questions[0] ?? '', /^Run a task of VS Code .*echo in .*exit 3/);
      assert.match(await callTool('run_task', { task: 'all' }), /depends on other tasks/);
      assert.match(await callTool('run_task', { task: 'this file' }), /uses \$\{file\}/);
      assert.match(await callTool('run_task', { task: 'none' }), /There is no task "none"/);
      assert.match(await callTool('run_tests'), /Several tasks fit[^]*npm: test/);
      const tests = await callTool('run_tests', { task: 'fail', timeoutSeconds: 60 });
      assert.match(tests, /exit code 3/);
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

const session = (turnPhase: () => TurnPhase, questions: string[]): RequestSession =>
  fakeRequestSession({
    id: SESSION,
    roots: [folder?.uri.fsPath ?? ''],
    turnPhase,
    ask: async ({ toolCall }) => {
      questions.push(`${toolCall.title} ${JSON.stringify(toolCall.content)}`);
      return 'once';
    },
  });

const toObject = (
  headers: readonly { readonly name: string; readonly value: string }[],
): Record<string, string> => Object.fromEntries(headers.map(({ name, value }) => [name, value]));
