import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { RestorePlanChangedError } from '../../../../src/agent/snapshot/restore.ts';
import type { Session } from '../../../../src/agent/session/session.ts';
import {
  restoreCheckpoint,
  undoLastRestore,
  type RestoreCheckpointOptions,
} from '../../../../src/vscode/checkpoint/restoreCheckpoint.ts';
import { closeEditors } from '../../mentionFixture.ts';

/** A session with one message, after which the agent has changed a file. `failOnce` is thrown by the first restore. */
function createScene(
  file: string,
  failOnce?: Error,
): {
  readonly options: RestoreCheckpointOptions;
  readonly done: string[];
} {
  const done: string[] = [];
  const failures = failOnce ? [failOnce] : [];
  const entry = { kind: 'user', id: 'e1', turn: 1, draft: [{ kind: 'text', text: 'hi' }] };
  const session = {
    id: 's1',
    agent: { name: 'Scripted' },
    isBusy: false,
    conversation: { transcript: { entries: [entry] } },
  } as unknown as Session;
  const steps = [
    { kind: 'write', path: file },
    { kind: 'merge', path: `${file}.merged` },
    { kind: 'conflict', path: `${file}.conflict` },
    { kind: 'keep', path: `${file}.kept` },
  ];
  const root = path.dirname(file);
  const result = {
    id: 'r1',
    trees: [{ restored: { before: { root }, paths: new Set([path.basename(file)]), failed: [] } }],
    uncaptured: [],
    failed: [],
  };
  const options = {
    sessions: { find: () => session, branch: () => done.push('branched') },
    checkpoints: {
      lastRestore: result,
      forSession: () => [{ turn: 1, touched: new Set([file]) }],
      planRestore: async () => ({ trees: [], uncaptured: [], steps, impossible: [] }),
      restore: async () => {
        const failure = failures.pop();
        if (failure) {
          throw failure;
        }
        done.push('restored');
        return result;
      },
      undo: async () => {
        done.push('undone');
        return result;
      },
    },
    chat: { insert: () => done.push('inserted') },
  } as unknown as RestoreCheckpointOptions;
  return { options, done };
}

const money = (): vscode.Uri => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file('/'), 'src/money.ts');
};

const details: string[] = [];

/** Records what the confirmation says, and answers with the first button. */
const answerFirst = (
  _: string,
  { detail }: vscode.MessageOptions,
  first: string,
): Promise<string> => {
  details.push(detail ?? '');
  return Promise.resolve(first);
};

describe('restoreCheckpoint', () => {
  const asked = vscode.window.showWarningMessage;
  const told = vscode.window.showInformationMessage;

  beforeEach(() => {
    details.length = 0;
    Object.assign(vscode.window, {
      showWarningMessage: answerFirst,
      showInformationMessage: () => Promise.resolve(undefined),
    });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage: asked, showInformationMessage: told });
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await closeEditors();
  });

  it('restores the files first, then the conversation', async () => {
    const { options, done } = createScene(money().fsPath);
    await restoreCheckpoint(options, { sessionId: 's1', entryId: 'e1' });
    assert.deepEqual(done, ['restored', 'branched', 'inserted']);
  });

  it('restores nothing while one of the files has unsaved edits', async () => {
    const editor = await vscode.window.showTextDocument(money());
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// mine\n'));
    const { options, done } = createScene(money().fsPath);
    await assert.rejects(restoreCheckpoint(options, { sessionId: 's1', entryId: 'e1' }), {
      message: /Save or revert your changes first: src\/money\.ts/,
    });
    assert.deepEqual(done, []);
  });

  it('lists what happens to edits of the user before anything else', async () => {
    const { options } = createScene(money().fsPath);
    await restoreCheckpoint(options, { sessionId: 's1', entryId: 'e1' });
    assert.deepEqual(details[0]?.split('\n').slice(0, 4), [
      "restore src/money.ts.conflict except where you edited the agent's lines",
      'keep src/money.ts.kept because you edited it',
      'restore src/money.ts.merged and keep your edits',
      'restore src/money.ts',
    ]);
  });

  it('asks again if a file changed while the confirmation was open', async () => {
    const failure = new RestorePlanChangedError('a.txt changed.');
    const { options, done } = createScene(money().fsPath, failure);
    await restoreCheckpoint(options, { sessionId: 's1', entryId: 'e1' });
    assert.deepEqual(done, ['restored', 'branched', 'inserted']);
    assert.equal(details.length, 2);
    assert.match(details[1] ?? '', /^a\.txt changed\.\n/);
  });

  it('undoes the last restore after a confirmation, unless a file has unsaved edits', async () => {
    const { options, done } = createScene(money().fsPath);
    await undoLastRestore(options.checkpoints);
    assert.deepEqual([done, details], [['undone'], ['src/money.ts']]);
    const editor = await vscode.window.showTextDocument(money());
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// mine\n'));
    await assert.rejects(undoLastRestore(options.checkpoints), {
      message: /Save or revert your changes first: src\/money\.ts/,
    });
    assert.deepEqual(done, ['undone']);
  });
});
