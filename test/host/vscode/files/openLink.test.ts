import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import { openLink } from '../../../../src/vscode/files/openLink.ts';
import { closeEditors } from '../../mentionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const roots = (): readonly string[] =>
  (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);

describe('a link in the conversation', () => {
  afterEach(closeEditors);

  it('opens a file of the workspace at its line', async () => {
    await openLink('src/money.ts#L3', roots());
    const editor = await waitUntil(() => vscode.window.activeTextEditor);
    assert.ok(editor.document.uri.fsPath.endsWith('money.ts'));
    await waitUntil(() => editor.selection.active.line === 2);
  });

  it('opens a file in whichever workspace folder contains it', async () => {
    await openLink('src/money.ts#L3', [tmpdir(), ...roots()]);
    const editor = await waitUntil(() => vscode.window.activeTextEditor);
    assert.ok(editor.document.uri.fsPath.endsWith('money.ts'));
  });

  for (const href of ['command:workbench.action.quit', 'javascript:alert(1)', 'vscode://x/y']) {
    it(`is not opened: ${href}`, async () => {
      await assert.rejects(openLink(href, roots()), {
        name: 'UserError',
        message: /isn't supported/,
      });
    });
  }

  it('does not open a file outside the workspace', async () => {
    await assert.rejects(openLink('/etc/passwd', roots()), { message: /outside the workspace/ });
    assert.equal(vscode.window.activeTextEditor, undefined);
  });
});
