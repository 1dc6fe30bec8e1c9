import assert from 'node:assert/strict';
import { readFileSync, watch, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { step } from '../../../fakes/step.ts';
import {
  agentDoes,
  at,
  changed,
  clear,
  click,
  eventually,
  hunkCount,
  lenses,
  ten,
  textOf,
  uri,
} from './reviewDriver.ts';

describe('review while other programs write', () => {
  beforeEach(() => writeFile(at('ten.txt'), ten));
  afterEach(async () => {
    await clear();
    await rm(at('ten.txt'), { force: true });
  });

  it('keeps what another program writes while a rejection is saved', async () => {
    const editor = await vscode.window.showTextDocument(uri('ten.txt'));
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => editor.document.getText(), changed);
    const saving = vscode.workspace.onWillSaveTextDocument(event =>
      event.waitUntil(writeFile(uri('ten.txt').fsPath, 'written meanwhile\n')),
    );
    try {
      await click('ten.txt', 'Reject', 1);
    } finally {
      saving.dispose();
    }
    assert.equal(await textOf('ten.txt'), 'written meanwhile\n');
  });

  it('never affects other lines when the file changes on disk during a decision', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri('ten.txt'),
    );
    const reject = found.find(({ command }) => command?.title === 'Reject')?.command;
    assert.ok(reject);
    writeFileSync(at('ten.txt'), `above\n${changed}`);
    await vscode.commands.executeCommand(reject.command, ...(reject.arguments as unknown[]));
    const rejected = `above\n${ten.replace('line 7', 'LINE 7')}`;
    // If the change was noticed in time, the right lines are rejected, otherwise none.
    if ((await textOf('ten.txt')) !== rejected) {
      assert.equal(await textOf('ten.txt'), `above\n${changed}`);
      await eventually(async () => (await lenses('ten.txt'))[0], '3: Accept');
      await click('ten.txt', 'Reject', 1);
    }
    assert.equal(await textOf('ten.txt'), rejected);
    await eventually(() => hunkCount('ten.txt'), 1);
  });

  it('shows what another program writes right after a rejection, and attributes it to the user', async () => {
    const editor = await vscode.window.showTextDocument(uri('ten.txt'));
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => editor.document.getText(), changed);
    // VS Code reads the modification time of a file after it has written it. This write comes in between.
    const watching = watch(at('ten.txt'), () => {
      if (readFileSync(at('ten.txt'), 'utf8') === ten) {
        writeFileSync(at('ten.txt'), `${ten}theirs\n`);
      }
    });
    try {
      await vscode.commands.executeCommand('accord.rejectFile', uri('ten.txt'));
      await eventually(() => textOf('ten.txt'), `${ten}theirs\n`);
    } finally {
      watching.close();
    }
    await eventually(() => editor.document.getText(), `${ten}theirs\n`);
    assert.ok(!editor.document.isDirty);
    await eventually(() => hunkCount('ten.txt'), 0);
    await vscode.commands.executeCommand('accord.undoReview');
    assert.equal(await textOf('ten.txt'), `${changed}theirs\n`);
    assert.equal(await hunkCount('ten.txt'), 2);
  });
});
