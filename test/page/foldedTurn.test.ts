import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { newestPage, pageBefore } from '../../src/core/chat/entryPage.ts';
import { SessionChanged, LoadEarlier, Reset } from '../../src/core/chat/messages.ts';
import type { Entry, TurnEndReason } from '../../src/core/session/transcript/entry.ts';
import {
  emptyTranscript,
  type TranscriptPatch,
} from '../../src/core/session/transcript/transcript.ts';
import type { ChatPage } from './chatPage.ts';
import { toolEntry } from './entries.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { distanceFromEnd, transcriptScrollTop } from './transcriptScroll.ts';

// When an ended turn is folded to one line, and what stays where it is.

const open = useChatPage();

const idle = { ...sampleState, status: { kind: 'idle' }, queue: [] } as const;
const working = { ...idle, status: { kind: 'working', sinceMs: 0 } } as const;

const viewWith = (
  entries: readonly Entry[],
  state: typeof idle | typeof working,
): ChatViewState => ({
  shell: sampleView.shell,
  session: { state, entries, earlier: 0, terminals: [] },
});

const at = (id: string, turn = 1) => ({ id: `${turn}-${id}`, turn, atMs: 45_000 });

const asked = (turn = 1): Entry => ({
  ...at('you', turn),
  kind: 'user',
  blocks: [{ type: 'text', text: `Do it ${turn}` }],
});

const worked = (count: number, turn = 1): readonly Entry[] =>
  Array.from({ length: count }, (_, index) => ({
    ...at(`tool${index}`, turn),
    kind: 'tool',
    callId: `c${index}`,
    title: `Step ${index}`,
    toolKind: 'edit',
    status: 'completed',
    content: [],
    locations: [],
    output: 'It went well.',
  }));

const answered = (turn = 1): Entry => ({
  ...at('agent', turn),
  kind: 'agent',
  blocks: [{ type: 'text', text: `Done ${turn}` }],
});

const ended = (turn = 1, reason: TurnEndReason = 'end_turn'): Entry => ({
  ...at('end', turn),
  kind: 'turnEnd',
  reason,
  startedMs: 0,
  toolCount: 12,
  fileCount: 3,
});

/** A turn that has been answered but has not ended; it is longer than the page. */
const almost = viewWith([asked(), ...worked(40), answered()], working);

/** An earlier turn, longer than the page even when folded. */
const longAgo: readonly Entry[] = Array.from({ length: 60 }, (_, index) => ({
  ...answered(-100 + index),
}));

/** Adds entries. */
function come({ host }: ChatPage, entries: readonly Entry[], state: object = idle): void {
  const patches = entries.map((entry): TranscriptPatch => ({ kind: 'added', entry }));
  void host.sendNotification(SessionChanged, {
    sessionId: 's1',
    patches,
    state: { ...idle, ...state },
  });
}

const line = (page: Page, turn = 1) =>
  page.locator(`[data-turn="${turn}"]`).getByRole('button', { name: 'Worked for 45 s · 12 tools' });
const tools = (page: Page) => page.getByRole('article', { name: /^Tool: Step/ });

async function topOf(page: Page, text: string): Promise<number> {
  return (await page.getByText(text, { exact: true }).boundingBox())?.y ?? Number.NaN;
}

/** The position of a text in each frame, until an element matches `end` and a few frames longer. */
async function framesOf(page: Page, text: string, act: () => void, end: string): Promise<number[]> {
  const seen = page.evaluate(
    ([answer, selector]) =>
      new Promise<number[]>(done => {
        const tops: number[] = [];
        const after = (left: number): void => {
          const paragraph = [...document.querySelectorAll('.agent p')].find(
            ({ textContent }) => textContent === answer,
          );
          tops.push(paragraph?.getBoundingClientRect().top ?? Number.NaN);
          if (left === 0) {
            done(tops);
          } else {
            requestAnimationFrame(() =>
              setTimeout(() => after(document.querySelector(selector) ? left - 1 : left)),
            );
          }
        };
        after(10);
      }),
    [text, end] as const,
  );
  act();
  return seen;
}

const toEnd = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Scroll to bottom' }).click();

const scrolledUp = async (page: Page): Promise<void> => {
  await page.getByRole('log', { name: 'Conversation' }).hover();
  await page.mouse.wheel(0, -300);
  await page.getByRole('button', { name: 'Scroll to bottom' }).waitFor();
  // The browser scrolls after it has dispatched the wheel event.
  await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(298);
};

describe('a finished turn', () => {
  it("folds to one line, unfolds, and keeps the user's choice when another turn begins", async () => {
    const chat = await open({ view: almost });
    const { page } = chat;
    await tools(page).nth(39).waitFor();
    expect(await line(page).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Message' }).fill('And then');
    come(chat, [ended()]);
    await line(page)
      .and(page.getByRole('button', { expanded: false }))
      .waitFor();
    expect(await line(page).textContent()).toBe('Worked for 45 s · 12 tools · 3 files changed');
    expect(await tools(page).count()).toBe(0);
    await page.getByText('Done 1').waitFor();
    await line(page).click();
    await tools(page).nth(39).waitFor();
    come(chat, [asked(2)], working);
    await page.getByText('Do it 2').waitFor();
    expect(await tools(page).count()).toBe(40);
    await line(page).click();
    await tools(page).first().waitFor({ state: 'detached' });
  });

  it('keeps a command that goes on, with Stop and its terminal, until it ends', async () => {
    const command = toolEntry({
      id: 'background',
      title: 'Start the server',
      status: 'in_progress',
      content: [{ kind: 'terminal', terminalId: 'term' }],
      canStop: true,
      inBackground: true,
    });
    const terminal = { id: 'term', command: 'npm start', output: 'Ready.', cut: false };
    const entries = [asked(), command, ...worked(3), answered(), ended()];
    const session = { state: idle, entries, earlier: 0, terminals: [terminal] };
    const chat = await open({ view: { shell: sampleView.shell, session } });
    const shown = chat.page.getByRole('article', { name: 'Tool: Start the server' });
    await line(chat.page)
      .and(chat.page.getByRole('button', { expanded: false }))
      .waitFor();
    await shown.getByText('Ready.').waitFor();
    await shown.getByRole('img', { name: 'Running' }).first().waitFor();
    await shown.getByRole('button', { name: 'Stop Start the server' }).waitFor();
    expect(await tools(chat.page).count()).toBe(0);
    const { inBackground: _, ...left } = command;
    const entry = { ...left, status: 'cancelled' as const, endedMs: 60_000 };
    void chat.host.sendNotification(SessionChanged, {
      sessionId: 's1',
      patches: [{ kind: 'replaced', entry }],
      state: idle,
    });
    await shown.waitFor({ state: 'detached' });
  });

  it.each([
    { title: 'if more than a page is left', before: longAgo },
    { title: 'if less than a page is left', before: [] },
  ])('keeps the answer at the same position in every frame, $title', async ({ before }) => {
    const entries = [...before, asked(), ...worked(40), answered()];
    const chat = await open({ view: viewWith(entries, working) });
    const { page } = chat;
    await tools(page).nth(39).waitFor();
    await expect.poll(() => topOf(page, 'Done 1')).toBeGreaterThan(600);
    const tops = await framesOf(
      page,
      'Done 1',
      () => come(chat, [ended()]),
      '.fold-line[aria-expanded="false"]',
    );
    expect(await tools(page).count()).toBe(0);
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(1);
    expect(await page.getByRole('button', { name: 'Scroll to bottom' }).count()).toBe(0);
  });

  it('has its answer in place of the work, if it arrives with the end of the turn', async () => {
    const chat = await open({ view: viewWith([asked(), answered(), ...worked(40)], working) });
    const { page } = chat;
    await tools(page).nth(39).waitFor();
    await expect.poll(() => topOf(page, 'Step 39')).toBeGreaterThan(600);
    const last: Entry = {
      ...at('last'),
      kind: 'agent',
      blocks: [{ type: 'text', text: 'All of it' }],
    };
    come(chat, [last, ended()]);
    await tools(page).first().waitFor({ state: 'detached' });
    expect(await topOf(page, 'All of it')).toBeGreaterThan(600);
  });

  it('leaves no space above once the page is full again', async () => {
    const chat = await open({ view: almost });
    const { page } = chat;
    await tools(page).nth(39).waitFor();
    come(chat, [ended()]);
    await tools(page).first().waitFor({ state: 'detached' });
    expect(await topOf(page, 'Do it 1')).toBeGreaterThan(400);
    come(chat, [asked(2), ...worked(60, 2)], working);
    await tools(page).nth(59).waitFor();
    await page.getByRole('log', { name: 'Conversation' }).hover();
    await page.mouse.wheel(0, -10_000);
    await expect.poll(() => transcriptScrollTop(page)).toBe(0);
    expect(await topOf(page, 'Do it 1')).toBeGreaterThan(0);
    expect(await topOf(page, 'Do it 1')).toBeLessThan(150);
  });

  it('stays unchanged while the user has scrolled up, until another turn begins and the user is at the end', async () => {
    const chat = await open({ view: almost });
    const { page } = chat;
    await tools(page).nth(39).waitFor();
    await scrolledUp(page);
    const before = await topOf(page, 'Step 20');
    come(chat, [ended()]);
    await page.getByText('Working').waitFor({ state: 'detached' });
    expect(await topOf(page, 'Step 20')).toBe(before);
    expect(await tools(page).count()).toBe(40);
    come(chat, [asked(2), answered(2)], working);
    await page.getByText('Done 2').waitFor();
    expect(await topOf(page, 'Step 20')).toBe(before);
    await toEnd(page);
    await line(page)
      .and(page.getByRole('button', { expanded: false }))
      .waitFor();
  });

  it('does not fold just because the user returns to the end', async () => {
    const chat = await open({ view: almost });
    const { page } = chat;
    await tools(page).nth(39).waitFor();
    await scrolledUp(page);
    come(chat, [ended()]);
    await page.getByText('Working').waitFor({ state: 'detached' });
    await toEnd(page);
    await line(page)
      .and(page.getByRole('button', { expanded: true }))
      .waitFor();
    expect(await tools(page).count()).toBe(40);
  });

  it.each([
    { title: 'without an answer', end: [ended()], without: 1 },
    { title: 'stopped', end: [ended(1, 'cancelled')], without: 0 },
    {
      title: 'with an error',
      end: [
        {
          ...at('error'),
          kind: 'notice',
          severity: 'error',
          title: 'It broke.',
          actions: [],
          times: 1,
        },
        ended(),
      ],
      without: 0,
    },
  ] as const)('that ends $title stays open, until another begins', async ({ end, without }) => {
    const entries = [asked(), ...worked(5), answered()];
    const view = viewWith(entries.slice(0, entries.length - without), working);
    const chat = await open({ view });
    const { page } = chat;
    await tools(page).nth(4).waitFor();
    come(chat, end);
    await line(page)
      .and(page.getByRole('button', { expanded: true }))
      .waitFor();
    expect(await tools(page).count()).toBe(5);
    come(chat, [asked(2)], working);
    await line(page)
      .and(page.getByRole('button', { expanded: false }))
      .waitFor();
  });

  it.each([
    {
      title: 'the focus',
      take: (page: Page) => tools(page).nth(38).getByRole('button').focus(),
      is: () => document.activeElement?.textContent.includes('Step 38'),
    },
    {
      title: 'a selection',
      take: (page: Page) =>
        tools(page)
          .nth(38)
          .evaluate(tool => getSelection()?.selectAllChildren(tool)),
      is: () => getSelection()?.toString().includes('Step 38'),
    },
    {
      title: 'something the user has expanded',
      take: async (page: Page) => {
        await tools(page).nth(38).getByRole('button').click();
        await toEnd(page);
        await page.getByRole('textbox', { name: 'Message' }).focus();
      },
      is: () => document.querySelectorAll('.tool')[38]?.textContent.includes('It went well.'),
    },
  ])('stays open while its work contains $title', async ({ take, is }) => {
    const chat = await open({ view: almost });
    const { page } = chat;
    await tools(page).nth(39).waitFor();
    await take(page);
    come(chat, [ended()]);
    await line(page)
      .and(page.getByRole('button', { expanded: true }))
      .waitFor();
    expect(await tools(page).count()).toBe(40);
    expect(await page.evaluate(is)).toBe(true);
  });

  it('folds although text of the answer is selected, and keeps the selection', async () => {
    const chat = await open({ view: almost });
    const { page } = chat;
    await tools(page).nth(39).waitFor();
    await page
      .locator('.agent')
      .first()
      .evaluate(answer => getSelection()?.selectAllChildren(answer));
    come(chat, [ended()]);
    await line(page)
      .and(page.getByRole('button', { expanded: false }))
      .waitFor();
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('Done 1');
  });
});

describe('a turn of 500 tool calls', () => {
  const all = [asked(0), answered(0), ended(0), asked(), ...worked(500), answered(), ended()];
  const transcript = { ...emptyTranscript, entries: all };
  const serveEarlier = ({ host }: ChatPage): void =>
    void host.onRequest(LoadEarlier, ({ beforeId }) => pageBefore(transcript, beforeId));
  const long: ChatViewState = {
    shell: sampleView.shell,
    session: { state: idle, ...newestPage(transcript) },
  };

  it('shows its prompt when it ends, and the turns before it where there is room', async () => {
    const chat = await open({ view: viewWith(all.slice(0, 4), working) });
    serveEarlier(chat);
    const { page } = chat;
    for (let from = 4; from < all.length - 1; from += 50) {
      come(chat, all.slice(from, Math.min(from + 50, all.length - 1)), working);
      await page.waitForTimeout(20);
    }
    await page.getByText('Step 499').waitFor();
    await page.getByText('Do it 1', { exact: true }).waitFor({ state: 'attached' });
    come(chat, [ended()]);
    await line(page)
      .last()
      .and(page.getByRole('button', { expanded: false }))
      .waitFor();
    for (const text of ['Do it 0', 'Done 0', 'Do it 1', 'Done 1']) {
      await page.getByText(text, { exact: true }).waitFor();
      expect(await page.getByText(text, { exact: true }).isVisible()).toBe(true);
    }
    expect(await page.getByRole('button', { name: /^Show .*earlier/ }).count()).toBe(0);
    expect(await tools(page).count()).toBe(0);
  });

  it('shows its prompt after a reset, and loads the rest of its work once it is expanded', async () => {
    const chat = await open({ view: long });
    serveEarlier(chat);
    const { page } = chat;
    await page.getByText('Do it 1', { exact: true }).waitFor();
    await page.getByText('Do it 0', { exact: true }).waitFor();
    await line(page).last().click();
    const button = page.getByRole('button', { name: /^Show \d+ earlier entr/ });
    await button.and(page.getByText('Show 302 earlier entries')).click();
    await page.getByText('Step 150', { exact: true }).waitFor({ state: 'attached' });
    await button.and(page.getByText('Show 102 earlier entries')).click();
    await button.waitFor({ state: 'detached' });
    expect(await tools(page).count()).toBe(500);
    expect(await page.getByText('Do it 1', { exact: true }).count()).toBe(1);
  });

  it('shows its prompt while it is running', async () => {
    const running = { ...transcript, entries: all.slice(0, -2) };
    const { page } = await open({
      view: { shell: sampleView.shell, session: { state: working, ...newestPage(running) } },
    });
    await page.getByText('Step 499').waitFor();
    await page.getByText('Do it 1', { exact: true }).waitFor({ state: 'attached' });
    await page.getByText('Show 300 earlier entries').waitFor({ state: 'attached' });
    expect(await page.getByRole('button', { name: 'Show earlier turns' }).count()).toBe(1);
  });
});

describe('a page after a reset', () => {
  const finished = viewWith([asked(), ...worked(40), answered(), ended()], idle);

  it('shows the last turn folded', async () => {
    const { page, host } = await open({ view: finished });
    await line(page)
      .and(page.getByRole('button', { expanded: false }))
      .waitFor();
    expect(await tools(page).count()).toBe(0);
    await host.sendNotification(Reset, finished);
    await host.sendNotification(Reset, { shell: sampleView.shell });
    await line(page).waitFor({ state: 'detached' });
    await host.sendNotification(Reset, finished);
    await line(page)
      .and(page.getByRole('button', { expanded: false }))
      .waitFor();
  });

  it('shows the last turn open if the user was reading its work, at the same position', async () => {
    const { page, host } = await open({ view: almost });
    await tools(page).nth(39).waitFor();
    await scrolledUp(page);
    const before = await topOf(page, 'Step 20');
    await host.sendNotification(Reset, { shell: sampleView.shell });
    await tools(page).first().waitFor({ state: 'detached' });
    await host.sendNotification(Reset, finished);
    await tools(page).nth(39).waitFor();
    await expect.poll(() => topOf(page, 'Step 20')).toBeCloseTo(before, -1);
  });

  it('shows the last turn open if a search result is in its work', async () => {
    const { session, shell } = finished;
    const { page } = await open({
      view: { shell, ...(session ? { session: { ...session, reveal: '1-tool7' } } : {}) },
    });
    await page.locator('.revealed-entry').getByText('Step 7', { exact: true }).waitFor();
    await expect.poll(() => topOf(page, 'Step 7')).toBeGreaterThan(0);
  });
});
