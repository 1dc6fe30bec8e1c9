import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Step } from '../fakes/scenario.ts';
import { scriptedAgent } from '../fakes/scriptedAgent.ts';
import { step, turn } from '../fakes/step.ts';
import { sharedTemporaryFolder } from '../harness/temporaryFolder.ts';
import { sendPrompt } from './sendPrompt.ts';
import { openChat } from './sharedWindow.ts';
import type { Window } from './window.ts';

const folder = await sharedTemporaryFolder();

/** Files with 50 lines, of which an agent changes a few: 20 hunks in 9 files. */
const LINES = Array.from({ length: 50 }, (_, n) => `line ${n}`);
const CHANGED_LINES = [
  [5, 25, 45],
  [10, 30],
  [3, 20],
  [7, 40],
  [9, 33],
  [1, 12, 48],
  [15, 35],
  [0, 49],
  [22, 44],
];
const before = `${LINES.join('\n')}\n`;
const after = (changed: readonly number[]): string =>
  `${LINES.map((line, n) => (changed.includes(n) ? `AGENT ${n}` : line)).join('\n')}\n`;
const nameOf = (index: number): string => `review${index}.txt`;

/** A turn that leaves 22 pending changes in 11 files: modified, created and deleted ones. */
const manyChanges = [
  ...CHANGED_LINES.map((changed, index) => step.writeFile(nameOf(index), after(changed))),
  step.writeFile('review-created.txt', 'created\n'),
  step.deleteFile('review-deleted.txt'),
];

/** What the status bar shows at each change of that turn, in the order of the review. */
const POSITIONS = [[0], [0], ...CHANGED_LINES].flatMap((changed, index, files) =>
  changed.map(
    (_, at) => `File ${index + 1} of ${files.length}, hunk ${at + 1} of ${changed.length}`,
  ),
);

async function afterTurn(
  steps: readonly Step[],
): Promise<{ readonly window: Window; readonly chat: Frame }> {
  const agent = await scriptedAgent(folder, { on: [turn(...steps, step.stop('end_turn'))] });
  const { window, chat } = await openChat(agent.launch, { viewport: { width: 1400, height: 900 } });
  for (const index of CHANGED_LINES.keys()) {
    await writeFile(path.join(window.folder, nameOf(index)), before);
  }
  await writeFile(path.join(window.folder, 'review-deleted.txt'), before);
  await sendPrompt(chat, 'go');
  await chat.getByRole('button', { name: 'Stop' }).waitFor();
  await chat.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  return { window, chat };
}

/** The item in the status bar, which says where the cursor is in the review. */
const position = (window: Window, text: RegExp | string) =>
  window.page.locator('.statusbar-item', { hasText: text }).first();

const toasts = (window: Window, text: string) =>
  window.page.locator('.notification-toast', { hasText: text });

/** Clicks where the button of the current hunk is. Playwright would scroll to it, the mouse does not. */
async function clickVisibleAccept(window: Window): Promise<void> {
  const { page } = window;
  const [name = ''] = /hunk .*/.exec((await position(window, /hunk/).textContent()) ?? '') ?? [];
  const button = page
    .locator('.monaco-diff-editor .codelens-decoration:visible')
    .filter({ hasText: new RegExp(`${name}$`, 'i') }) // VS Code shows the lenses of the last hunk for a moment.
    .locator('a', { hasText: /^Accept$/ });
  let box = await button.boundingBox();
  await expect
    .poll(async () => {
      const last = box;
      box = await button.boundingBox();
      return box !== null && last?.y === box.y && box.y > 0 && box.y < 860;
    })
    .toBe(true);
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
}

/** Whether an editor has lines with the background of removed ones. */
const hasRedLines = `(() => {
  const sample = document.createElement('div');
  sample.style.backgroundColor = 'var(--vscode-diffEditor-removedLineBackground)';
  document.querySelector('.monaco-workbench').append(sample);
  const red = getComputedStyle(sample).backgroundColor;
  sample.remove();
  const lines = [...document.querySelectorAll('.view-overlays .cdr')];
  return lines.some(line => getComputedStyle(line).backgroundColor === red);
})()`;

describe('the review mode', () => {
  it('reviews 22 hunks in 11 files with 23 keys, and a further key runs nothing else', async () => {
    const { window, chat } = await afterTurn(manyChanges);
    const bar = chat.getByRole('region', { name: 'Pending changes' });
    await position(window, '11 files, 22 hunks').waitFor();
    await window.page.keyboard.press('Alt+F5');
    await position(window, POSITIONS[0] ?? '').waitFor();
    await window.page.locator('.monaco-diff-editor').first().waitFor();
    await window.screenshot('review mode created file');
    for (const [decided, next] of POSITIONS.slice(1).entries()) {
      await window.page.keyboard.press('ControlOrMeta+Y');
      await position(window, next).waitFor();
      await bar.getByText(new RegExp(`, ${21 - decided} hunks?$`)).waitFor();
      if (decided === 0) {
        await window.screenshot('review mode deleted file');
      }
    }
    await window.screenshot('review mode modified file');
    await window.page.keyboard.press('ControlOrMeta+N');
    const summary = position(window, '22 reviewed: 21 accepted, 1 rejected. Undo');
    await summary.waitFor();
    await bar.getByText('22 reviewed: 21 accepted, 1 rejected').first().waitFor();
    await window.screenshot('review mode summary');
    const tabs = await window.page.getByRole('tab').count();
    await window.page.keyboard.press('ControlOrMeta+N');
    await window.page.keyboard.press('ControlOrMeta+Y');
    expect(await window.page.getByRole('tab').count()).toBe(tabs);
    expect(await window.page.getByRole('tab', { name: /Untitled/ }).count()).toBe(0);
    expect(await toasts(window, 'reviewed').count()).toBe(0); // The composer stays visible.
    const texts = await Promise.all(
      CHANGED_LINES.map((_, index) => readFile(path.join(window.folder, nameOf(index)), 'utf8')),
    );
    const expected = CHANGED_LINES.map((changed, index) =>
      after(index === CHANGED_LINES.length - 1 ? changed.slice(0, 1) : changed),
    );
    expect(texts).toEqual(expected);
    await summary.click();
    await position(window, POSITIONS[21] ?? '').waitFor();
    await expect.poll(() => window.fileText(nameOf(8))).toBe(after(CHANGED_LINES[8] ?? []));
  });

  it('reviews 22 hunks with one click each, and nothing has to be scrolled', async () => {
    const { window, chat } = await afterTurn(manyChanges);
    const bar = chat.getByRole('region', { name: 'Pending changes' });
    await bar.getByRole('button', { name: 'Review' }).click();
    for (const [decided, shown] of POSITIONS.entries()) {
      const left = 22 - decided;
      await position(window, shown).waitFor();
      await clickVisibleAccept(window);
      await bar
        .getByText(left > 1 ? new RegExp(`, ${left - 1} hunks?$`) : /^22 reviewed/)
        .first() // The text is also in an element for screen readers.
        .waitFor();
    }
    expect(await window.fileText('review-created.txt')).toBe('created\n');
  });

  it('says what was decided in a notification if the chat is closed', async () => {
    const { window } = await afterTurn([step.writeFile(nameOf(0), after([20, 40]))]);
    await window.hideChat();
    await window.page.keyboard.press('Alt+F5');
    await position(window, 'File 1 of 1, hunk 1 of 2').waitFor();
    await window.page.keyboard.press('ControlOrMeta+Y');
    await position(window, 'File 1 of 1, hunk 2 of 2').waitFor();
    await window.page.keyboard.press('ControlOrMeta+N');
    const summary = toasts(window, '2 reviewed: 1 accepted, 1 rejected.').first();
    await summary.getByRole('button', { name: 'Undo' }).click();
    await position(window, 'File 1 of 1, hunk 2 of 2').waitFor();
    await expect.poll(() => window.fileText(nameOf(0))).toBe(after([20, 40]));
  });

  it('runs no other command when a key is pressed again after the last change in a text editor', async () => {
    const { window } = await afterTurn([step.writeFile(nameOf(0), after([20]))]);
    await window.openFile(nameOf(0), 21);
    await position(window, 'File 1 of 1, hunk 1 of 1').waitFor();
    for (let times = 0; times < 4; times += 1) {
      await window.page.keyboard.press('ControlOrMeta+N');
    }
    await expect.poll(() => window.fileText(nameOf(0))).toBe(before);
    await window.page.keyboard.press('ControlOrMeta+N');
    expect(await window.page.getByRole('tab', { name: /Untitled/ }).count()).toBe(0);
  });

  it('runs no other command when a key is pressed outside a change in the overview', async () => {
    const { window } = await afterTurn([
      step.writeFile(nameOf(0), after([20])),
      step.writeFile(nameOf(1), after([20])),
    ]);
    await position(window, '2 files, 2 hunks').waitFor();
    await window.page.keyboard.press('ControlOrMeta+K');
    await window.page.keyboard.press('g');
    await window.page.locator('.multiDiffEntry').nth(1).waitFor();
    await window.page.keyboard.press('ControlOrMeta+Home'); // The cursor may be in a change.
    await window.page.keyboard.press('ControlOrMeta+N');
    await position(window, /File . of ., hunk 1 of 1/).waitFor();
    expect(await window.page.getByRole('tab', { name: /Untitled/ }).count()).toBe(0);
  });

  it('decides on a file that changed as a whole only on the first line of a text editor', async () => {
    const { window } = await afterTurn([step.shell(`chmod +x ${nameOf(0)}`)]);
    await position(window, '1 file, 1 hunk').waitFor();
    await window.openFile(nameOf(0), 4);
    await window.page.keyboard.type('X');
    await window.page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => window.editorText()).not.toContain('Xline 3');
    await window.page.keyboard.press('ControlOrMeta+Y'); // Redo.
    await expect.poll(() => window.editorText()).toContain('Xline 3');
    await position(window, 'File 1 of 1').waitFor();
  });

  it('says what was decided, with Undo, in the session in which the user decides', async () => {
    const { window, chat } = await afterTurn([step.writeFile(nameOf(0), after([20, 40]))]);
    const bar = chat.getByRole('region', { name: 'Pending changes' });
    await bar.getByRole('button', { name: 'Reject all' }).waitFor();
    await window.runCommand('Accord: New Session');
    await bar.getByText(/^in \u201c/).waitFor();
    await bar.getByRole('button', { name: 'Reject all' }).click();
    await bar.getByText('2 reviewed: 2 rejected').first().waitFor();
    await expect.poll(() => window.fileText(nameOf(0))).toBe(before);
    await bar.getByRole('button', { name: 'Undo' }).click();
    await bar.getByText('1 file, 2 hunks').waitFor();
    await expect.poll(() => window.fileText(nameOf(0))).toBe(after([20, 40]));
  });

  it('shows a deleted file that is still open in red', async () => {
    const agent = await scriptedAgent(folder, {
      on: [turn(step.deleteFile('README.md'), step.stop('end_turn'))],
    });
    const { window, chat } = await openChat(agent.launch);
    await window.openFile('README.md', 1);
    await sendPrompt(chat, 'go');
    await position(window, 'File 1 of 1, hunk 1 of 1').waitFor();
    await expect.poll(() => window.page.evaluate(hasRedLines)).toBe(true);
    await window.screenshot('deleted file in a text editor');
  });
});
