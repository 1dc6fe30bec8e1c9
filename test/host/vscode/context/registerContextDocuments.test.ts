import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { registerContextDocuments } from '../../../../src/vscode/context/registerContextDocuments.ts';
import type { MentionReader } from '../../../../src/vscode/context/prompt/mentionReader.ts';
import { openMention } from '../../../../src/vscode/context/openMention.ts';
import { closeEditors, MentionDesk } from '../../mentionDesk.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const shown = (): string | undefined => vscode.window.activeTextEditor?.document.getText();

describe('a mention that is not a file', () => {
  afterEach(closeEditors);

  it('shows the current content that an agent would get, each time it is opened', async () => {
    let told = 'first';
    const desk = await MentionDesk.open(() => told);
    const provider = registerContextDocuments(desk as unknown as MentionReader);
    const mention = { kind: 'session', id: 's1', title: 'Earlier work' } as const;
    await openMention(mention, desk.captures);
    await waitUntil(() => shown() === 'first');
    told = 'second';
    await openMention(mention, desk.captures);
    await waitUntil(() => shown() === 'second');
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1);
    provider.dispose();
    await desk.close();
  });
});
