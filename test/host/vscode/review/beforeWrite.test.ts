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
  lensesIn,
  lensesOfChanged,
  lenses,
  openedProposal,
  proposals,
  removeAgentFolders,
  reviewWhen,
  ten,
  textOf,
  uri,
  type RunningAgent,
} from './reviewDriver.ts';

const FILE = '${cwd}/ten.txt';

const edit = (oldText: string, newText: string) => ({
  toolCallId: 'edit',
  title: 'Edit ten.txt',
  kind: 'edit',
  content: [{ type: 'diff', path: FILE, oldText, newText }],
});

describe('review before writing', () => {
  let playing: RunningAgent | undefined;

  after(removeAgentFolders);

  beforeEach(async () => {
    await writeFile(at('ten.txt'), ten);
    await reviewWhen('beforeWrite');
  });

  afterEach(async () => {
    await clear();
    await playing?.ended;
    await reviewWhen(undefined);
    await clear();
    await rm(at('ten.txt'), { force: true });
  });

  it('writes only the accepted hunks, and tells the agent which were not accepted', async () => {
    playing = await agentStarts(
      step.call('fs/write_text_file', { path: FILE, content: changed }),
      step.note('wrote', '${answer}'),
    );
    const proposal = await openedProposal();
    assert.deepEqual(await lensesIn(proposal), lensesOfChanged);
    await clickIn(proposal, 'Accept', 2);
    assert.equal(await textOf('ten.txt'), ten);
    await clickIn(proposal, 'Reject', 1);
    const chosen = ten.replace('line 7', 'LINE 7');
    await eventually(() => textOf('ten.txt'), chosen);
    assert.equal(await playing.ended, 'end_turn');
    assert.match(JSON.stringify(await playing.agent.noted('wrote')), /"result":\{\}/);
    assert.match(await playing.nextPrompt(), /-line 2\\n\+LINE 2/);
    assert.equal(await textOf('ten.txt'), chosen);
    assert.equal(await hunkCount('ten.txt'), 0);
    await eventually(() => proposals().length, 0);
  });

  it('writes the proposal as the user edited it, merged with the user’s edits of the file', async () => {
    playing = await agentStarts(
      step.call('fs/write_text_file', { path: FILE, content: changed }),
      step.note('wrote', '${answer}'),
    );
    const proposal = await openedProposal();
    const change = new vscode.WorkspaceEdit();
    change.replace(proposal, new vscode.Range(2, 0, 2, 6), 'line two');
    await vscode.workspace.applyEdit(change);
    const editor = await vscode.window.showTextDocument(uri('ten.txt'), { preview: false });
    await editor.edit(typed => typed.insert(new vscode.Position(5, 0), 'mine '));
    await vscode.commands.executeCommand('accord.acceptFile', proposal);
    await playing.ended;
    assert.match(JSON.stringify(await playing.agent.noted('wrote')), /"result":\{\}/);
    const expected = changed.replace('LINE 2', 'line two').replace('line 5', 'mine line 5');
    assert.equal(await textOf('ten.txt'), expected);
    assert.ok(!editor.document.isDirty);
    assert.match(await playing.nextPrompt(), /-line two\\n\+LINE 2/);
  });

  it('creates only the accepted file, and tells the agent', async () => {
    playing = await agentStarts(
      step.call('fs/write_text_file', { path: '${cwd}/unwanted.txt', content: 'new\n' }),
      step.note('wrote', '${answer}'),
      step.writeText('${cwd}/deep/er/new.txt', 'new\n'),
    );
    await vscode.commands.executeCommand('accord.rejectFile', await openedProposal());
    assert.match(JSON.stringify(await playing.agent.waitForNote('wrote')), /took nothing of it/);
    await vscode.commands.executeCommand('accord.acceptFile', await openedProposal());
    await playing.ended;
    await assert.rejects(textOf('unwanted.txt'));
    assert.equal(await textOf('deep/er/new.txt'), 'new\n');
    await rm(at('deep'), { recursive: true });
  });

  it('answers the agent when the turn is canceled, writes nothing and keeps the hunks', async () => {
    playing = await agentStarts(step.writeText(FILE, changed));
    const proposal = await openedProposal();
    await clickIn(proposal, 'Accept', 1);
    await vscode.commands.executeCommand('accord.cancel');
    assert.equal(await playing.ended, 'cancelled');
    await playing.agent.waitFor(
      entry =>
        entry.kind === 'received' && JSON.stringify(entry.message.error ?? '').includes('-32800'),
    );
    assert.equal(await textOf('ten.txt'), ten);
    const waiting = (await lensesIn(proposal)).filter(isNumber);
    assert.deepEqual(waiting, ['2: Hunk 1 of 2', '7: Hunk 2 of 2']);
    await clickIn(proposal, 'Accept', 1);
    await eventually(() => textOf('ten.txt'), ten.replace('line 2', 'LINE 2'));
    await vscode.commands.executeCommand('accord.undoReview');
    await eventually(() => textOf('ten.txt'), ten);
  });

  it('keeps the hunks when the diff editor is closed or the agent exits', async () => {
    playing = await agentStarts(
      step.background(step.writeText(FILE, changed)),
      step.waitForFile('die'),
      step.exit(1),
    );
    const proposal = await openedProposal();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await writeFile(at('die'), '');
    await playing.ended;
    await rm(at('die'));
    assert.equal(await textOf('ten.txt'), ten);
    await clickIn(proposal, 'Accept', 2);
    await eventually(() => textOf('ten.txt'), ten.replace('line 7', 'LINE 7'));
  });

  it('lets an agent that requested permission write what is fully accepted, and writes partly accepted changes itself', async () => {
    const first = ten.replace('line 2', 'LINE 2');
    const third = changed.replace('line 0', 'LINE 0').replace('line 4', 'LINE 4');
    playing = await agentStarts(
      ...step.permission(edit('line 2\n', 'LINE 2\n'), {
        allow: [step.shell("sed -i 's/line 2/LINE 2/' ten.txt")],
      }),
      ...step.permission(edit(first, changed), { allow: [step.writeText(FILE, changed)] }),
      ...step.permission(edit(changed, third), {
        allow: [step.writeFile('ten.txt', third)],
        reject: [step.note('refused', true)],
      }),
    );
    const fragment = await openedProposal();
    assert.equal(await textOf('ten.txt'), ten);
    await clickIn(fragment, 'Accept', 1);
    // The agent then writes through the client. The user has accepted the change already and is not asked again.
    await vscode.commands.executeCommand('accord.acceptFile', await openedProposal());
    const part = await openedProposal();
    await eventually(() => textOf('ten.txt'), changed);
    await clickIn(part, 'Accept', 1);
    await clickIn(part, 'Reject', 1);
    await playing.agent.waitForNote('refused');
    await playing.ended;
    assert.equal(await textOf('ten.txt'), changed.replace('line 0', 'LINE 0'));
    assert.match(await playing.nextPrompt(), /-line 4\\n\+LINE 4/);
    await eventually(() => hunkCount('ten.txt'), 0);
  });
});

describe('lines changed by both the user and the agent', () => {
  beforeEach(() => writeFile(at('ten.txt'), ten));
  afterEach(async () => {
    await clear();
    await rm(at('ten.txt'), { force: true });
  });

  it('keep the user’s text, and offer the agent’s as a proposal that can be accepted or rejected', async () => {
    const editor = await vscode.window.showTextDocument(uri('ten.txt'), { preview: false });
    const theirs = changed.replace('line 5', 'LINE 5');
    const playing = await agentStarts(
      step.readText(FILE),
      step.note('read', true),
      step.waitForFile('go'),
      step.writeText(FILE, theirs),
    );
    await playing.agent.waitForNote('read');
    await editor.edit(typed => {
      typed.replace(new vscode.Range(2, 0, 2, 6), 'my 2');
      typed.replace(new vscode.Range(5, 0, 5, 6), 'my 5');
    });
    await editor.document.save();
    await writeFile(at('go'), '');
    await playing.ended;
    await rm(at('go'));
    const kept = theirs.replace('LINE 2', 'my 2').replace('LINE 5', 'my 5');
    assert.equal(await textOf('ten.txt'), kept);
    const expected = ['2: Proposed hunk 1 of 2', '5: Proposed hunk 2 of 2', '7: Hunk 1 of 1'];
    await eventually(async () => (await lenses('ten.txt')).filter(isNumber), expected);
    await editor.edit(typed => typed.insert(new vscode.Position(0, 0), 'above\n'));
    await eventually(async () => (await lenses('ten.txt'))[0], '3: Accept');
    await clickIn(uri('ten.txt'), 'Accept', 1);
    await eventually(() => editor.document.getText(), `above\n${kept.replace('my 2', 'LINE 2')}`);
    await eventually(() => hunkCount('ten.txt'), 2);
    await clickIn(uri('ten.txt'), 'Reject', 1);
    await eventually(() => hunkCount('ten.txt'), 1);
    assert.equal(editor.document.getText(), `above\n${kept.replace('my 2', 'LINE 2')}`);
  });
});

const isNumber = (lens: string): boolean => lens.includes(' of ');
