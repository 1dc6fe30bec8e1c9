import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { step } from '../../../fakes/step.ts';
import { createTemporaryFolder, removeFolder } from '../../../harness/createTemporaryFolder.ts';
import {
  agentDoes,
  agentStarts,
  at,
  clear,
  eventually,
  hunkCount,
  removeAgentFolders,
  ten,
  textOf,
  uri,
} from './reviewDriver.ts';

describe('changes at the edges of a turn', () => {
  beforeEach(() => writeFile(at('ten.txt'), ten));
  afterEach(async () => {
    await clear();
    await removeAgentFolders();
  });

  it('are reviewed when a process of the turn makes them after its end', async () => {
    await agentDoes(step.shell("(sleep 4; sed -i 's/line 4/LATE/' ten.txt) > /dev/null 2>&1 &"));
    assert.equal(await textOf('ten.txt'), ten);
    await eventually(() => textOf('ten.txt'), ten.replace('line 4', 'LATE'));
    await eventually(() => hunkCount('ten.txt'), 1);
    await vscode.commands.executeCommand('accord.rejectAll');
    assert.equal(await textOf('ten.txt'), ten);
  });

  it('are the agent’s when it writes right after the user has saved', async () => {
    const signals = await createTemporaryFolder('signals');
    const signal = path.join(signals, 'saved');
    const { ended } = await agentStarts(
      step.waitForFile(signal),
      step.shell("sed -i 's/line 8/AGENT/' ten.txt"),
    );
    const { document } = await vscode.window.showTextDocument(uri('ten.txt'));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, document.lineAt(1).range, 'MINE');
    await vscode.workspace.applyEdit(edit);
    const saving = document.save();
    const mine = ten.replace('line 1', 'MINE');
    await eventually(() => textOf('ten.txt'), mine);
    await writeFile(signal, '');
    await saving;
    assert.equal(await ended, 'end_turn');
    await eventually(() => hunkCount('ten.txt'), 1);
    await vscode.commands.executeCommand('accord.rejectAll');
    await eventually(() => textOf('ten.txt'), mine);
    await removeFolder(signals);
  });
});
