import assert from 'node:assert/strict';
import { chmod, rm, stat, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { step } from '../../../../fakes/step.ts';
import {
  agentDoes,
  at,
  changed,
  clear,
  eventually,
  hunkCount,
  lenses,
  ten,
  uri,
} from '../reviewDriver.ts';

/** Shows a document with the cursor on a line. */
async function showAt(document: vscode.Uri, line: number): Promise<void> {
  const selection = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(document, { selection });
  await eventually(
    () => [vscode.window.activeTextEditor?.document.uri.toString(), cursorLine()],
    [document.toString(), line],
  );
}

const cursorLine = (): number | undefined => vscode.window.activeTextEditor?.selection.active.line;

/** The scheme of the left side of the diff that is shown. */
function shownBase(): string {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? input.original.scheme : '';
}

const fileLenses = async (): Promise<readonly string[]> => (await lenses('ten.txt')).slice(0, 2);

const isExecutable = async (name: string): Promise<boolean> =>
  ((await stat(at(name))).mode & 0o100) !== 0;

describe('the target of a review key', () => {
  beforeEach(async () => {
    await writeFile(at('ten.txt'), ten);
    await chmod(at('ten.txt'), 0o644);
  });
  afterEach(async () => {
    await clear();
    await rm(at('ten.txt'), { force: true });
  });

  it('is a file that changed as a whole only where the editor says so', async () => {
    await agentDoes(step.shell('chmod +x ten.txt'));
    const pending = ['0: Accept file', '0: Reject file'];
    await eventually(fileLenses, pending);
    await showAt(uri('ten.txt'), 5);
    await vscode.commands.executeCommand('accord.rejectHunk');
    assert.equal(await isExecutable('ten.txt'), true);
    assert.deepEqual(await fileLenses(), pending);
    await eventually(shownBase, 'accord-base'); // It is shown instead.
    await vscode.commands.executeCommand('accord.rejectHunk');
    await eventually(() => isExecutable('ten.txt'), false);
    await vscode.commands.executeCommand('accord.undoReview');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await showAt(uri('ten.txt'), 0);
    await vscode.commands.executeCommand('accord.rejectHunk');
    await eventually(() => isExecutable('ten.txt'), false);
  });

  it('is in a text editor first the hunk at the cursor, whose original text the diff editor shows', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => hunkCount('ten.txt'), 2);
    await showAt(uri('ten.txt'), 2);
    await vscode.commands.executeCommand('accord.nextHunk');
    await eventually(() => [shownBase(), cursorLine()], ['accord-base', 2]);
    await vscode.commands.executeCommand('accord.nextHunk');
    await eventually(() => [shownBase(), cursorLine()], ['accord-base', 7]);
  });

  it('is not a hunk on the same line of a document with another scheme', async () => {
    const registration = vscode.workspace.registerTextDocumentContentProvider('other', {
      provideTextDocumentContent: () => ten,
    });
    try {
      await agentDoes(step.writeFile('ten.txt', changed));
      await eventually(() => hunkCount('ten.txt'), 2);
      await showAt(uri('ten.txt').with({ scheme: 'other' }), 2);
      await vscode.commands.executeCommand('accord.acceptHunk');
      assert.equal(await hunkCount('ten.txt'), 2);
      await eventually(shownBase, 'accord-base'); // The first hunk is shown instead.
    } finally {
      registration.dispose();
    }
  });
});
