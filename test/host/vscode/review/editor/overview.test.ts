import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { step } from '../../../../fakes/step.ts';
import { agentDoes, at, clear, click, eventually, ten, uri } from '../reviewDriver.ts';

const NAMES = ['one.txt', 'three.txt', 'two.txt'];

const labels = (): readonly string[] =>
  vscode.window.tabGroups.all.flatMap(group => group.tabs).map(tab => tab.label);

describe('the overview of all changes', () => {
  beforeEach(async () => {
    await Promise.all(NAMES.map(name => writeFile(at(name), ten)));
    await agentDoes(...NAMES.map(name => step.writeFile(name, ten.replace('line 2', 'LINE 2'))));
    await vscode.commands.executeCommand('accord.openChanges');
    await eventually(labels, ['Agent Changes (3 files)']);
  });

  afterEach(async () => {
    await clear();
    await Promise.all(NAMES.map(name => rm(at(name), { force: true })));
  });

  it('lists no files that were decided, and closes after the last one', async () => {
    await vscode.commands.executeCommand('accord.acceptFile', uri('one.txt'));
    await eventually(labels, ['Agent Changes (2 files)']);
    await click('two.txt', 'Accept');
    await eventually(labels, ['Agent Changes (1 file)']);
    await vscode.commands.executeCommand('accord.rejectAll');
    await eventually(labels, []);
  });

  it('is updated when the user comes back to it', async () => {
    await vscode.window.showTextDocument(uri('one.txt'), { preview: false });
    await vscode.commands.executeCommand('accord.acceptFile', uri('one.txt'));
    await vscode.commands.executeCommand('accord.openChanges');
    await eventually(
      () => labels().filter(label => label.startsWith('Agent')),
      ['Agent Changes (2 files)'],
    );
  });
});
