import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { SessionChanged, LoadEarlier, Reset, Send } from '../../src/core/chat/messages.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';
import { permissionEntry, idleSampleState, agentEntry } from './entries.ts';
import { rareView, sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { distanceFromEnd, transcriptScrollTop } from './transcriptScroll.ts';

// The view follows the end while the user is there, and does not move while the user is reading.

const open = useChatPage();

const viewWith = (
  entries: readonly Entry[],
  earlier = 0,
  state: typeof idleSampleState | typeof sampleState = idleSampleState,
): ChatViewState => ({
  shell: sampleView.shell,
  session: { state, entries, earlier, terminals: [] },
});

const thought = (id: string, text: string, turn: number): Entry => ({
  id,
  turn,
  atMs: 0,
  untilMs: 5_000,
  kind: 'thought',
  blocks: [{ type: 'text', text }],
});

describe('reading', () => {
  const long = Array.from({ length: 60 }, (_, index) =>
    agentEntry(index + 1, `Message ${index + 1}\n\ntext`),
  );

  it('follows the end while old entries are removed and new ones are added', async () => {
    const { page } = await open({ view: viewWith(long) });
    await page.locator('.transcript-content').evaluate(content => {
      const old = document.createElement('div');
      old.className = 'old';
      old.style.height = '500px';
      content.prepend(old);
    });
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
    // New content arrives after the view has scrolled to the end, and before the page has reported it.
    await page.locator('.transcript-content').evaluate(
      content =>
        new Promise(done => {
          requestAnimationFrame(() => {
            content.querySelector('.old')?.remove();
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => {
              const fresh = document.createElement('div');
              fresh.style.height = '1000px';
              content.append(fresh);
              requestAnimationFrame(() => requestAnimationFrame(done));
            });
            port1.start();
            port2.postMessage('');
          });
        }),
    );
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
    expect(await page.getByRole('button', { name: 'Scroll to bottom' }).count()).toBe(0);
  });

  it('follows the end of a flood of identical entries', async () => {
    const { page } = await open({ view: viewWith(long) });
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
    const entry = agentEntry(0, 'a paragraph\n\n'.repeat(40));
    // As many entries are removed in a frame as added, so the size does not change.
    await page.evaluate(
      ({ repeated, method }) =>
        new Promise(done => {
          let index = 100;
          const flood = (): void => {
            const patches = Array.from({ length: 400 }, () => {
              index += 1;
              return { kind: 'added', entry: { ...repeated, id: `e${index}`, turn: index } };
            });
            window.postMessage(
              { jsonrpc: '2.0', method, params: { sessionId: 's1', patches } },
              '*',
            );
            requestAnimationFrame(index < 4_000 ? flood : done);
          };
          flood();
        }),
      { repeated: entry, method: SessionChanged.method },
    );
    await page.locator('[data-turn="4100"]').waitFor();
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
    expect(await page.getByRole('button', { name: 'Scroll to bottom' }).count()).toBe(0);
  });

  it('follows the end only while the user is there', async () => {
    const { page, host } = await open({ view: viewWith(long) });
    const conversation = page.getByRole('log', { name: 'Conversation' });
    const fromEnd = (): Promise<number> => distanceFromEnd(page);
    const fromTop = (): Promise<number> => transcriptScrollTop(page);
    const grow = (text: string): void =>
      void host.sendNotification(SessionChanged, {
        sessionId: 's1',
        patches: [{ kind: 'grew', id: 'e60', text, atMs: 0 }],
      });
    await expect.poll(fromEnd).toBeLessThan(2);
    grow('\n\nmore'.repeat(20));
    await page.getByText('more').nth(19).waitFor();
    await expect.poll(fromEnd).toBeLessThan(2);
    await conversation.hover();
    await page.mouse.wheel(0, -400);
    await page.getByRole('button', { name: 'Scroll to bottom' }).waitFor();
    // The browser scrolls after it has dispatched the wheel event.
    await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(398);
    const top = await fromTop();
    grow('\n\nlast'.repeat(20));
    await page.getByText('last').nth(19).waitFor();
    expect(await fromTop()).toBe(top);
    await page.getByRole('button', { name: 'Scroll to bottom' }).click();
    await expect.poll(fromEnd).toBeLessThan(2);
  });

  it('keeps the position while earlier entries are added above', async () => {
    const { page, host } = await open({ view: viewWith(long, 10) });
    host.onRequest(LoadEarlier, ({ beforeId }) => ({
      entries: beforeId === 'e1' ? [agentEntry(0, 'Much earlier\n\n'.repeat(30))] : [],
      terminals: [],
      earlier: 0,
    }));
    const first = page.getByText('Message 1', { exact: true });
    await page.getByRole('button', { name: 'Show earlier turns' }).click();
    await page.getByText('Much earlier').first().waitFor();
    expect(await first.isVisible()).toBe(true);
    await expect.poll(async () => (await first.boundingBox())?.y ?? -1).toBeGreaterThan(0);
  });

  it('restores the position when the page is shown again, however far back it is', async () => {
    const all = Array.from({ length: 700 }, (_, index) =>
      agentEntry(index + 1, `Message ${index + 1}\n\ntext`),
    );
    const { page, host } = await open({ view: viewWith(all.slice(500), 500) });
    host.onRequest(LoadEarlier, ({ beforeId }) => {
      const end = all.findIndex(({ id }) => id === beforeId);
      const from = Math.max(0, end - 200);
      return { entries: all.slice(from, end), terminals: [], earlier: from };
    });
    const button = page.getByRole('button', { name: 'Show earlier turns' });
    await button.click();
    await page.getByText('Message 301', { exact: true }).waitFor({ state: 'attached' });
    await button.click();
    const sought = page.getByText('Message 150', { exact: true });
    await sought.scrollIntoViewIfNeeded();
    await page.getByRole('log', { name: 'Conversation' }).hover();
    await page.mouse.wheel(0, 100);
    const top = async (): Promise<number> => (await sought.boundingBox())?.y ?? Number.NaN;
    await page.waitForTimeout(300); // Until scrolling has ended.
    const before = await top();
    await page.reload();
    await expect.poll(top).toBeCloseTo(before, -1);
  });

  it('restores the entry within a long turn of which the page had another part', async () => {
    const all = Array.from({ length: 300 }, (_, index) => ({
      ...agentEntry(index + 1, `Message ${index + 1}\n\ntext`),
      turn: 1,
    }));
    const { page, host } = await open({ view: viewWith(all.slice(0, 200)) });
    const sought = page.getByText('Message 150', { exact: true });
    await sought.scrollIntoViewIfNeeded();
    await page.getByRole('log', { name: 'Conversation' }).hover();
    await page.mouse.wheel(0, -50);
    const top = async (): Promise<number> => (await sought.boundingBox())?.y ?? Number.NaN;
    await page.waitForTimeout(300); // Until scrolling has ended.
    const before = await top();
    await host.sendNotification(Reset, { shell: sampleView.shell });
    await sought.waitFor({ state: 'detached' });
    await host.sendNotification(Reset, viewWith(all.slice(100), 100));
    await expect.poll(top).toBeCloseTo(before, -1);
  });

  it('finds every kind of entry by its id', async () => {
    const { page } = await open({ view: rareView });
    await page.locator('.turn').first().waitFor();
    const unknown = await page
      .locator('.turn > :not(.fold-line, [data-entry])')
      .evaluateAll(parts => parts.map(({ className }) => String(className)));
    expect(unknown).toEqual([]);
  });

  it('follows the end after loading earlier entries that are not visible', async () => {
    const end: Entry = {
      id: 'end',
      turn: 1,
      atMs: 0,
      kind: 'turnEnd',
      reason: 'end_turn',
      startedMs: 0,
      toolCount: 1,
      fileCount: 0,
    };
    const last = agentEntry(2, 'Then');
    const { page, host } = await open({
      view: viewWith([thought('t2', 'Hm.', 1), agentEntry(1, 'Done'), end, last], 1, sampleState),
    });
    host.onRequest(LoadEarlier, () => ({
      entries: [thought('t1', 'Hm.', 1)],
      terminals: [],
      earlier: 0,
    }));
    const button = page.getByRole('button', { name: 'Show earlier turns' });
    await button.click();
    await button.waitFor({ state: 'detached' });
    await host.sendNotification(SessionChanged, {
      sessionId: 's1',
      patches: [{ kind: 'grew', id: last.id, text: '\n\nmore'.repeat(80), atMs: 0 }],
    });
    await page.getByText('more', { exact: true }).nth(79).waitFor();
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
  });

  it('ends when the user sends a message, unless it is queued', async () => {
    const { page, host } = await open({ view: viewWith(long, 0, sampleState) });
    host.onRequest(Send, () => ({ isAccepted: true }));
    const field = page.getByRole('textbox', { name: 'Message' });
    await page.getByRole('log', { name: 'Conversation' }).hover();
    await page.mouse.wheel(0, -400);
    await page.getByRole('button', { name: 'Scroll to bottom' }).waitFor();
    // The browser scrolls after it has dispatched the wheel event.
    await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(398);
    await field.fill('Later');
    await field.press('Enter');
    await field.locator('.cm-placeholder').waitFor();
    expect(await distanceFromEnd(page)).toBeGreaterThan(300);
    void host.sendNotification(SessionChanged, {
      sessionId: 's1',
      patches: [],
      state: idleSampleState,
    });
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    await field.fill('Now');
    await field.press('Enter');
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
  });

  it('ends at a request that the user opens after the position was restored', async () => {
    const waits = { ...permissionEntry('make'), turn: 61 };
    const { page, host } = await open({ view: viewWith([...long, waits], 0, sampleState) });
    await page.getByRole('log', { name: 'Conversation' }).hover();
    await page.mouse.wheel(0, -2_000);
    await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(1_900);
    await page.reload();
    await expect.poll(() => distanceFromEnd(page)).toBeGreaterThan(1_500);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(200);
    void host.sendNotification(SessionChanged, {
      sessionId: 's1',
      patches: [{ kind: 'grew', id: 'e60', text: '\n\nmore', atMs: 0 }],
    });
    await page.getByText('more', { exact: true }).waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))));
    expect(await distanceFromEnd(page)).toBeLessThan(300);
  });

  it('begins at the top of the welcome page', async () => {
    const { page } = await open({ view: viewWith([]), width: 200, height: 500 });
    const title = page.getByRole('heading', { name: 'Work with an agent' });
    await title.waitFor();
    expect(await distanceFromEnd(page)).toBeGreaterThan(50);
    await page.getByText('Keyboard shortcuts', { exact: true }).click();
    await page.getByText('Recall an earlier message').waitFor();
    expect((await title.boundingBox())?.y).toBeGreaterThan(30);
  });

  it('keeps an expanded element under the pointer', async () => {
    const pondered = thought('t', 'A long one.\n\n'.repeat(60), 99);
    const { page } = await open({ view: viewWith([...long, pondered, agentEntry(99, 'The end')]) });
    const head = page.getByRole('button', { name: /^Thought/ });
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(2);
    const before = await head.boundingBox();
    await head.click();
    await page.getByText('A long one.').last().waitFor();
    await page.getByRole('button', { name: 'Scroll to bottom' }).waitFor();
    expect(await head.boundingBox()).toEqual(before);
  });
});
