import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { step } from '../../../../fakes/step.ts';
import { createTemporaryFolder, removeFolder } from '../../../../harness/createTemporaryFolder.ts';
import {
  agentDoes,
  agentStarts,
  at,
  bytesOf,
  changed,
  clear,
  click,
  eventually,
  hunkCount,
  lenses,
  removeAgentFolders,
  ten,
  textOf,
  uri,
  type RunningAgent,
} from '../reviewDriver.ts';

/** How often both change a file while it is saved automatically. */
const ROUNDS = 4;

/** The text with the changes of both the user and the agent. */
const merged = `mine\n${changed}`;

async function openAndType(
  name: string,
  before: string,
  typed: string,
): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(uri(name), { preview: false });
  await eventually(() => editor.document.getText(), before);
  await editor.edit(builder => builder.insert(new vscode.Position(0, 0), typed));
  await eventually(() => editor.document.isDirty, true);
  return editor;
}

const setGlobally = (section: string, key: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration(section).update(key, value, vscode.ConfigurationTarget.Global);

/** Focuses the editor and runs a command, which would go to the chat otherwise. */
async function inEditor(command: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  await vscode.commands.executeCommand(command);
}

describe('review of what an agent writes to disk beneath unsaved edits', () => {
  let editor: vscode.TextEditor;
  let signals: string;
  const signal = (name: string): string => path.join(signals, name);
  const shown = (): string => editor.document.getText();

  beforeEach(async () => {
    signals = await createTemporaryFolder('signals');
    await writeFile(at('ten.txt'), ten);
    editor = await openAndType('ten.txt', ten, 'mine\n');
  });

  afterEach(async () => {
    await clear();
    await rm(at('ten.txt'), { force: true });
    await removeAgentFolders();
    await removeFolder(signals);
  });

  /** Saves and checks that VS Code neither refuses nor loses anything. */
  async function save(expected: string): Promise<void> {
    assert.ok(await editor.document.save(), 'VS Code refused to save');
    assert.deepEqual([shown(), await textOf('ten.txt')], [expected, expected]);
    assert.ok(!editor.document.isDirty);
  }

  const rejectAll = async (expected: string): Promise<void> => {
    await vscode.commands.executeCommand('accord.rejectAll');
    await eventually(shown, expected);
    await eventually(() => hunkCount('ten.txt'), 0);
  };

  /** Starts a turn that ends when the test allows it. */
  const whileAgentRuns = async (test: (playing: RunningAgent) => Promise<void>): Promise<void> => {
    const playing = await agentStarts(step.note('begun', true), step.waitForFile(signal('end')));
    await playing.agent.waitForNote('begun');
    try {
      await test(playing);
    } finally {
      await writeFile(signal('end'), '');
      await playing.ended;
    }
  };

  it('shows the agent’s lines at once, unsaved and pending, and saves both sides', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(shown, merged);
    assert.ok(editor.document.isDirty);
    assert.equal(await textOf('ten.txt'), changed);
    await eventually(() => hunkCount('ten.txt'), 2);
    await save(merged);
    assert.ok(Date.now() - (await stat(at('ten.txt'))).mtimeMs < 60_000);
    assert.equal(await hunkCount('ten.txt'), 2);
    await rejectAll(`mine\n${ten}`);
    assert.equal(await textOf('ten.txt'), `mine\n${ten}`);
  });

  it('merges a text that the document has shown before', async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(shown, changed);
    await rejectAll(ten);
    editor = await openAndType('ten.txt', ten, 'mine\n');
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(shown, merged);
    await eventually(() => hunkCount('ten.txt'), 2);
    await rejectAll(`mine\n${ten}`);
  });

  it('merges every write of several, also after the user typed on', async () => {
    await whileAgentRuns(async () => {
      await writeFile(at('ten.txt'), ten.replace('line 2', 'LINE 2'));
      await eventually(shown, merged.replace('LINE 7', 'line 7'));
      await editor.edit(typed => typed.insert(new vscode.Position(11, 0), 'more\n'));
      await writeFile(at('ten.txt'), changed);
      await eventually(shown, `${merged}more\n`);
      await writeFile(at('ten.txt'), changed.replace('LINE 7', 'LAST 7'));
      await eventually(shown, `${merged.replace('LINE 7', 'LAST 7')}more\n`);
    });
    await eventually(() => hunkCount('ten.txt'), 2);
    await save(`${merged.replace('LINE 7', 'LAST 7')}more\n`);
    await rejectAll(`mine\n${ten}more\n`);
  });

  it('merges a file that is deleted and created again, and one that is replaced by a rename', async () => {
    await whileAgentRuns(async () => {
      await rm(at('ten.txt'));
      await writeFile(at('ten.txt'), ten.replace('line 2', 'LINE 2'));
      await eventually(shown, merged.replace('LINE 7', 'line 7'));
    });
    const copy = signal('copy');
    await writeFile(copy, changed);
    await agentDoes(step.shell(`cp ${copy} ten.txt.new && mv ten.txt.new ten.txt`));
    await eventually(shown, merged);
    await eventually(() => hunkCount('ten.txt'), 2);
    await save(merged);
    await rejectAll(`mine\n${ten}`);
  });

  it('keeps the user’s lines where the agent changed the same ones, and offers the agent’s', async () => {
    await editor.edit(typed => typed.replace(new vscode.Range(3, 0, 3, 6), 'MINE 2'));
    const mine = `mine\n${ten.replace('line 2', 'MINE 2')}`;
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(shown, mine.replace('line 7', 'LINE 7'));
    const proposed = '3: Proposed hunk 1 of 1';
    await eventually(async () => (await lenses('ten.txt')).includes(proposed), true);
    await save(mine.replace('line 7', 'LINE 7'));
    await click('ten.txt', 'Accept', 1);
    await eventually(shown, mine.replace('line 7', 'LINE 7').replace('MINE 2', 'LINE 2'));
  });

  it('shows every change of the agent as pending when the user reverts, also in lines both had changed', async () => {
    await editor.edit(typed => typed.replace(new vscode.Range(3, 0, 3, 6), 'MINE 2'));
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => shown().includes('LINE 7'), true);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await eventually(shown, changed);
    await eventually(() => hunkCount('ten.txt'), 2);
    await rejectAll(ten);
    assert.equal(await textOf('ten.txt'), ten);
  });

  it('shows every change of the agent as pending when the editor is closed without saving', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(shown, merged);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await eventually(async () => (await lenses('ten.txt'))[0], '2: Accept');
    assert.equal(await hunkCount('ten.txt'), 2);
    await vscode.commands.executeCommand('accord.rejectAll');
    await eventually(() => textOf('ten.txt'), ten);
  });

  it('rejects the agent’s lines when the merge is undone, and restores them on redo', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(shown, merged);
    await eventually(() => hunkCount('ten.txt'), 2);
    await inEditor('undo');
    await eventually(shown, `mine\n${ten}`);
    await eventually(() => hunkCount('ten.txt'), 0);
    await inEditor('redo');
    await eventually(shown, merged);
    await eventually(() => hunkCount('ten.txt'), 2);
    await inEditor('undo');
    await eventually(shown, `mine\n${ten}`);
    await save(`mine\n${ten}`);
    assert.equal(await hunkCount('ten.txt'), 0);
  });

  it('shows the agent’s text when the user has undone everything', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(shown, merged);
    await inEditor('undo');
    await inEditor('undo');
    await eventually(shown, changed);
    await eventually(() => editor.document.isDirty, false);
    await eventually(() => hunkCount('ten.txt'), 2);
    await rejectAll(ten);
  });

  it('shows the agent’s text when the user has undone everything and nothing of it was merged', async () => {
    await inEditor('undo');
    await eventually(shown, ten);
    await editor.edit(typed => typed.replace(new vscode.Range(2, 0, 2, 6), 'MINE 2'));
    const written = ten.replace('line 2', 'LINE 2');
    await agentDoes(step.writeFile('ten.txt', written));
    await eventually(
      async () => (await lenses('ten.txt')).includes('2: Proposed hunk 1 of 1'),
      true,
    );
    await inEditor('undo');
    await eventually(shown, written);
    await eventually(() => hunkCount('ten.txt'), 1);
    await rejectAll(ten);
  });

  it('saves what a rejection in unsaved text leaves', async () => {
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(() => hunkCount('ten.txt'), 2);
    await click('ten.txt', 'Reject', 1);
    await eventually(shown, merged.replace('LINE 2', 'line 2'));
    assert.ok(editor.document.isDirty);
    await save(merged.replace('LINE 2', 'line 2'));
    assert.equal(await hunkCount('ten.txt'), 1);
  });

  it('merges a change that keeps the size of the file when it is saved before anybody noticed it', async () => {
    await whileAgentRuns(async () => {
      await writeFile(at('ten.txt'), changed);
      await save(merged);
    });
    await eventually(() => hunkCount('ten.txt'), 2);
    await rejectAll(`mine\n${ten}`);
  });

  it('merges a change that keeps the size and the time of the file', async () => {
    const { atime, mtime } = await stat(at('ten.txt'));
    await whileAgentRuns(async () => {
      await writeFile(at('ten.txt'), changed);
      await utimes(at('ten.txt'), atime, mtime);
      await save(merged);
    });
    await rejectAll(`mine\n${ten}`);
  });

  it('saves both sides while the review is busy', async () => {
    await whileAgentRuns(async () => {
      // Each of these files is read and compared before the open one.
      await Promise.all(
        Array.from({ length: 60 }, (_, n) => writeFile(at(`many ${n}.txt`), `${n}\n`.repeat(500))),
      );
      await writeFile(at('ten.txt'), `${changed}theirs\n`);
      await save(`${merged}theirs\n`);
    });
    await eventually(() => hunkCount('ten.txt'), 3);
    await rejectAll(`mine\n${ten}`);
    await assert.rejects(textOf('many 0.txt'));
  });

  it('saves both sides with auto save, and VS Code reports no conflict', async () => {
    await setGlobally('files', 'autoSaveDelay', 100);
    await setGlobally('files', 'autoSave', 'afterDelay');
    try {
      await whileAgentRuns(async () => {
        let text = ten;
        let mine = 'mine\n';
        for (let round = 0; round < ROUNDS; round += 1) {
          await editor.edit(typed => typed.insert(new vscode.Position(0, 0), `mine ${round}\n`));
          mine = `mine ${round}\n${mine}`;
          text = text.replace(`line ${round}`, `THEIRS ${round}`);
          const onDisk = readFileSync(at('ten.txt'), 'utf8');
          writeFileSync(at('ten.txt'), onDisk.replace(`line ${round}`, `THEIRS ${round}`));
          await eventually(() => textOf('ten.txt'), mine + text);
          await eventually(() => editor.document.isDirty, false);
        }
        assert.equal(shown(), mine + text);
      });
      await eventually(async () => (await hunkCount('ten.txt')) > 0, true);
      await vscode.commands.executeCommand('accord.rejectAll');
      await eventually(() => textOf('ten.txt'), `${rounds(ROUNDS)}mine\n${ten}`);
    } finally {
      await setGlobally('files', 'autoSave', 'off');
      await setGlobally('files', 'autoSaveDelay', undefined);
    }
  });

  it('saves both sides with a formatter that runs on save', async () => {
    const formatting = vscode.languages.registerDocumentFormattingEditProvider('plaintext', {
      provideDocumentFormattingEdits: document => [
        vscode.TextEdit.insert(new vscode.Position(document.lineCount - 1, 0), 'formatted\n'),
      ],
    });
    await setGlobally('editor', 'formatOnSave', true);
    try {
      await agentDoes(step.writeFile('ten.txt', changed));
      await eventually(shown, merged);
      await save(`${merged}formatted\n`);
      await eventually(() => hunkCount('ten.txt'), 2);
    } finally {
      formatting.dispose();
      await setGlobally('editor', 'formatOnSave', undefined);
    }
    await rejectAll(`mine\n${ten}formatted\n`);
  });

  it('merges into documents in background tabs', async () => {
    await vscode.window.showTextDocument(uri('src/money.ts'), { preview: false });
    await agentDoes(step.writeFile('ten.txt', changed));
    await eventually(shown, merged);
    await eventually(() => hunkCount('ten.txt'), 2);
    await save(merged);
  });

  it('keeps encoding, byte order mark and line endings', async () => {
    const lines = ['eins', 'zwei', 'drei', ''].join('\r\n');
    await writeFile(at('marked.txt'), `\uFEFF${lines}`);
    try {
      editor = await openAndType('marked.txt', lines, 'mine\n');
      await agentDoes(step.writeFile('marked.txt', `\uFEFF${lines.replace('drei', 'DREI')}`));
      await eventually(shown, `mine\r\n${lines.replace('drei', 'DREI')}`);
      assert.ok(await editor.document.save());
      const expected = `\uFEFFmine\r\n${lines.replace('drei', 'DREI')}`;
      assert.equal((await bytesOf('marked.txt')).toString('utf8'), expected);
      assert.equal(await hunkCount('marked.txt'), 1);
      await vscode.commands.executeCommand('accord.rejectAll');
      await eventually(
        async () => (await bytesOf('marked.txt')).toString('utf8'),
        `\uFEFFmine\r\n${lines}`,
      );
    } finally {
      await clear();
      await rm(at('marked.txt'));
    }
  });

  it('writes through the protocol on top of what was merged', async () => {
    await agentDoes(
      step.writeFile('ten.txt', ten.replace('line 2', 'LINE 2')),
      step.sleep(500),
      step.readText('${cwd}/ten.txt'),
      step.writeText('${cwd}/ten.txt', merged),
    );
    await eventually(shown, merged);
    await eventually(() => textOf('ten.txt'), merged);
    await eventually(() => hunkCount('ten.txt'), 2);
    await rejectAll(`mine\n${ten}`);
  });
});

const rounds = (count: number): string =>
  Array.from({ length: count }, (_, n) => `mine ${count - 1 - n}\n`).join('');
