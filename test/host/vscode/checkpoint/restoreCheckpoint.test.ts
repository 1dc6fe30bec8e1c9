import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Session } from '../../../../src/agent/session/session.ts';
import {
  restoreCheckpoint,
  type RestoreCheckpointOptions,
} from '../../../../src/vscode/checkpoint/restoreCheckpoint.ts';
import { closeEditors } from '../../mentionDesk.ts';

/** What a restore does to a conversation of one message, after which the agent has changed a file. */
function scene(file: string): {
  readonly parts: RestoreCheckpointOptions;
  readonly done: string[];
} {
  const done: string[] = [];
  const entry = { kind: 'user', id: 'e1', turn: 1, draft: [{ kind: 'text', text: 'hi' }] };
  const session = {
    id: 's1',
    agent: { name: 'Scripted' },
    isBusy: false,
    conversation: { transcript: { entries: [entry] } },
  } as unknown as Session;
  const parts = {
    sessions: { find: () => session, branch: () => done.push('branched') },
    checkpoints: {
      forSession: () => [{ turn: 1, touched: new Set([file]) }],
      planRestore: async () => ({
        trees: [],
        steps: [{ kind: 'write', path: file }],
        impossible: [],
      }),
      restore: async () => {
        done.push('restored');
        return { trees: [] };
      },
    },
    chat: { insert: () => done.push('inserted') },
  } as unknown as RestoreCheckpointOptions;
  return { parts, done };
}

const money = (): vscode.Uri => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file('/'), 'src/money.ts');
};

const both = (): Promise<string> => Promise.resolve('Files and Conversation');

describe('restoreCheckpoint', () => {
  const asked = vscode.window.showWarningMessage;
  const told = vscode.window.showInformationMessage;

  beforeEach(() => {
    Object.assign(vscode.window, {
      showWarningMessage: both,
      showInformationMessage: () => Promise.resolve(undefined),
    });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage: asked, showInformationMessage: told });
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await closeEditors();
  });

  it('restores the files first, then the conversation', async () => {
    const { parts, done } = scene(money().fsPath);
    await restoreCheckpoint(parts, { sessionId: 's1', entryId: 'e1' });
    assert.deepEqual(done, ['restored', 'branched', 'inserted']);
  });

  it('restores nothing while one of the files has unsaved edits', async () => {
    const editor = await vscode.window.showTextDocument(money());
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// mine\n'));
    const { parts, done } = scene(money().fsPath);
    await assert.rejects(restoreCheckpoint(parts, { sessionId: 's1', entryId: 'e1' }), {
      message: /Save or revert your own changes first: src\/money\.ts/,
    });
    assert.deepEqual(done, []);
  });
});
