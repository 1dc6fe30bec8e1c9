import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { step } from '../../../fakes/step.ts';
import { agentDoes, at, clear, eventually, ten, tree, uri } from './reviewDriver.ts';

/** What agents do to files as a whole, each in the folder `shapes`. */
const DEEDS: readonly (readonly [name: string, command: string])[] = [
  [
    'makes folders of files, and files of folders',
    'rm a.txt && mkdir a.txt && echo in > a.txt/in.txt && rm -r folder && echo out > folder',
  ],
  [
    'makes links of files, and files of links',
    'rm a.txt link && ln -s b.txt a.txt && echo plain > link && ln -sfn /tmp linked',
  ],
  ['writes through links', 'echo more >> link && echo more >> linked/one.txt && rm linked/two.txt'],
  ['changes the case of names', 'mv a.txt A.TXT && mv folder Folder'],
  [
    'moves files in a circle',
    'mv b.txt c.txt && mv a.txt b.txt && mv c.txt a.txt && mv folder/one.txt one.txt',
  ],
  ['makes a text of bytes, and bytes of a text', 'echo text > bytes && printf "\\0\\1" > a.txt'],
];

describe('rejecting everything restores all files after an agent', () => {
  beforeEach(async () => {
    await mkdir(at('shapes/folder'), { recursive: true });
    await writeFile(at('shapes/a.txt'), ten);
    await writeFile(at('shapes/b.txt'), `b\n${ten}`);
    await writeFile(at('shapes/bytes'), Buffer.from([0, 1, 2, 0, 255]));
    await writeFile(at('shapes/folder/one.txt'), `one\n${ten}`);
    await writeFile(at('shapes/folder/two.txt'), `two\n${ten}`);
    await symlink('b.txt', at('shapes/link'));
    await symlink('folder', at('shapes/linked'));
  });

  afterEach(async () => {
    await clear();
    await rm(at('shapes'), { recursive: true, force: true });
  });

  for (const [name, command] of DEEDS) {
    it(name, async () => {
      const before = await tree();
      for (const file of ['a.txt', 'b.txt', 'folder/one.txt']) {
        await vscode.window.showTextDocument(uri(`shapes/${file}`), { preview: false });
      }
      await agentDoes(step.shell(`cd shapes && ${command}`));
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
