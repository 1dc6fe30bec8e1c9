import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import {
  GitExtension,
  type GitExports,
} from '../../../../../src/vscode/context/git/gitExtension.ts';

/** VS Code's Git extension with `git.enabled` off, or where there is no git: it is active, but has no API. */
const disabled = {
  isActive: true,
  exports: { getAPI },
  activate: () => Promise.resolve({ getAPI }),
} as unknown as vscode.Extension<GitExports>;

function getAPI(): never {
  throw new Error('Git model not found');
}

describe('GitExtension', () => {
  it('has no API if git is disabled', async () => {
    const extension = new GitExtension(() => disabled);
    assert.equal(await extension.activate(), undefined);
    assert.deepEqual(extension.roots(), []);
    assert.equal(extension.command, undefined);
  });

  it('has no API without the extension', async () => {
    assert.equal(await new GitExtension(() => undefined).activate(), undefined);
  });

  it('has an API where git is installed', async () => {
    const extension = new GitExtension();
    const api = await extension.activate();
    assert.equal(api?.git.path, extension.command);
    assert.ok(extension.command);
  });
});
