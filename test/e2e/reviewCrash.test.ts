import { createHash } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openWindow } from './window.ts';
import { temporaryFolder } from '../harness/temporaryFolder.ts';

/** The hashes of all files below a folder, except those of git. */
async function hashesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(entry => entry.isFile() && !entry.parentPath.includes(`${path.sep}.git`))
    .map(entry => path.join(entry.parentPath, entry.name))
    .toSorted();
  const hashed = files.map(async file => {
    const bytes = await readFile(file);
    return [path.relative(folder, file), createHash('sha256').update(bytes).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

/** A shell command of the agent that finds the second folder of the window. */
const SECOND = 'p=$(grep -o "/[^\\"]*purse" ../both.code-workspace)';

it('keeps the pending changes in two folders when the extension host is killed, and can reject them all', async () => {
  const folder = await temporaryFolder();
  const agent = await scriptedAgent(folder, {
    on: [
      turn(
        step.shell("sed -i '3s/^/\\/\\/ A note by the agent.\\n/' src/settle.ts"),
        step.shell("sed -i '20d' src/settle.ts"),
        step.shell(`${SECOND}; sed -i '1s/^/first\\n/' $p/README.md; echo new > $p/made.txt`),
        step.writeText('${cwd}/src/main.ts', "console.log('by protocol');\n"),
        step.deleteFile('src/summary.ts'),
        step.note('done'),
        step.waitForFile(path.join(folder, 'never')),
      ),
    ],
  });
  const window = await openWindow({
    settings: { 'accord.agents': { Scripted: agent.launch } },
    twoFolders: true,
    viewport: { width: 1280, height: 1000 },
  });
  const purse = await secondFolder(window.folder);
  await rm(path.join(purse, '.git'), { recursive: true });
  const hashes = () => Promise.all([window.folder, purse].map(hashesIn));
  const before = await hashes();
  const chat = await window.chat();
  await sendPrompt(chat, 'go');
  await agent.waitForNote('done');
  await window.killExtensionHost();
  const pending = window.page.getByRole('button', { name: /5 files, 6 hunks/ });
  await pending.waitFor(); // Nothing is lost, whichever changes were recorded before the crash.
  await window.page.reload();
  await pending.waitFor(); // Nothing is recorded twice.
  await window.runCommand('Accord: Review Changes');
  const entry = window.page.locator('.multiDiffEntry').filter({ hasText: 'main.ts' });
  // VS Code's own revert button in the diff editor reverts the only hunk of that file.
  await entry.locator('.gutterItem .codicon-arrow-right').first().click();
  await window.page.getByRole('button', { name: /4 files, 5 hunks/ }).waitFor();
  await window.runCommand('File: Save All');
  await window.runCommand('Accord: Reject All Changes');
  await expect.poll(hashes).toEqual(before);
});

/** The second folder of the workspace. */
async function secondFolder(first: string): Promise<string> {
  const file = path.join(path.dirname(first), 'both.code-workspace');
  const { folders } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly folders: readonly { readonly path: string }[];
  };
  return folders[1]?.path ?? '';
}
