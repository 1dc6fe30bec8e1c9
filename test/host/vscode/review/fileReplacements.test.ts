import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { step } from '../../../fakes/step.ts';
import { agentDoes, at, clear, eventually, ten, tree, uri } from './reviewDriver.ts';

/** Commands that replace whole files, each run in the folder `replaced`. */
const COMMANDS: readonly (readonly [name: string, command: string])[] = [
  [
    'replaces files by folders and folders by files',
    'rm a.txt && mkdir a.txt && echo in > a.txt/in.txt && rm -r folder && echo out > folder',
  ],
  [
    'replaces files by links and links by files',
    'rm a.txt link && ln -s b.txt a.txt && echo plain > link && ln -sfn /tmp linked',
  ],
  ['writes through links', 'echo more >> link && echo more >> linked/one.txt && rm linked/two.txt'],
  ['changes the case of names', 'mv a.txt A.TXT && mv folder Folder'],
  [
    'swaps the names of files',
    'mv b.txt c.txt && mv a.txt b.txt && mv c.txt a.txt && mv folder/one.txt one.txt',
  ],
  [
    'replaces binary content by text and text by binary content',
    'echo text > bytes && printf "\\0\\1" > a.txt',
  ],
];

describe('rejecting all changes restores every file after an agent', () => {
  beforeEach(async () => {
    await mkdir(at('replaced/folder'), { recursive: true });
    await writeFile(at('replaced/a.txt'), ten);
    await writeFile(at('replaced/b.txt'), `b\n${ten}`);
    await writeFile(at('replaced/bytes'), Buffer.from([0, 1, 2, 0, 255]));
    await writeFile(at('replaced/folder/one.txt'), `one\n${ten}`);
    await writeFile(at('replaced/folder/two.txt'), `two\n${ten}`);
    await symlink('b.txt', at('replaced/link'));
    await symlink('folder', at('replaced/linked'));
  });

  afterEach(async () => {
    await clear();
    await rm(at('replaced'), { recursive: true, force: true });
  });

  for (const [name, command] of COMMANDS) {
    it(name, async () => {
      const before = await tree();
      for (const file of ['a.txt', 'b.txt', 'folder/one.txt']) {
        await vscode.window.showTextDocument(uri(`replaced/${file}`), { preview: false });
      }
      await agentDoes(step.shell(`cd replaced && ${command}`));
      const after = await tree();
      assert.notDeepEqual(after, before);
      await vscode.commands.executeCommand('accord.rejectAll');
      await eventually(tree, before);
      await vscode.commands.executeCommand('accord.undoReview');
      await eventually(tree, after);
      await vscode.commands.executeCommand('accord.rejectAll');
      await eventually(tree, before);
    });
  }
});
