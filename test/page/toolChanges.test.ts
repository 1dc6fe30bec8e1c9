import { describe, expect, it } from 'vitest';
import type { ChangedFile } from '../../src/core/chat/changedFile.ts';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { DecideReview, OpenHunk, OpenReview, UndoReview } from '../../src/core/chat/messages.ts';
import type { Entry, ToolEntry } from '../../src/core/session/transcript/entry.ts';
import type { ChatPage } from './chatPage.ts';
import { idleSampleState, toolEntry } from './entries.ts';
import { changedFile, changedHunk, FakeReview, noReview, pendingReview } from './reviewSamples.ts';
import { sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { accessibilityViolations } from './accessibilityViolations.ts';

// A tool call shows the hunks that are in files because of it, and what became of the others.

const open = useChatPage();

const viewWith = (entries: readonly Entry[]): ChatViewState => ({
  shell: sampleView.shell,
  session: { state: idleSampleState, entries, earlier: 0, terminals: [] },
});

const diff = (oldText: string, newText: string) =>
  ({ kind: 'diff', path: '/w/a.ts', oldText, newText }) as const;

const edit = (facts: Partial<ToolEntry> = {}): ToolEntry =>
  toolEntry({
    toolKind: 'edit',
    title: 'Edit a.ts',
    content: [diff('  const left = 1;\n', '  const rest = 1;\n')],
    ...facts,
  });

async function openWith(entry: ToolEntry, ...files: readonly ChangedFile[]) {
  const chat = await open({ view: viewWith([entry]) });
  const review = new FakeReview(chat);
  await review.show({ calls: [{ callId: entry.callId, files, hidden: 0 }] });
  const call = chat.page.getByRole('article', { name: /^Tool: / });
  const region = call.getByRole('region', { name: 'Changes in a.ts' });
  const hunk = (name = 'Hunk 1 of 1') => region.getByRole('group', { name });
  const update = (...now: readonly ChangedFile[]) =>
    review.show({ calls: [{ callId: entry.callId, files: now, hidden: 0 }] });
  return { ...chat, chat, review, call, region, hunk, update };
}

/** Records what the page sends. */
function sent(chat: ChatPage): unknown[] {
  const all: unknown[] = [];
  chat.host.onNotification(DecideReview, one => void all.push(one));
  chat.host.onNotification(UndoReview, one => void all.push(one));
  chat.host.onNotification(OpenHunk, one => void all.push(one));
  chat.host.onNotification(OpenReview, one => void all.push(one));
  return all;
}

describe('a diff of a tool call', () => {
  it('shows the hunks in its place, which can be accepted and rejected', async () => {
    const { chat, call, region, hunk } = await openWith(
      edit(),
      changedFile('a.ts', [changedHunk('1')]),
    );
    const all = sent(chat);
    await hunk().getByRole('button', { name: 'Accept hunk' }).click();
    await hunk().getByRole('button', { name: 'Reject hunk' }).click();
    await region.getByRole('button', { name: 'a.ts', exact: true }).click();
    await region.getByRole('button', { name: 'Open diff' }).click();
    const decision = { path: '/w/a.ts', hunk: { id: '1', revision: 1 }, seen: 1 };
    await expect
      .poll(() => all)
      .toEqual([
        { verdict: 'accept', ...decision },
        { verdict: 'reject', ...decision },
        { path: '/w/a.ts', hunkId: '1' },
        { path: '/w/a.ts' },
      ]);
    // The agent's diff says the same, and is not repeated.
    expect(await call.locator('.diff').count()).toBe(1);
  });

  it('keeps its rows where they are when a hunk is decided, and offers Undo', async () => {
    const { chat, page, hunk, update } = await openWith(
      edit(),
      changedFile('a.ts', [changedHunk('1')]),
    );
    const all = sent(chat);
    const height = () => hunk().evaluate(element => element.getBoundingClientRect().height);
    const before = await height();
    await hunk().getByRole('button', { name: 'Accept hunk' }).focus();
    await update(changedFile('a.ts', [changedHunk('1', { state: 'accepted' })]));
    await hunk().getByText('Accepted').waitFor();
    expect(await height()).toBe(before);
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Undo');
    await page.keyboard.press('Enter');
    await expect.poll(() => all).toEqual([{ change: { fileId: 'file a.ts', hunkId: '1' } }]);
    await update(changedFile('a.ts', [changedHunk('1')]));
    await hunk().getByRole('button', { name: 'Accept hunk' }).waitFor();
    expect(await hunk().getByText('Accepted').count()).toBe(0);
    await update(changedFile('a.ts', [changedHunk('1', { state: 'rejected' })]));
    await hunk().getByText('Rejected').waitFor();
    await hunk().getByRole('button', { name: 'Undo' }).waitFor();
    expect(await hunk().getByRole('button', { name: /hunk/ }).count()).toBe(0);
  });

  it('says which hunks were merged into a later change, and which are gone', async () => {
    const { chat, hunk } = await openWith(
      edit(),
      changedFile('a.ts', [
        changedHunk('1', { state: 'merged', rows: [] }),
        changedHunk('2', { state: 'gone' }),
      ]),
    );
    const all = sent(chat);
    await hunk('Hunk 1 of 2').getByText('Merged into a later change').waitFor();
    await hunk('Hunk 1 of 2').getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => all).toEqual([{ path: '/w/a.ts', hunkId: '1' }]);
    await hunk('Hunk 2 of 2').getByText('No longer in the file').waitFor();
    expect(await hunk('Hunk 2 of 2').getByRole('button').count()).toBe(0);
  });

  it.each([
    ['is a part of a line', diff('left', 'rest')],
    ['says something else', diff('  const left = 1;\n', '  const other = 1;\n')],
  ])('is shown as the claim of the agent beside the hunks if it %s', async (_, content) => {
    const { call, hunk } = await openWith(
      edit({ content: [content] }),
      changedFile('a.ts', [changedHunk('1')]),
    );
    await hunk().getByText('const rest = 1;').waitFor();
    await call.getByText('Change as described by the agent').waitFor();
    expect(await call.locator('figure.diff').count()).toBe(1);
  });

  it('is no claim if it is a fragment with the lines of the hunks', async () => {
    const { call, hunk } = await openWith(
      edit({ content: [diff('x\n  const left = 1;\n', 'x\n  const rest = 1;\n')] }),
      changedFile('a.ts', [changedHunk('1')]),
    );
    await hunk().waitFor();
    expect(await call.locator('figure.diff').count()).toBe(0);
  });

  it('stays as it is while no hunk belongs to it', async () => {
    const { call } = await openWith(edit());
    await call.locator('figure.diff').waitFor();
    expect(await call.getByRole('region').count()).toBe(0);
  });
});

describe('a tool call without a diff', () => {
  it('shows the hunks it caused', async () => {
    const { call, hunk, page } = await openWith(
      toolEntry({ title: 'sed -i s/left/rest/ a.ts' }),
      changedFile('a.ts', [changedHunk('1')]),
    );
    await call.getByRole('button', { name: /sed/ }).click();
    await hunk().getByRole('button', { name: 'Accept hunk' }).waitFor();
    expect(await page.locator('figure.diff').count()).toBe(0);
  });

  it('shows files that changed as a whole', async () => {
    const { chat, call, region } = await openWith(
      toolEntry({ title: 'rm a.ts' }),
      changedFile('a.ts', [changedHunk('', { rows: [], revision: 7 })], { status: 'deleted' }),
    );
    const all = sent(chat);
    await call.getByRole('button', { name: /rm/ }).click();
    await region.getByText('deleted').waitFor();
    await region.getByRole('button', { name: 'Reject file' }).click();
    await expect.poll(() => all).toEqual([{ verdict: 'reject', path: '/w/a.ts', seen: 7 }]);
  });
});

describe('a file that changed as a whole', () => {
  it('says what happened to it', async () => {
    const { call, region } = await openWith(
      toolEntry({ title: 'chmod +x a.ts' }),
      changedFile('a.ts', [changedHunk('', { rows: [] })], {
        detail: 'Permissions changed from 644 to 755',
      }),
    );
    await call.getByRole('button', { name: /chmod/ }).click();
    await region.getByText('Permissions changed from 644 to 755').waitFor();
    expect(await region.getByText('The whole file').count()).toBe(0);
  });
});

describe('collapsed tool calls', () => {
  it('cost no message and no rendering, however many there are', async () => {
    const entries = Array.from({ length: 100 }, (_, at) =>
      toolEntry({
        id: `e${at}`,
        callId: `c${at}`,
        title: `Run ${at}`,
        input: '{"command":"true"}',
      }),
    );
    const chat = await open({ view: viewWith(entries) });
    const review = new FakeReview(chat);
    const { page } = chat;
    const changes = entries.map(({ callId }) => ({
      callId,
      hidden: 0,
      files: [changedFile(`${callId}.ts`, [changedHunk('1')])],
    }));
    await page.getByRole('button', { name: 'Run 7', exact: true }).click();
    await expect.poll(() => review.view?.callIds).toEqual(['c7']);
    expect(review.views).toHaveLength(1);
    // A mutation of an entry is a rendering that has changed something.
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(all =>
        all.forEach(({ target }) => {
          const entry = target instanceof Element ? target.closest('[data-entry]') : null;
          seen.push(entry?.getAttribute('data-entry') ?? 'page');
        }),
      ).observe(document.querySelector('.transcript') ?? document.body, {
        childList: true,
        subtree: true,
        attributes: true,
        characterData: true,
      });
    });
    await review.show({ review: pendingReview([]), calls: changes });
    await page.getByRole('region', { name: 'Changes in c7.ts' }).waitFor();
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect([...new Set(seen)]).toEqual(['e7']);
    await page.getByRole('button', { name: 'Run 7', exact: true }).click();
    await expect.poll(() => review.view?.callIds).toEqual([]);
    expect(review.views).toHaveLength(2);
  });
});

describe('accessibility', () => {
  const states = (['pending', 'accepted', 'rejected', 'merged', 'gone'] as const).map((state, at) =>
    changedHunk(`${at}`, { state }),
  );

  it.each(['light', 'dark', 'contrast'] as const)('has no violations: %s', async theme => {
    const entries = ['one', 'two'].map(callId =>
      edit({ id: callId, callId, title: callId, content: [diff('left', 'rest')] }),
    );
    const chat = await open({ view: viewWith(entries), theme });
    const review = new FakeReview(chat);
    await review.show({
      review: noReview,
      calls: entries.map(({ callId }) => ({
        callId,
        hidden: 0,
        files: [changedFile('a.ts', states)],
      })),
    });
    await chat.page.getByRole('region', { name: 'Changes in a.ts, 2' }).waitFor();
    await chat.page.locator('.hl-keyword').first().waitFor();
    expect(await accessibilityViolations(chat.page)).toEqual([]);
  });

  it.each([240, 300, 480, 800])('fits into a page of %i pixels', async width => {
    const chat = await open({ view: viewWith([edit()]), width });
    const review = new FakeReview(chat);
    await review.show({
      calls: [{ callId: 'c', hidden: 0, files: [changedFile('src/a/long/path/to/a.ts', states)] }],
    });
    const region = chat.page.getByRole('region', { name: /^Changes in/ });
    await region.waitFor();
    expect(
      await region.evaluate(element =>
        [...element.querySelectorAll<HTMLElement>('header, .hunk-head')].every(
          line => line.scrollWidth <= line.clientWidth,
        ),
      ),
    ).toBe(true);
  });
});
