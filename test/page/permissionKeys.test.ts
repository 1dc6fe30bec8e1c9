import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { AnswerPermission, SessionChanged } from '../../src/core/chat/messages.ts';
import type { PermissionEntry } from '../../src/core/session/transcript/entry.ts';
import { permissionEntry } from './entries.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

// Permission requests answered with keys.

const open = useChatPage();

const viewWith = (entries: readonly PermissionEntry[]): ChatViewState => ({
  shell: sampleView.shell,
  session: { state: { ...sampleState, queue: [] }, entries, earlier: 0, terminals: [] },
});

const both = viewWith([permissionEntry('make', 'p1'), permissionEntry('make', 'p2')]);

declare global {
  interface Window {
    /** The keys that reached VS Code's own listener. */
    heardKeys?: string[];
  }
}

describe('a permission request', () => {
  it('is answered by number keys, but not while the user is typing', async () => {
    const { page, host } = await open({ view: viewWith([permissionEntry('make', 'p1')]) });
    const answers: unknown[] = [];
    host.onNotification(AnswerPermission, answer => void answers.push(answer.optionId));
    await page.getByRole('button', { name: 'Allow once' }).click({ trial: true });
    await page.getByRole('textbox', { name: 'Message' }).press('1');
    expect(answers).toEqual([]);
    await page.getByRole('log', { name: 'Conversation' }).press('2');
    await expect.poll(() => answers).toEqual(['no']);
  });

  it('is answered by Alt and a number while typing, and neither the message nor VS Code gets the key', async () => {
    const { page, host } = await open({ view: both });
    const answers: unknown[] = [];
    host.onNotification(AnswerPermission, ({ entryId, optionId }) => {
      answers.push(`${entryId} ${optionId}`);
    });
    // As VS Code listens for its own keys.
    await page.evaluate(() => {
      window.heardKeys = [];
      window.addEventListener('keydown', ({ code }) => window.heardKeys?.push(code));
    });
    const field = page.getByRole('textbox', { name: 'Message' });
    const allow = page.getByRole('button', { name: 'Allow once' }).first();
    expect(await allow.getAttribute('title')).toBe('Allow once (1, or Alt+1 while typing)');
    await allow.click({ trial: true });
    await field.press('2');
    await field.press('Alt+2');
    await expect.poll(() => answers).toEqual(['p1 no']);
    const entry = {
      ...permissionEntry('make', 'p1'),
      answer: { kind: 'chosen', optionId: 'no' },
    } as const;
    await page.keyboard.down('Alt');
    await page.keyboard.down('Digit2');
    void host.sendNotification(SessionChanged, {
      sessionId: 's1',
      patches: [{ kind: 'replaced', entry }],
    });
    await page.getByText('Rejected').first().waitFor();
    await allow.click({ trial: true });
    await page.keyboard.down('Digit2'); // The key repeats.
    await page.keyboard.up('Digit2');
    await page.keyboard.up('Alt');
    expect(await field.textContent()).toBe('2');
    expect(await page.evaluate(() => window.heardKeys)).toEqual(['Digit2']);
    expect(answers).toEqual(['p1 no', 'p1 no']);
  });

  it('is the only one answered by a key, whichever request has the focus', async () => {
    const { page, host } = await open({ view: both });
    const answers: unknown[] = [];
    host.onNotification(AnswerPermission, answer => void answers.push(answer.entryId));
    const cards = page.getByRole('group', { name: /^Permission/ });
    // The first one was rendered last.
    await cards.first().getByRole('button', { name: 'Reject with reason' }).click();
    await page.keyboard.press('Escape');
    await cards.nth(1).focus();
    await page.keyboard.press('2');
    await expect.poll(() => answers).toEqual(['p2']);
  });
});
