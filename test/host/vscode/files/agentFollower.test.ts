import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { SessionChangeEvent } from '../../../../src/agent/session/sessions.ts';
import type { FileAccessEvent } from '../../../../src/agent/requests/workspaceRequests.ts';
import { Emitter } from '../../../../src/core/event.ts';
import { AgentFollower } from '../../../../src/vscode/files/agentFollower.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const LINES = Array.from({ length: 300 }, (_, n) => `line ${n}\n`).join('');

describe('AgentFollower', () => {
  let folder = '';
  let following: AgentFollower;
  const did = new Emitter<FileAccessEvent>();
  const changed = new Emitter<SessionChangeEvent>();

  before(async () => {
    await vscode.extensions.getExtension('accord-acp.accord')?.activate();
    folder = await createTemporaryFolder('follow');
    const sessions = { active: { id: 's' }, onDidChange: changed.event };
    following = new AgentFollower(sessions, { onDidAccessFile: did.event });
  });

  after(async () => {
    following.dispose();
    await vscode.commands.executeCommand('accord.unfollowAgent');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFolder(folder);
  });

  const read = async (name: string, line: number, sessionId = 's'): Promise<void> => {
    const file = path.join(folder, name);
    await writeFile(file, LINES);
    did.fire({
      kind: 'read',
      sessionId,
      line,
      path: { requested: file, shown: file, real: file },
    });
  };

  it('does nothing unless it is turned on', async () => {
    await read('unwanted.txt', 10);
    await new Promise(resolve => setTimeout(resolve, 600));
    assert.notEqual(shown(), 'unwanted.txt');
  });

  it('reveals the location without taking the focus', async () => {
    await vscode.commands.executeCommand('accord.followAgent');
    await vscode.commands.executeCommand('workbench.action.terminal.focus');
    await read('a.txt', 200);
    await waitUntil(() => shown() === 'a.txt');
    const editor = vscode.window.visibleTextEditors[0];
    await waitUntil(() => (editor?.visibleRanges[0]?.start.line ?? 0) > 100);
    await read('b.txt', 0, 'another session');
    await new Promise(resolve => setTimeout(resolve, 600));
    assert.equal(shown(), 'a.txt');
  });

  it('reveals the locations of running tool calls, but not those of a session that is being loaded', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const files = ['then.txt', 'now.txt'].map(name => path.join(root, name));
    const [then = '', now = ''] = files;
    await Promise.all(files.map(file => writeFile(file, LINES)));
    const opened: string[] = [];
    const watch = vscode.workspace.onDidOpenTextDocument(({ uri }) => opened.push(uri.fsPath));
    changed.fire(toolAt(then, 'starting'));
    await new Promise(resolve => setTimeout(resolve, 600)); // Locations that follow each other quickly are skipped.
    changed.fire(toolAt(now, 'working'));
    await waitUntil(() => shown() === 'now.txt');
    watch.dispose();
    assert.deepEqual(
      files.filter(file => opened.includes(file)),
      [now],
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await Promise.all(files.map(file => rm(file)));
  });
});

/** The change event of a tool call that works on a file, in a session whose status is `kind`. */
function toolAt(file: string, kind: 'starting' | 'working'): SessionChangeEvent {
  const entry = { kind: 'tool', locations: [{ path: file }] };
  return {
    session: { id: 's', conversation: { state: { status: { kind } } } },
    change: { patches: [{ kind: 'added', entry }] },
  } as unknown as SessionChangeEvent;
}

/** The name of the visible file. */
const shown = (): string | undefined =>
  vscode.window.visibleTextEditors.map(({ document }) => path.basename(document.uri.fsPath))[0];
