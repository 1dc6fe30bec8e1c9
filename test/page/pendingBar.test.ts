import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { DecideReview, OpenHunk, OpenReview, UndoReview } from '../../src/core/chat/messages.ts';
import type { Entry, RejectedHunk } from '../../src/core/session/transcript/entry.ts';
import type { ChatPage, PageOptions } from './chatPage.ts';
import { agentEntry, idleSampleState, toolEntry } from './entries.ts';
import {
  changedFile,
  changedHunk,
  FakeReview,
  noReview,
  pendingFile,
  pendingReview,
} from './reviewSamples.ts';
import { sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { accessibilityViolations } from './accessibilityViolations.ts';

// Pending files are in the bar above the composer: one line, which expands upwards to a list.

const open = useChatPage();

const viewWith = (entries: readonly Entry[]): ChatViewState => ({
  shell: {
    ...sampleView.shell,
    sessions: [
      ...sampleView.shell.sessions,
      { id: 'other', title: 'Rounding', agentName: 'Demo', canFork: false, state: 'idle' },
    ],
  },
  session: { state: idleSampleState, entries, earlier: 0, terminals: [] },
});

const three = ['src/a.ts', 'src/b.ts', 'c.ts'].map(label => pendingFile(label));

async function openBar(options: Partial<PageOptions> = {}) {
  const chat = await open({ view: viewWith([agentEntry(1, 'Done.')]), ...options });
  const review = new FakeReview(chat);
  const bar = chat.page.getByRole('region', { name: 'Pending changes' });
  const button = (name: string | RegExp) => bar.getByRole('button', { name, exact: true });
  const row = (path: string) => bar.getByRole('region', { name: `Changes in ${path}` });
  const expand = async (): Promise<void> => {
    await button(/files?, \d+ hunks?/).click();
    await bar.getByRole('list', { name: 'Files with pending changes' }).first().waitFor();
  };
  return { ...chat, chat, review, bar, button, row, expand };
}

/** Records what the page sends. */
function sent(chat: ChatPage): unknown[] {
  const all: unknown[] = [];
  for (const type of [DecideReview, UndoReview, OpenHunk, OpenReview]) {
    chat.host.onNotification(type.method, (one: unknown) => void all.push(one));
  }
  return all;
}

const heightOf = (element: Locator): Promise<number> =>
  element.evaluate(one => one.getBoundingClientRect().height);

const focused = ({ page }: ChatPage): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: active } = document;
    const region = active?.closest('section')?.ariaLabel ?? '';
    return `${region}: ${active?.ariaLabel ?? active?.textContent ?? ''}`;
  });

describe('the bar above the composer', () => {
  it('is one line, from which everything can be decided', async () => {
    const { chat, review, button } = await openBar();
    await review.show({ review: pendingReview(three) });
    const all = sent(chat);
    const titles = ['Accept all', 'Review', 'Reject all'].map(async name =>
      button(name).getAttribute('title'),
    );
    expect(await Promise.all(titles)).toEqual([
      'Accept all (Ctrl+K Ctrl+Y)',
      'Review (Alt+F5)',
      'Reject all (Ctrl+K Ctrl+N)',
    ]);
    await button('Accept all').click();
    await button('Review').click();
    await button('Reject all').click();
    await expect
      .poll(() => all)
      .toEqual([{ verdict: 'accept', seen: 1 }, {}, { verdict: 'reject', seen: 1 }]);
    expect(await chat.page.getByText('3 files, 6 hunks').count()).toBe(1);
  });

  it.each([240, 300, 480, 800])('has one line and separate buttons at %i pixels', async width => {
    const { review, bar, button } = await openBar({ width });
    await review.show({
      review: pendingReview(three, { reviewed: { accepted: 1, rejected: 0 }, canUndo: true }),
    });
    await button('Reject all').waitFor();
    expect(await heightOf(bar)).toBeLessThan(36);
    expect(
      await bar
        .locator('.pending-counts')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBe(0);
    const [accept, reject] = [
      await button('Accept all').boundingBox(),
      await button('Reject all').boundingBox(),
    ];
    expect((reject?.x ?? 0) - (accept?.x ?? 0) - (accept?.width ?? 0)).toBeGreaterThan(20);
  });

  it.each([
    { width: 240, fileCount: 12, hunkCount: 22, shown: '12 files, 22 hunks' },
    { width: 240, fileCount: 120, hunkCount: 2210, shown: '120 files' },
    { width: 300, fileCount: 120, hunkCount: 2210, shown: '120 files, 2210 hunks' },
  ])('shows "$shown" at $width pixels, and cuts no word', async ({ width, shown, ...counted }) => {
    const { review, bar } = await openBar({ width });
    await review.show({ review: pendingReview(three, counted) });
    const counts = bar.locator('.pending-counts');
    await counts.waitFor();
    const visible = await counts.evaluate(box => {
      const { right, bottom } = box.getBoundingClientRect();
      const isShown = (one: Element): boolean => one.getBoundingClientRect().top < bottom;
      const parts = [...box.querySelectorAll('span')].filter(isShown);
      return {
        text: parts.map(({ textContent }) => textContent).join(''),
        isCut: parts.some(one => one.getBoundingClientRect().right > right + 1),
      };
    });
    expect(visible).toEqual({ text: shown, isCut: false });
  });

  it('says what happened to a file without changed lines, and has nothing to expand there', async () => {
    const { review, row, expand } = await openBar();
    const lines = { added: 0, removed: 0 };
    const files = [
      pendingFile('logo.png', { ...lines, status: 'binary' }),
      pendingFile('run.sh', { ...lines, isModeChange: true }),
    ];
    await review.show({ review: pendingReview(files) });
    await expand();
    await row('logo.png').getByText('binary').waitFor();
    await row('run.sh').getByText('permissions').waitFor();
    expect(await row('run.sh').getByRole('button', { name: 'Hunks in run.sh' }).count()).toBe(0);
  });

  it('says what else happened to a file, beside its name where there is room', async () => {
    const { review, row, expand } = await openBar({ width: 600 });
    const detail = 'Renamed from src/old.ts';
    await review.show({
      review: pendingReview([
        pendingFile('src/new.ts', { added: 0, removed: 0, status: 'renamed', detail }),
      ]),
    });
    await expand();
    await row('src/new.ts').getByText(`src \u00b7 ${detail}`).waitFor();
    const name = row('src/new.ts').getByRole('button', { name: /^new\.ts/ });
    expect(await name.getAttribute('title')).toContain(detail);
  });

  it('leaves the end of the conversation to the newest message', async () => {
    const { page, review, bar } = await openBar();
    await review.show({ review: pendingReview(three) });
    await bar.waitFor();
    const last = page.locator('.transcript-content > *').last();
    expect(await last.textContent()).toBe('Done.');
  });

  it('names the session that the changes are of, unless it is on the page', async () => {
    const { review, bar } = await openBar();
    const theirs = three.map(file => ({ ...file, sessionId: 'other' }));
    await review.show({ review: pendingReview(theirs) });
    await bar.getByText('in “Rounding”').waitFor();
    await review.show({ review: pendingReview([...three, ...theirs.slice(0, 1)]) });
    await bar.getByText('1 in other sessions').waitFor();
    await review.show({ review: pendingReview(three) });
    await expect.poll(() => bar.locator('.pending-session-label').count()).toBe(0);
  });
});

describe('the list of pending files', () => {
  it('expands upwards, and is sent only then', async () => {
    const { chat, review, row, expand, button } = await openBar();
    await review.show({ review: pendingReview(three) });
    const bottom = (): Promise<number> =>
      button('Review').evaluate(one => one.getBoundingClientRect().bottom);
    const before = await bottom();
    await expand();
    await expect.poll(() => review.view?.isListed).toBe(true);
    await row('src/b.ts').waitFor();
    expect(await bottom()).toBe(before);
    const all = sent(chat);
    await row('src/b.ts').getByRole('button', { name: 'Accept file' }).click();
    await row('src/b.ts').getByRole('button', { name: 'Reject file' }).click();
    await row('src/b.ts').getByRole('button', { name: 'Open diff' }).click();
    await row('src/b.ts').getByRole('button', { name: 'b.ts src' }).click();
    const path = '/w/src/b.ts';
    await expect
      .poll(() => all)
      .toEqual([
        { verdict: 'accept', path, seen: 1 },
        { verdict: 'reject', path, seen: 1 },
        { path },
        { path },
      ]);
  });

  it('shows the hunks of a file on request', async () => {
    const { review, row, expand } = await openBar();
    const files = [changedFile('c.ts', [changedHunk('1'), changedHunk('2')])];
    await review.show({ review: pendingReview(three), files });
    await expand();
    expect(review.view?.paths).toEqual([]);
    await row('c.ts').getByRole('button', { name: 'Hunks in c.ts' }).click();
    const hunk = row('c.ts').getByRole('group', { name: 'Hunk 2 of 2' });
    await hunk.getByRole('button', { name: 'Reject hunk' }).waitFor();
    expect(review.view?.paths).toEqual(['/w/c.ts']);
  });

  it('is expanded when changes are proposed that are in no file yet', async () => {
    const { review, bar } = await openBar();
    const proposed = pendingFile('p.ts', { isProposed: true });
    const files = [changedFile('p.ts', [changedHunk('1')], { proposed: 'write' })];
    await review.show({ review: pendingReview([proposed], { hasProposals: true }), files });
    const row = bar.getByRole('region', { name: 'Proposed changes in p.ts' });
    await row.getByRole('button', { name: 'Accept hunk' }).waitFor();
    await row.getByText('Review every hunk to continue.').waitFor();
    expect(review.view?.isListed).toBe(true);
  });

  it('groups files by session', async () => {
    const { review, bar, expand } = await openBar();
    const theirs = pendingFile('z.ts', { sessionId: 'other' });
    await review.show({ review: pendingReview([...three, theirs]) });
    await expand();
    await bar.getByRole('region').nth(3).waitFor();
    expect(await bar.locator('.pending-session').allTextContents()).toEqual([
      sampleView.shell.sessions[0]?.title,
      'Rounding',
    ]);
  });

  it('lists 1,000 files in less than a second, and renders only what changes', async () => {
    const { page, review, bar } = await openBar();
    const files = Array.from({ length: 1_000 }, (_, at) => pendingFile(`folder/${at}.ts`));
    await review.show({ review: pendingReview(files) });
    await bar.waitFor();
    // The time is taken in the page, where looking for roles among so many elements does not count.
    const listedMs = await page.evaluate(async () => {
      const startMs = performance.now();
      document.querySelector<HTMLElement>('.pending-toggle')?.click();
      while (!document.querySelector('.pending-row')) {
        await new Promise(drawn => requestAnimationFrame(drawn));
      }
      document.querySelector('.pending-list')?.getBoundingClientRect();
      return performance.now() - startMs;
    });
    expect(listedMs).toBeLessThan(1_000);
    await bar.getByText('900 more files').waitFor();
    const rows = bar.locator('.pending-row');
    while ((await rows.count()) < 1_000) {
      await bar.locator('.pending-list').evaluate(list => (list.scrollTop = list.scrollHeight));
    }
    const passedMs: number[] = [];
    for (const left of [999, 998, 997]) {
      const rendered = page.evaluate(measureUpdate, `${left} `);
      await review.show({ review: pendingReview(files.slice(-left), { revision: 1_001 - left }) });
      const { tookMs, count } = await rendered;
      expect(count).toBeLessThan(5);
      passedMs.push(tookMs);
    }
    expect(Math.min(...passedMs)).toBeLessThan(100); // The machine may be busy for a moment.
  });
});

/** Runs in the page: the time until the counts show an update, and the changes that it makes to the list. */
async function measureUpdate(counts: string): Promise<{ tookMs: number; count: number }> {
  const changes: MutationRecord[] = [];
  const list = document.querySelector('.pending-list') ?? document.body;
  const kinds = { childList: true, subtree: true, attributes: true, characterData: true };
  const observer = new MutationObserver(all => changes.push(...all));
  observer.observe(list, kinds);
  const summary = document.querySelector('.pending-counts');
  const startMs = await new Promise<number>(received =>
    window.addEventListener('message', () => received(performance.now()), { once: true }),
  );
  const isShown = (): boolean => summary?.textContent.startsWith(counts) === true;
  while (!isShown()) {
    await new Promise(drawn => requestAnimationFrame(drawn));
  }
  observer.disconnect();
  return { tookMs: performance.now() - startMs, count: changes.length };
}

describe('the keyboard', () => {
  it('reaches the list with one Tab, and all of it with the arrow keys', async () => {
    const { chat, page, review, expand, button } = await openBar();
    await review.show({ review: pendingReview(three) });
    await expand();
    await button(/files/).focus();
    await page.keyboard.press('Shift+Tab');
    expect(await focused(chat)).toBe('Changes in src/a.ts: Hunks in src/a.ts');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await focused(chat)).toBe('Changes in src/b.ts: Accept file');
    await page.keyboard.press('End');
    expect(await focused(chat)).toBe('Changes in c.ts: Accept file');
    await page.keyboard.press('Tab');
    expect(await focused(chat)).toContain('Pending changes: ');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(chat)).toBe('Changes in c.ts: Accept file');
  });

  it('stays at its place when a file is decided, and goes to Undo after the last one', async () => {
    const { chat, review, row, expand, button } = await openBar();
    await review.show({ review: pendingReview(three) });
    await expand();
    await row('src/b.ts').getByRole('button', { name: 'Accept file' }).focus();
    await review.show({ review: pendingReview(three.filter(({ label }) => label !== 'src/b.ts')) });
    await expect.poll(() => focused(chat)).toBe('Changes in c.ts: Accept file');
    await review.show({ review: pendingReview(three.slice(0, 1)) });
    await expect.poll(() => focused(chat)).toBe('Changes in src/a.ts: Accept file');
    await review.show({
      review: { ...noReview, reviewed: { accepted: 3, rejected: 0 }, canUndo: true },
    });
    await button('Undo').waitFor();
    await expect.poll(() => focused(chat)).toBe('Pending changes: Undo');
  });
});

const hunk = (id: string, back: boolean): RejectedHunk => ({
  id,
  line: 1,
  above: [],
  below: [],
  base: ['old\n'],
  wrote: ['new\n'],
  turnId: '1',
  back,
});

const rejected = (...hunks: readonly RejectedHunk[]): Entry => ({
  id: 'r',
  turn: 1,
  atMs: 1,
  kind: 'rejected',
  left: 0,
  files: [{ path: '/w/a.ts', label: 'a.ts', change: 'modified', hunks }],
});

describe('after the last decision', () => {
  const decided = { ...noReview, reviewed: { accepted: 21, rejected: 1 }, canUndo: true };

  it('the bar says what was decided and offers Undo, until the next prompt', async () => {
    const { chat, page, review, bar, button } = await openBar();
    await review.show({ review: pendingReview(three.slice(0, 1)) });
    await bar.waitFor();
    await review.show({ review: decided });
    await bar.getByText('22 reviewed: 21 accepted, 1 rejected').first().waitFor();
    expect(await bar.getByRole('status').textContent()).toContain('22 reviewed');
    const all = sent(chat);
    expect(await button('Undo').getAttribute('title')).toBe('Undo (Ctrl+K Ctrl+Z)');
    await button('Undo').click();
    await expect.poll(() => all).toEqual([{}]);
    await review.show({
      review: pendingReview(three.slice(0, 1), {
        reviewed: { accepted: 21, rejected: 0 },
        canUndo: true,
      }),
    });
    await bar.getByText('1 file, 2 hunks').waitFor();
    expect(await bar.getByText('reviewed').count()).toBe(0);
    await button('Undo').waitFor();
    await review.show({ review: noReview });
    await bar.waitFor({ state: 'detached' });
    expect(await page.getByText('reviewed').count()).toBe(0);
  });

  it('the changes of other sessions are still shown', async () => {
    const { review, bar } = await openBar();
    const theirs = three.map(file => ({ ...file, sessionId: 'other' }));
    await review.show({
      review: pendingReview(theirs, { reviewed: decided.reviewed, canUndo: true }),
    });
    await bar.getByText('22 reviewed: 21 accepted, 1 rejected').first().waitFor();
    await bar.getByText('in “Rounding”').waitFor();
    expect(await bar.getByText('3 files, 6 hunks').count()).toBe(1);
  });

  it('the summary of the turn says what became of its changes, and follows undo', async () => {
    const end: Entry = {
      id: 'end',
      turn: 1,
      atMs: 4_000,
      kind: 'turnEnd',
      reason: 'end_turn',
      startedMs: 0,
      toolCount: 1,
      fileCount: 1,
    };
    const { page, review } = await openBar({
      view: viewWith([toolEntry({}), agentEntry(1, 'Done.'), end]),
    });
    const summary = page.locator('.fold-line');
    const outcome = { turn: 1, pending: 1, accepted: 2, rejected: 0, fileCount: 3 };
    await review.show({ review: { ...noReview, turns: [outcome] } });
    await expect.poll(() => summary.textContent()).toContain('2 accepted, 1 pending');
    expect(await summary.textContent()).toContain('3 files changed'); // The call tells of one.
    await review.show({
      review: { ...noReview, turns: [{ ...outcome, pending: 0, rejected: 1 }] },
    });
    await expect.poll(() => summary.textContent()).toContain('2 accepted, 1 rejected');
    await review.show({ review: { ...noReview, turns: [outcome] } });
    await expect.poll(() => summary.textContent()).not.toContain('rejected');
  });

  it('rejected changes are one line, from which those that are pending again disappear', async () => {
    const { page, host } = await openBar({
      view: viewWith([agentEntry(1, 'Done.'), rejected(hunk('1', false), hunk('2', false))]),
    });
    const entry = page.getByRole('article', { name: 'Rejected' });
    await entry.getByText('You rejected 2 hunks').waitFor();
    expect(await heightOf(entry)).toBeLessThan(32);
    const update = (...hunks: readonly RejectedHunk[]): Promise<void> =>
      host.sendNotification('chat/sessionChanged', {
        sessionId: idleSampleState.id,
        patches: [{ kind: 'replaced', entry: rejected(...hunks) }],
      });
    await update(hunk('1', false), hunk('2', true));
    await entry.getByText('You rejected 1 hunk').waitFor();
    await update(hunk('1', true), hunk('2', true));
    await entry.waitFor({ state: 'detached' });
  });
});

describe('accessibility', () => {
  it.each(['light', 'dark', 'contrast'] as const)('has no violations: %s', async theme => {
    const { page, review, row, expand } = await openBar({ theme });
    const files = [
      ...three,
      pendingFile('new.ts', { status: 'created' }),
      pendingFile('z.ts', { sessionId: 'other', status: 'deleted' }),
    ];
    await review.show({
      review: pendingReview(files, { reviewed: { accepted: 1, rejected: 1 }, canUndo: true }),
      files: [changedFile('c.ts', [changedHunk('1')])],
    });
    await expand();
    await row('c.ts').getByRole('button', { name: 'Hunks in c.ts' }).click();
    await row('c.ts').getByRole('button', { name: 'Accept hunk' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await review.show({
      review: { ...noReview, reviewed: { accepted: 1, rejected: 1 }, canUndo: true },
    });
    await page.getByText('2 reviewed').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
