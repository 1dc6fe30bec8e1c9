import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { SessionChanged, ReviewChanged } from '../../src/core/chat/messages.ts';
import type { PendingReview } from '../../src/core/chat/pendingReview.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';
import type { ChatPage } from './chatPage.ts';
import { idleSampleState } from './entries.ts';
import { sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { distanceFromEnd } from './transcriptScroll.ts';

// Pending changes are below the answer, and do not push it out of view.

const open = useChatPage();

const working = { ...idleSampleState, status: { kind: 'working', sinceMs: 0 } } as const;
const at = (id: string, turn = 1) => ({ id: `${turn}-${id}`, turn, atMs: 45_000 });

const answer = (paragraphs: number): Entry => ({
  ...at('agent'),
  kind: 'agent',
  blocks: [{ type: 'text', text: `Beginning\n\n${'More of it.\n\n'.repeat(paragraphs)}The end` }],
});

const end: Entry = {
  ...at('end'),
  kind: 'turnEnd',
  reason: 'end_turn',
  startedMs: 0,
  toolCount: 0,
  fileCount: 1,
};

const earlier: readonly Entry[] = Array.from({ length: 40 }, (_, index) => ({
  ...at('agent', index - 50),
  kind: 'agent',
  blocks: [{ type: 'text', text: 'Long ago' }],
}));

const viewWith = (
  paragraphs: number,
  state: typeof idleSampleState | typeof working,
): ChatViewState => ({
  shell: sampleView.shell,
  session: { state, entries: [...earlier, answer(paragraphs)], earlier: 0, terminals: [] },
});

/** One file with more hunks than fit on a page. */
const review: PendingReview = {
  revision: 1,
  fileCount: 1,
  hunkCount: 30,
  comments: [],
  files: [
    {
      path: '/w/a.ts',
      label: 'a.ts',
      status: 'modified',
      sessionId: idleSampleState.id,
      added: 30,
      removed: 0,
      hunkCount: 30,
      hunks: Array.from({ length: 30 }, (_, index) => ({
        id: `h${index}`,
        revision: 1,
        number: index + 1,
        rows: [{ kind: 'added', text: `line ${index}` }],
        hidden: 0,
      })),
    },
  ],
};

async function changed(chat: ChatPage): Promise<void> {
  await chat.page.getByText('The end').waitFor();
  await chat.host.sendNotification(ReviewChanged, review);
  await chat.host.sendNotification(SessionChanged, {
    sessionId: idleSampleState.id,
    patches: [{ kind: 'added', entry: end }],
    state: idleSampleState,
  });
  await chat.page.getByRole('region', { name: 'Changes in a.ts' }).waitFor();
}

const topOf = (page: Page, text: string): Promise<number> =>
  page
    .getByText(text, { exact: true })
    .boundingBox()
    .then(box => box?.y ?? Number.NaN);

const inSight = async (page: Page, text: string): Promise<boolean> => {
  const box = await page.getByRole('log', { name: 'Conversation' }).boundingBox();
  const top = await topOf(page, text);
  return box !== null && top >= box.y && top < box.y + box.height;
};

describe('an answer followed by pending changes', () => {
  it('stays visible from its beginning, with as many changes as fit', async () => {
    const chat = await open({ view: viewWith(5, working) });
    await changed(chat);
    const { page } = chat;
    await expect.poll(() => topOf(page, 'Beginning')).toBeLessThan(120);
    expect(await inSight(page, 'Beginning')).toBe(true);
    expect(await inSight(page, 'Hunk 3 of 30')).toBe(true);
    expect(await page.getByRole('button', { name: 'Scroll to bottom' }).count()).toBe(0);
  });

  it('shows its end if it is longer than the page', async () => {
    const chat = await open({ view: viewWith(60, working) });
    await changed(chat);
    expect(await inSight(chat.page, 'The end')).toBe(true);
    await expect.poll(() => topOf(chat.page, 'The end')).toBeGreaterThan(400);
  });

  it('can be scrolled past to the changes, and nothing moves when one is accepted', async () => {
    const chat = await open({ view: viewWith(5, working) });
    await changed(chat);
    const { page, host } = chat;
    await page.getByRole('log', { name: 'Conversation' }).hover();
    await page.mouse.wheel(0, 300);
    await expect.poll(() => inSight(page, 'Beginning')).toBe(false);
    const before = await topOf(page, 'Hunk 4 of 30');
    const [file] = review.files;
    await host.sendNotification(ReviewChanged, {
      ...review,
      revision: 2,
      files: file ? [{ ...file, hunks: file.hunks.slice(0, 29) }] : [],
    });
    await page.getByText('Hunk 30 of 30').waitFor({ state: 'detached' });
    expect(Math.abs((await topOf(page, 'Hunk 4 of 30')) - before)).toBeLessThanOrEqual(1);
    await page.getByRole('button', { name: 'Scroll to bottom' }).click();
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
    await host.sendNotification(ReviewChanged, review);
    await page.getByText('Hunk 30 of 30').waitFor();
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
  });

  it.each([
    { title: 'by itself', wheelPx: 0 },
    { title: 'even if the user was at the changes', wheelPx: 500 },
  ])('is followed by the next turn, whose end is shown $title', async ({ wheelPx }) => {
    const chat = await open({ view: viewWith(5, working) });
    await changed(chat);
    const { page, host } = chat;
    const before = await distanceFromEnd(page);
    await page.getByRole('log', { name: 'Conversation' }).hover();
    await page.mouse.wheel(0, wheelPx);
    await expect.poll(() => distanceFromEnd(page)).toBe(before - wheelPx);
    const prompt: Entry = { ...at('you', 2), kind: 'user', blocks: [{ type: 'text', text: 'Go' }] };
    const words: Entry = {
      ...at('agent', 2),
      kind: 'agent',
      blocks: [{ type: 'text', text: `${'Much more.\n\n'.repeat(60)}Over` }],
    };
    const come = (entry: Entry): Promise<void> =>
      host.sendNotification(SessionChanged, {
        sessionId: idleSampleState.id,
        patches: [{ kind: 'added', entry }],
        state: working,
      });
    await come(prompt);
    await page.getByText('Go', { exact: true }).waitFor();
    await come(words);
    await page.getByText('Over').waitFor();
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
  });
});
