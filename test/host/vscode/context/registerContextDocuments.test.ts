import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { registerContextDocuments } from '../../../../src/vscode/context/registerContextDocuments.ts';
import type { MentionReader } from '../../../../src/vscode/context/prompt/mentionReader.ts';
import { openMention } from '../../../../src/vscode/context/openMention.ts';
import { closeEditors, MentionFixture } from '../../mentionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const shown = (): string | undefined => vscode.window.activeTextEditor?.document.getText();

describe('a mention that is not a file', () => {
  afterEach(closeEditors);

  it('shows the current content that an agent would get, each time it is opened', async () => {
    let sessionText = 'first';
    const fixture = await MentionFixture.open(() => sessionText);
    const provider = registerContextDocuments(fixture as unknown as MentionReader);
    const mention = { kind: 'session', id: 's1', title: 'Earlier work' } as const;
    await openMention(mention, fixture.captures);
    await waitUntil(() => shown() === 'first');
    sessionText = 'second';
    await openMention(mention, fixture.captures);
    await waitUntil(() => shown() === 'second');
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1);
    provider.dispose();
    await fixture.close();
  });
});
