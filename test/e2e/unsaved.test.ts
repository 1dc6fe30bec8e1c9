import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { inProject } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporaryFolder.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openWindow } from './window.ts';

const FILE = 'src/settle.ts';

it('merges what an agent writes beneath unsaved typing, keeps it over a crash and a reload, and saves it', async () => {
  const original = await readFile(inProject('test/fixtures/sample', FILE), 'utf8');
  const agent = await scriptedAgent(await temporaryFolder(), {
    on: [
      turn(
        step.shell(`sed -i '3s/^/\\/\\/ A note by the agent.\\n/' ${FILE}`),
        step.shell(`sed -i '20d' ${FILE}`),
        step.stop('end_turn'),
      ),
    ],
  });
  const window = await openWindow({
    settings: { 'accord.agents': { Scripted: agent.launch } },
    viewport: { width: 1280, height: 1000 },
  });
  const { page } = window;
  // VS Code may ask for confirmation before a reload.
  page.on('dialog', dialog => void dialog.accept().catch(() => {}));
  await window.openFile(FILE);
  await page.locator('.monaco-editor .view-lines').first().click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('mine;\n');
  const chat = await window.chat();
  await sendPrompt(chat, 'go');
  const pending = page.getByRole('button', { name: /1 file, 2 hunks/ });
  await pending.waitFor();
  const line = (text: string) => page.locator('.view-line', { hasText: text }).first();
  await line('// A note by the agent.').waitFor();
  await line('mine;').waitFor();
  const theirs = await window.fileText(FILE);
  expect(theirs).not.toContain('mine;');
  await window.killExtensionHost();
  await pending.waitFor();
  await page.reload();
  await pending.waitFor();
  await line('// A note by the agent.').waitFor();
  await window.openFile(FILE);
  await window.runCommand('File: Save');
  await expect.poll(() => window.fileText(FILE)).toBe(`mine;\n${theirs}`);
  expect(await page.getByText('The content of the file is newer').count()).toBe(0);
  await window.runCommand('Accord: Reject All Changes');
  await expect.poll(() => window.fileText(FILE)).toBe(`mine;\n${original}`);
});
