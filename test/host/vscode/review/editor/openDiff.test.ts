import assert from 'node:assert/strict';
import { readlink, rm, symlink, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { step } from '../../../../fakes/step.ts';
import { agentDoes, at, bytesOf, changed, clear, eventually, ten, uri } from '../reviewDriver.ts';

/** Pictures of one pixel. */
const RED =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const BLUE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const activeTab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
const label = (): string => activeTab()?.label ?? '';
const nextHunk = (): Thenable<unknown> => vscode.commands.executeCommand('accord.nextHunk');

/** A notebook with one cell. */
const book = (source: string): string =>
  JSON.stringify({
    cells: [{ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });

/** The name and both sides of the active diff. */
function sides(): readonly [string, string, string] | undefined {
  const input = activeTab()?.input;
  return input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff
    ? [label(), input.original.scheme, input.modified.scheme]
    : undefined;
}

/** What the active editor for pictures shows. */
function shownPicture(): vscode.Uri | undefined {
  const input = activeTab()?.input;
  return input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

describe('files that VS Code does not compare as text', () => {
  const names = ['logo.png', 'link', 'plot.ipynb', 'ten.txt'];

  beforeEach(async () => {
    await writeFile(at('ten.txt'), ten);
    await eventually(label, ''); // Next Hunk would start at the file of an earlier test.
  });
  afterEach(async () => {
    await clear();
    await Promise.all(names.map(name => rm(at(name), { force: true })));
  });

  it('show the old and the new picture, and Next Hunk goes on from there', async () => {
    await writeFile(at('logo.png'), Buffer.from(RED, 'base64'));
    await agentDoes(step.writeBytes('logo.png', BLUE), step.writeFile('ten.txt', changed));
    const isPicture = (): boolean => label().startsWith('logo.png') && !activeTab()?.input;
    await nextHunk();
    await eventually(isPicture, true);
    await nextHunk();
    await eventually(label, 'ten.txt (agent changes)');
    await vscode.commands.executeCommand('accord.previousHunk');
    await eventually(isPicture, true);
    await vscode.commands.executeCommand('accord.rejectFile');
    await eventually(async () => (await bytesOf('logo.png')).toString('base64'), RED);
    await eventually(label, 'ten.txt (agent changes)');
  });

  it('show a picture that the agent has deleted', async () => {
    await writeFile(at('logo.png'), Buffer.from(RED, 'base64'));
    await agentDoes(step.shell('rm logo.png'));
    await nextHunk();
    await eventually(() => shownPicture()?.scheme, 'accord-base-file');
    const bytes = await vscode.workspace.fs.readFile(shownPicture() ?? uri('none'));
    assert.equal(Buffer.from(bytes).toString('base64'), RED);
    await vscode.commands.executeCommand('accord.rejectFile');
    await eventually(async () => (await bytesOf('logo.png')).toString('base64'), RED);
  });

  it('show the old and the new target of a symbolic link', async () => {
    await symlink('old-target', at('link'));
    await agentDoes(step.shell('ln -sfn new-target link'));
    await nextHunk();
    const scheme = 'accord-base-file';
    await eventually(sides, ['link (agent changes)', scheme, scheme]);
    const input = activeTab()?.input as vscode.TabInputTextDiff;
    const texts = [input.original, input.modified].map(async one =>
      Buffer.from(await vscode.workspace.fs.readFile(one)).toString(),
    );
    assert.deepEqual(await Promise.all(texts), ['old-target', 'new-target']);
    await vscode.commands.executeCommand('accord.rejectFile');
    await eventually(() => readlink(at('link')), 'old-target');
  });

  it('show the old and the new notebook, and Next Hunk goes on from there', async () => {
    await writeFile(at('plot.ipynb'), book('1'));
    await agentDoes(step.writeFile('plot.ipynb', book('2')), step.writeFile('ten.txt', changed));
    await nextHunk();
    await eventually(sides, ['plot.ipynb (agent changes)', 'accord-base-file', 'file']);
    const input = activeTab()?.input;
    assert.ok(input instanceof vscode.TabInputNotebookDiff);
    const bytes = await vscode.workspace.fs.readFile(input.original);
    assert.equal(Buffer.from(bytes).toString(), book('1'));
    await nextHunk();
    await eventually(label, 'ten.txt (agent changes)');
    await nextHunk();
    await nextHunk();
    await eventually(label, 'plot.ipynb (agent changes)');
    await vscode.commands.executeCommand('accord.rejectHunk');
    await eventually(async () => (await bytesOf('plot.ipynb')).toString(), book('1'));
  });

  it('do not let other extensions read files by a name that is no hash', async () => {
    const other = uri('ten.txt').with({ scheme: 'accord-base-file', query: '../../etc/passwd' });
    await assert.rejects(async () => vscode.workspace.fs.readFile(other));
  });
});
