import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { inProject } from '../harness/paths.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';

const FILE = 'src/settle.ts';
const folder = await sharedTemporaryFolder();

describe('review before writing', () => {
  it('shows the hunks, writes only what is accepted, and survives a window reload', async () => {
    const before = await readFile(inProject('test/fixtures/sample', FILE), 'utf8');
    const lines = before.split('\n');
    const wanted = ['// A note by the agent.', ...lines.slice(0, -1), '// The end.', ''].join('\n');
    const agent = await scriptedAgent(folder, {
      on: [turn(step.writeText(`\${cwd}/${FILE}`, wanted), step.stop('end_turn'))],
    });
    const chatWindow = await openChat(agent.launch, {
      settings: { 'accord.review.when': 'beforeWrite' },
      viewport: { width: 1280, height: 900 },
      theme: 'light',
    });
    const { window } = chatWindow;
    let { chat } = chatWindow;
    await sendPrompt(chat, 'go');
    const request = chat.getByRole('group', { name: /^Permission: Write/ });
    await request.getByRole('button', { name: 'Allow partially' }).waitFor();
    const proposed = { name: `Proposed changes in ${FILE}` };
    await chat.getByRole('region', proposed).getByText('not written yet').waitFor();
    await window.page.getByRole('tab', { name: /settle\.ts \(proposed/ }).waitFor();
    const accept = window.page.locator('.codelens-decoration a', { hasText: /^Accept$/ });
    await accept.first().waitFor();
    await window.setSideBarWidth(460);
    await window.screenshot('before the write');
    await accept.first().click();
    await chat.getByRole('group', { name: 'Hunk 1 of 1' }).waitFor();
    expect(await window.fileText(FILE)).toBe(before);

    await window.page.reload();
    chat = await window.chat();
    const file = chat.getByRole('region', proposed);
    await file.getByRole('group', { name: 'Hunk 2 of 2' }).waitFor();
    expect(await window.fileText(FILE)).toBe(before);
    await window.openFile(FILE);
    const proposals = window.page.locator('.codelens-decoration a', { hasText: /^Proposed hunk/ });
    await proposals.first().waitFor();
    await window.screenshot('proposed in the file');
    await file
      .getByRole('group', { name: 'Hunk 1 of 2' })
      .getByRole('button', { name: 'Accept hunk' })
      .click();
    await expect.poll(() => window.fileText(FILE)).toBe(`// A note by the agent.\n${before}`);
    await file.getByRole('button', { name: 'Reject file' }).click();
    await file.waitFor({ state: 'detached' });
    expect(await window.fileText(FILE)).toBe(`// A note by the agent.\n${before}`);
  });
});
