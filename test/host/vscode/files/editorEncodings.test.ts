import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { editorEncodings } from '../../../../src/vscode/files/editorEncodings.ts';
import { closeEditors, MentionFixture } from '../../mentionFixture.ts';

const TEXT = 'Съешь же ещё этих мягких французских булок, да выпей чаю.\n'.repeat(20);

const setGuessing = (isGuessing: boolean | undefined): Thenable<void> =>
  vscode.workspace
    .getConfiguration('files')
    .update('autoGuessEncoding', isGuessing, vscode.ConfigurationTarget.Global);

describe('editorEncodings', () => {
  let mentions: MentionFixture;
  let file: vscode.Uri;

  /** The tests do not depend on how well VS Code guesses: the editor already has the right encoding. */
  const showInEncoding = async (): Promise<void> => {
    const options = { encoding: 'windows1251' };
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file, options));
  };

  before(async () => {
    mentions = await MentionFixture.open();
    file = mentions.inFolder('cyrillic.txt');
    await writeFile(file.fsPath, await vscode.workspace.encode(TEXT, { encoding: 'windows1251' }));
  });

  afterEach(async () => {
    await setGuessing(undefined);
    await closeEditors();
  });

  after(async () => {
    await rm(file.fsPath, { force: true });
    await mentions.close();
  });

  it('uses the configured encoding', async () => {
    assert.equal(await editorEncodings.get(file.fsPath), 'utf8');
  });

  it('uses the encoding that the editor has found if files.autoGuessEncoding is on', async () => {
    await showInEncoding();
    await setGuessing(true);
    assert.equal(await editorEncodings.get(file.fsPath), 'windows1251');
  });

  it('reads a mentioned file as the editor shows it if files.autoGuessEncoding is on', async () => {
    await showInEncoding();
    await setGuessing(true);
    const attachment = await mentions.read({ kind: 'file', uri: file.toString() });
    assert.equal(attachment.kind, 'text');
    assert.equal(attachment.kind === 'text' && attachment.text, TEXT);
  });
});
