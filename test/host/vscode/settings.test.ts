import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { getSetting } from '../../../src/vscode/settings.ts';
import { waitUntil } from '../../harness/waitUntil.ts';

const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
const [folder] = vscode.workspace.workspaceFolders ?? [];

/** The configuration of the folder. It is read each time, because a configuration object does not change. */
const configuration = (): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration('accord', folder?.uri);

describe('the settings of a workspace', () => {
  afterEach(async () => {
    for (const target of [WorkspaceFolder, Workspace, Global]) {
      await configuration().update('review.when', undefined, target);
    }
  });

  it('do not weaken the review that the user has chosen', async () => {
    await configuration().update('review.when', 'beforeWrite', Global);
    await configuration().update('review.when', 'afterWrite', WorkspaceFolder);
    await waitUntil(() => configuration().get('review.when') === 'afterWrite');
    assert.equal(getSetting('review.when', folder?.uri), 'beforeWrite');
  });

  it('can make the review stricter', async () => {
    await configuration().update('review.when', 'afterWrite', Global);
    await configuration().update('review.when', 'beforeWrite', Workspace);
    await waitUntil(() => configuration().get('review.when') === 'beforeWrite');
    assert.equal(getSetting('review.when', folder?.uri), 'beforeWrite');
  });
});
