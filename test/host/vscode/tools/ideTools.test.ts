import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { McpServerHttp } from '@agentclientprotocol/sdk';
import type { RequestSession } from '../../../../src/agent/requests/clientRequests.ts';
import { WorkspaceRequests } from '../../../../src/agent/requests/workspaceRequests.ts';
import type { TurnPhase } from '../../../../src/core/session/state/turnPhase.ts';
import { EditorDocuments } from '../../../../src/vscode/files/editorDocuments.ts';
import { editorEncodings } from '../../../../src/vscode/files/editorEncodings.ts';
import { SavedTexts } from '../../../../src/vscode/files/savedTexts.ts';
import { IdeTools } from '../../../../src/vscode/tools/ideTools.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const SESSION = 'tools-session';
const [folder] = vscode.workspace.workspaceFolders ?? [];
const logger = { info: () => {}, warn: () => {}, error: () => {} };
const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('accord');

describe('the tools for agents', () => {
  let phase: TurnPhase = 'running';
  const savedTexts = new SavedTexts();
  const requests = new WorkspaceRequests({
    documents: new EditorDocuments(savedTexts),
    encodings: editorEncodings,
    environment: async () => ({}),
    shell: () => '/bin/sh',
  });
  const tools = new IdeTools({
    requests,
    review: { pending: [], comments: [], findSession: () => undefined },
    lastCommand: () => undefined,
    version: '0.0.0',
    bridge: '',
    logger,
  });

  before(() => {
    requests.forAgent().openSession?.(session(() => phase));
  });

  afterEach(async () => {
    phase = 'running';
    await settings().update('tools', undefined, vscode.ConfigurationTarget.Global);
  });

  after(() => {
    tools.dispose();
    savedTexts.dispose();
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
});

const session = (turnPhase: () => TurnPhase): RequestSession => ({
  id: SESSION,
  wireId: 'wire',
  agent: { id: 'a', name: 'A' },
  agentName: 'A',
  roots: [folder?.uri.fsPath ?? ''],
  isRemote: false,
  turnPhase,
  beginBackgroundWork: async () => () => {},
  ask: async () => undefined,
  addNotice: () => {},
  addFailure: () => {},
  applyPatch: () => {},
});

const toObject = (
  headers: readonly { readonly name: string; readonly value: string }[],
): Record<string, string> => Object.fromEntries(headers.map(({ name, value }) => [name, value]));
