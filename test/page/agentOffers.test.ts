import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { ManageAccount } from '../../src/core/chat/messages.ts';
import type { SessionState } from '../../src/core/session/state/sessionState.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';
import { accessibilityViolations } from './accessibilityViolations.ts';
import { agentEntry, idleSampleState } from './entries.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

// What agents offer beyond the stable protocol: suggested prompts, the account, and content that is not for the user.

const open = useChatPage();

const viewWith = (state: SessionState, entries: readonly Entry[]): ChatViewState => ({
  shell: sampleView.shell,
  session: { state, entries, earlier: 0, terminals: [] },
});

const LONG = 'Add a test for the discount of the second item, and one for an empty cart';
const suggestions = ['Run the tests', LONG];

describe('suggested prompts', () => {
  it.each([240, 500])('are put into the composer by a click, at %i pixels', async width => {
    const view = viewWith({ ...idleSampleState, suggestions }, [agentEntry(1, 'Done.')]);
    const { page } = await open({ view, width });
    const list = page.getByRole('list', { name: 'Suggestions' });
    await list.getByRole('button', { name: LONG }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    await list.getByRole('button', { name: 'Run the tests' }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Message' }).innerText())
      .toContain('Run the tests');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('are not shown while the agent works', async () => {
    const view = viewWith({ ...sampleState, queue: [], suggestions }, [agentEntry(1, 'Hm.')]);
    const { page } = await open({ view });
    await page.getByText('Hm.').waitFor();
    expect(await page.getByRole('list', { name: 'Suggestions' }).count()).toBe(0);
  });
});

it('the agent menu says who is signed in', async () => {
  const view = viewWith({ ...idleSampleState, account: 'Claude Max · a@b.example' }, []);
  const { page } = await open({ view });
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await expect
    .poll(() => page.getByRole('listbox').innerText())
    .toContain('Signed in: Claude Max · a@b.example');
});

it('the agent menu opens the menu for the account and the provider', async () => {
  const { page, host } = await open({ view: viewWith(idleSampleState, []) });
  const opened: unknown[] = [];
  host.onNotification(ManageAccount, params => void opened.push(params));
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: 'Account and provider...' }).click();
  await expect.poll(() => opened).toEqual([{ sessionId: idleSampleState.id }]);
});

it('content that is not for the user, or optional, is collapsed', async () => {
  const entry: Entry = {
    id: 'e1',
    turn: 1,
    atMs: 0,
    kind: 'agent',
    blocks: [
      { type: 'text', text: 'An answer.' },
      { type: 'text', text: 'A reminder.', annotations: { audience: ['assistant'] } },
      { type: 'text', text: 'A footnote.', annotations: { priority: 0 } },
    ],
  };
  const { page } = await open({ view: viewWith(idleSampleState, [entry]) });
  await page.getByText('An answer.').waitFor();
  expect(await page.getByText('A reminder.').count()).toBe(0);
  await page.getByRole('button', { name: 'For the agent only' }).click();
  await page.getByText('A reminder.').waitFor();
  expect(await page.getByText('A footnote.').count()).toBe(0);
  await page.getByRole('button', { name: 'Optional details' }).click();
  await page.getByText('A footnote.').waitFor();
  expect(await page.getByText('A reminder.').count()).toBe(1);
});
