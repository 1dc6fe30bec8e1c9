import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Step } from '../fakes/scenario.ts';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { accessibilityViolations } from '../page/accessibilityViolations.ts';
import { inProject } from '../harness/paths.ts';
import { rulerMarks } from './overviewRuler.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import type { Window } from './window.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';

const folder = await sharedTemporaryFolder();

/** Opens a window in which an agent has played one turn. */
async function afterTurn(
  steps: readonly Step[],
  files: Readonly<Record<string, Buffer | string>> = {},
): Promise<{ readonly window: Window; readonly chat: Frame; readonly before: Tree }> {
  const agent = await scriptedAgent(folder, { on: [turn(...steps, step.stop('end_turn'))] });
  const { window, chat } = await openChat(agent.launch, {
    viewport: { width: 1280, height: 1000 },
  });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(window.folder, name), content);
  }
  const before = await treeOf(window.folder);
  await sendPrompt(chat, 'go');
  await chat.getByRole('button', { name: 'Stop' }).waitFor();
  await chat.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  return { window, chat, before };
}

type Tree = Readonly<Record<string, string>>;

async function treeOf(root: string): Promise<Tree> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(entry => entry.isFile() && !entry.parentPath.includes(`${path.sep}.git`))
    .map(entry => path.join(entry.parentPath, entry.name))
    .toSorted();
  const hashed = files.map(async file => {
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return [path.relative(root, file), hash] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

const lens = (window: Window, name: string) =>
  window.page.locator('.codelens-decoration a', { hasText: new RegExp(`^${name}$`) });

/** Two hunks in a file of the sample project. */
const edits = [
  step.shell("sed -i '3s/^/\\/\\/ A note by the agent.\\n/' src/settle.ts"),
  step.shell("sed -i '20d' src/settle.ts"),
];

describe('a change made directly on disk', () => {
  it('shows lenses, keeps what is accepted and removes what is rejected', async () => {
    const { window } = await afterTurn(edits);
    const changed = await window.fileText('src/settle.ts');
    await window.openFile('src/settle.ts');
    await lens(window, 'Accept').nth(1).waitFor();
    await expect.poll(() => rulerMarks(window.page)).toEqual(['added', 'removed']);
    await window.screenshot('review editor');
    await lens(window, 'Hunk 1 of 2').click();
    await window.page.locator('.peekview-widget').first().waitFor();
    await window.screenshot('review peek');
    // The buttons exist only if the quick diff shows the agent's changes, and not those of git.
    await window.page.locator('.peekview-widget .action-label[aria-label^="Accept Hunk"]').click();
    await expect.poll(() => lens(window, 'Accept').count()).toBe(1);
    await expect.poll(() => rulerMarks(window.page)).toEqual(['removed']);
    await lens(window, 'Reject').first().click();
    await expect.poll(() => lens(window, 'Accept').count()).toBe(0);
    await expect.poll(() => rulerMarks(window.page)).toEqual([]);
    const lines = changed.split('\n');
    const restored = [...lines.slice(0, 19), '    }', ...lines.slice(19)].join('\n');
    await expect.poll(() => window.fileText('src/settle.ts')).toBe(restored);
  });
});

describe('ignored files', () => {
  it('are reviewed when they are small, and named in the chat when Accord keeps no copy', async () => {
    const { window, chat, before } = await afterTurn(
      [
        step.shell("sed -i 's/one/ONE/' .env && mkdir -p node_modules/x"),
        step.shell('echo patched > node_modules/x/index.js'),
      ],
      { '.gitignore': '.env\nnode_modules/\n', '.env': 'KEY=one\n' },
    );
    const notice = chat.getByRole('article', { name: 'Notice' });
    await notice.getByText(/^node_modules\/ changed in this turn/).waitFor();
    expect(await window.fileText('.env')).toBe('KEY=ONE\n');
    // Quick Open does not offer ignored files.
    await window.runCommand('Accord: Reject All Changes');
    await expect.poll(() => window.fileText('.env')).toBe('KEY=one\n');
    const after = await treeOf(window.folder);
    const { 'node_modules/x/index.js': patched, ...others } = after;
    expect(patched).toBeDefined();
    expect(others).toEqual(before);
  });
});

describe('all pending changes', () => {
  it('are shown in the source control view, the multi-diff editor and the status bar, and survive a reload', async () => {
    const { window, before } = await afterTurn(
      [
        ...edits,
        step.writeText('${cwd}/src/main.ts', "console.log('by protocol');\n"),
        step.writeFile('src/made.ts', 'export const made = true;\n'),
        step.deleteFile('src/summary.ts'),
        step.rename('README.md', 'READ.md'),
        step.shell("sed -i 's/two/TWO/' crlf.txt bom.txt latin1.txt open.txt"),
      ],
      {
        'crlf.txt': 'one\r\ntwo\r\n',
        'bom.txt': '\uFEFFone\ntwo\n',
        'latin1.txt': Buffer.from([0x63, 0xe9, 0x0a, 0x74, 0x77, 0x6f, 0x0a]),
        'open.txt': 'one\ntwo',
      },
    );
    await window.runCommand('Source Control: Focus on Changes View');
    await window.page
      .getByRole('treeitem', { name: /summary\.ts/ })
      .first()
      .waitFor();
    await window.openFile('src/settle.ts');
    await lens(window, 'Accept').first().waitFor();
    await window.page
      .getByRole('treeitem', { name: /^kitty/ })
      .first()
      .click();
    await window.page
      .getByRole('treeitem', { name: /Scripted|go \(/ })
      .first()
      .waitFor();
    await window.screenshot('review source control');
    await window.runCommand('Accord: Review Changes');
    await window.page.locator('.multiDiffEntry').nth(1).waitFor();
    await lens(window, 'Accept').first().waitFor();
    const title = window.page.locator('.editor-group-container.active .title');
    await title.getByRole('button', { name: /^Accept All Changes/ }).waitFor();
    await title.getByRole('button', { name: /^Reject All Changes/ }).waitFor();
    await window.screenshot('review multi diff');
    await window.page.getByRole('button', { name: /9 files, \d+ hunks/ }).waitFor();
    // The chat is not opened in the new window: pending changes are shown anyway.
    await window.hideChat();
    await window.page.reload();
    await window.page.getByRole('button', { name: /9 files, \d+ hunks/ }).waitFor();
    await window.openFile('src/settle.ts');
    await lens(window, 'Accept').nth(1).waitFor();
    await window.runCommand('Accord: Reject All Changes');
    await expect.poll(() => treeOf(window.folder)).toEqual(before);
  });
});

describe('the chat', () => {
  it('shows the hunks in the tool calls that made them, and decisions made there apply everywhere', async () => {
    const original = await readFile(inProject('test/fixtures/sample/src/settle.ts'), 'utf8');
    const diff = { type: 'diff', path: '${cwd}/src/settle.ts' };
    const { window, chat } = await afterTurn([
      step.toolCall('edit', { title: 'Edit settle.ts', kind: 'edit', status: 'in_progress' }),
      ...edits,
      step.toolUpdate('edit', {
        status: 'completed',
        content: [{ ...diff, oldText: 'settle', newText: '// A note by the agent.' }],
      }),
      step.toolCall('make', { title: 'Make', kind: 'execute', status: 'in_progress' }),
      step.writeFile('src/made.ts', 'export const made = true;\n'),
      step.toolUpdate('make', { status: 'completed' }),
    ]);
    const bar = chat.getByRole('region', { name: 'Pending changes' });
    await bar.getByText('2 files, 3 hunks').waitFor();
    const call = chat.getByRole('article', { name: 'Tool: Edit settle.ts' });
    const file = call.getByRole('region', { name: 'Changes in src/settle.ts' });
    const hunk = file.getByRole('group', { name: 'Hunk 1 of 2' });
    await hunk.getByText('A note by the agent').waitFor();
    await call.getByText('Change as described by the agent').waitFor();
    await window.openFile('src/settle.ts');
    await lens(window, 'Accept').nth(1).waitFor();
    await window.setSideBarWidth(460);
    await window.screenshot('review chat');
    expect(await accessibilityViolations(chat)).toEqual([]);
    await hunk.getByRole('button', { name: 'Reject hunk' }).click();
    await expect.poll(() => lens(window, 'Accept').count()).toBe(1);
    await expect.poll(() => window.fileText('src/settle.ts')).not.toContain('A note');
    await hunk.getByText('Rejected').waitFor();
    const rejected = chat.getByRole('article', { name: 'Rejected' });
    await rejected.getByText('You rejected 1 hunk').waitFor();
    await hunk.getByRole('button', { name: 'Undo' }).click();
    await hunk.getByRole('button', { name: 'Reject hunk' }).waitFor();
    await rejected.waitFor({ state: 'detached' });
    await expect.poll(() => window.fileText('src/settle.ts')).toContain('A note');
    await hunk.getByRole('button', { name: 'Reject hunk' }).click();
    await hunk.getByText('Rejected').waitFor();
    // A command has no diff, but it changes files as well.
    const make = chat.getByRole('article', { name: 'Tool: Make' });
    await make.getByRole('button', { name: 'Make' }).click();
    const made = make.getByRole('region', { name: 'Changes in src/made.ts' });
    await made.getByRole('button', { name: 'Accept hunk' }).waitFor();
    await bar.getByText('2 files, 2 hunks').click();
    await bar
      .getByRole('region', { name: 'Changes in src/made.ts' })
      .getByRole('button', { name: 'Accept file' })
      .click();
    await made.getByText('Accepted').waitFor();
    await bar.getByText('1 file, 1 hunk').waitFor();
    await window.screenshot('review chat decided');
    // The status bar and the keys lead to the remaining changes, and the keys decide about them.
    const shown = window.page.getByRole('tab', { name: /^settle\.ts/, selected: true });
    await window.openFile('src/money.ts');
    await window.page.getByRole('button', { name: '1 file, 1 hunk' }).click();
    await shown.waitFor();
    await lens(window, 'Accept').first().waitFor();
    await window.page.keyboard.press('ControlOrMeta+Y');
    const reviewed = bar.getByText('3 reviewed: 2 accepted, 1 rejected').first();
    await reviewed.waitFor();
    await window.screenshot('review chat completed');
    expect(await window.fileText('src/made.ts')).toContain('made');
    await bar.getByRole('button', { name: 'Undo' }).click();
    await bar.getByText('1 file, 1 hunk').waitFor();
    await window.openFile('src/money.ts');
    await window.page.keyboard.press('Alt+F5');
    await shown.waitFor();
    await lens(window, 'Accept').first().waitFor();
    await window.page.keyboard.press('ControlOrMeta+N');
    await bar.getByText('3 reviewed: 1 accepted, 2 rejected').first().waitFor();
    await expect.poll(() => window.fileText('src/settle.ts')).toBe(original);
  });

  it('shows the hunks of a command whose agent reports the call when the command has ended', async () => {
    const { chat } = await afterTurn([
      step.toolCall('edit', { title: 'Edit nothing', kind: 'edit', status: 'completed' }),
      ...step.terminal('sed', ['-i', '20d', 'src/settle.ts']),
      step.sleep(1500), // The change is found meanwhile.
      step.toolCall('sed', {
        title: 'Remove a line',
        kind: 'execute',
        status: 'completed',
        content: [{ type: 'terminal', terminalId: '${terminal.result.terminalId}' }],
      }),
    ]);
    const call = chat.getByRole('article', { name: 'Tool: Remove a line' });
    const file = call.getByRole('region', { name: 'Changes in src/settle.ts' });
    await file.getByRole('button', { name: 'Accept hunk' }).click();
    await file.getByText('Accepted').waitFor();
    const other = chat.getByRole('article', { name: 'Tool: Edit nothing' });
    expect(await other.getByRole('region').count()).toBe(0);
  });
});
