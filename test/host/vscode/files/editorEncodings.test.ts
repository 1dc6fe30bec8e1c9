import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { editorEncodings } from '../../../../src/vscode/files/editorEncodings.ts';
import { MentionDesk } from '../../mentionDesk.ts';

const TEXT = 'Съешь же ещё этих мягких французских булок, да выпей чаю.\n'.repeat(20);

describe('editorEncodings', () => {
  let mentions: MentionDesk;
  let file: vscode.Uri;

  const setGuessing = (isGuessing: boolean | undefined): Thenable<void> =>
    vscode.workspace
      .getConfiguration('files')
      .update('autoGuessEncoding', isGuessing, vscode.ConfigurationTarget.Global);

  before(async () => {
    mentions = await MentionDesk.open();
    file = mentions.inFolder('cyrillic.txt');
    await writeFile(file.fsPath, await vscode.workspace.encode(TEXT, { encoding: 'windows1251' }));
  });

  afterEach(() => setGuessing(undefined));

  after(async () => {
    await rm(file.fsPath, { force: true });
    await mentions.close();
  });

  it('uses the configured encoding', async () => {
    assert.equal(await editorEncodings.get(file.fsPath), 'utf8');
  });

  it('guesses the encoding if files.autoGuessEncoding is on', async () => {
    await setGuessing(true);
    assert.equal(await editorEncodings.get(file.fsPath), 'windows1251');
  });

  it('reads a mentioned file with the guessed encoding, as the editor shows it', async () => {
    await setGuessing(true);
    const attachment = await mentions.read({ kind: 'file', uri: file.toString() });
    assert.equal(attachment.kind, 'text');
    assert.equal(attachment.kind === 'text' && attachment.text, TEXT);
  });
});
