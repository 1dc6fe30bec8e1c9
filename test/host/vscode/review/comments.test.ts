import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { step } from '../../../fakes/step.ts';
import {
  agentStarts,
  at,
  changed,
  clear,
  clickIn,
  eventually,
  hunkCount,
  openedProposal,
  removeAgentFolders,
  reviewWhen,
  ten,
  uri,
} from './reviewDriver.ts';

let boxes: vscode.CommentController;

/** Types a comment into VS Code's comment editor at a line, and presses a button of that editor. */
async function comment(
  document: vscode.Uri,
  line: number,
  text: string,
  button: 'accord.addComment' | 'accord.rejectWithComment',
): Promise<void> {
  const range = new vscode.Range(line, 0, line, 0);
  const thread = boxes.createCommentThread(document, range, []);
  await vscode.commands.executeCommand(button, { thread, text });
}

const isOnScreen = (document: vscode.Uri): boolean =>
  vscode.window.visibleTextEditors.some(
    editor => editor.document.uri.toString() === document.toString(),
  );

describe('comments on hunks', () => {
  before(() => {
    boxes = vscode.comments.createCommentController('test', 'Test');
  });

  after(() => boxes.dispose());

  beforeEach(() => writeFile(at('ten.txt'), ten));

  afterEach(async () => {
    await clear();
    await reviewWhen(undefined);
    await rm(at('ten.txt'), { force: true });
  });

  after(removeAgentFolders);

  it('can be made on a deleted file, and are sent with the deleted text', async () => {
    const playing = await agentStarts(step.deleteFile('ten.txt'));
    await playing.ended;
    const before = uri('ten.txt').with({ scheme: 'accord-base' });
    await eventually(async () => (await vscode.workspace.openTextDocument(before)).getText(), ten);
    await comment(before, 4, 'It is still needed.', 'accord.addComment');
    await vscode.commands.executeCommand('accord.sendComments');
    const prompt = await playing.nextPrompt();
    for (const part of ['ten.txt', 'It is still needed.', '-line 0\\n-line 1\\n']) {
      assert.ok(prompt.includes(part), `${part} is not in ${prompt}`);
    }
  });

  it('can be made on a proposal, and are sent with the proposed text', async () => {
    await reviewWhen('beforeWrite');
    const playing = await agentStarts(step.writeText('${cwd}/ten.txt', changed));
    const proposal = await openedProposal();
    await eventually(() => isOnScreen(proposal), true);
    await comment(proposal, 2, 'Why in capitals?', 'accord.addComment');
    await comment(proposal, 7, 'Not this one.', 'accord.rejectWithComment');
    await clickIn(proposal, 'Accept', 1);
    await playing.ended;
    await vscode.commands.executeCommand('accord.sendComments');
    const prompts = async (): Promise<string> =>
      JSON.stringify(await playing.agent.received('session/prompt'));
    await eventually(async () => (await prompts()).includes('Why in capitals?'), true);
    const sent = await prompts();
    for (const part of ['Not this one.', '-line 2\\n+LINE 2\\n', '-line 7\\n+LINE 7\\n']) {
      assert.ok(sent.includes(part), `${part} is not in ${sent}`);
    }
    await eventually(() => hunkCount('ten.txt'), 0);
  });
});
