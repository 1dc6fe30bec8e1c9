import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { step } from '../../../../fakes/step.ts';
import { agentDoes, at, clear, click, eventually, uri } from '../reviewDriver.ts';

const LINES = 12_000;
const kinds = [
  ['long.txt', '', '\n'],
  ['long, marked, with returns.txt', '\uFEFF', '\r\n'],
] as const;

/** A long text in which some of five distant lines are the agent's. */
function longText(eol: string, taken: readonly number[]): string {
  return Array.from({ length: LINES }, (_, n) => {
    const hunk = n / 2_000;
    return `${taken.includes(hunk) ? 'LINE' : 'line'} ${n}${eol}`;
  }).join('');
}

describe('the base of a long file', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await clear();
    await Promise.all(kinds.map(([name]) => rm(at(name), { force: true })));
  });

  for (const [name, mark, eol] of kinds) {
    it(`is updated by each decision (${name})`, async () => {
      await writeFile(at(name), mark + longText(eol, []));
      await agentDoes(step.writeFile(name, mark + longText(eol, [0, 1, 2, 3, 4])));
      await vscode.window.showTextDocument(uri(name));
      const base = await vscode.workspace.openTextDocument(
        uri(name).with({ scheme: 'accord-base' }),
      );
      const agreedIs = (...taken: readonly number[]): Promise<void> =>
        eventually(() => base.getText() === longText(eol, taken), true);
      await agreedIs();
      await click(name, 'Accept', 1);
      await agreedIs(0);
      await click(name, 'Accept', 1);
      await click(name, 'Accept', 1);
      await click(name, 'Reject', 1);
      await agreedIs(0, 1, 2);
      await vscode.commands.executeCommand('accord.undoReview');
      await vscode.commands.executeCommand('accord.undoReview');
      await agreedIs(0, 1);
      await vscode.commands.executeCommand('accord.acceptAll');
      await agreedIs(0, 1, 2, 3, 4);
      assert.equal(base.lineCount, LINES + 1);
    });
  }
});
