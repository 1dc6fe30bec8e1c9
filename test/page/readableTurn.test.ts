import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { SessionChanged, UseCode } from '../../src/core/chat/messages.ts';
import type { Entry, PlanEntry, ToolEntry } from '../../src/core/session/transcript/entry.ts';
import type { SessionState } from '../../src/core/session/state/sessionState.ts';
import type { TranscriptPatch } from '../../src/core/session/transcript/transcript.ts';
import { accessibilityViolations } from './accessibilityViolations.ts';
import { agentEntry, idleSampleState, toolEntry } from './entries.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

// A long turn: the plan, calls in groups, sub-agents, failures, and the answer.

const open = useChatPage();

const working = { ...sampleState, queue: [] };

const viewWith = (entries: readonly Entry[], state: SessionState = working): ChatViewState => ({
  shell: sampleView.shell,
  session: {
    state,
    entries,
    earlier: 0,
    terminals: [
      {
        id: 't1',
        command: 'npm test',
        output: 'running\r\n\u001B[31m2 tests failed\u001B[0m\r\n',
        cut: false,
        exit: { code: 1, signal: null },
      },
    ],
  },
});

const read = (at: number, facts: Partial<ToolEntry> = {}): ToolEntry =>
  toolEntry({
    id: `r${at}`,
    callId: `c-r${at}`,
    title: `Read src/file${at}.ts`,
    toolKind: 'read',
    locations: [{ path: `/w/src/file${at}.ts`, line: 0 }],
    ...facts,
  });

const tool = (page: Page, name: string) => page.getByRole('article', { name: `Tool: ${name}` });

describe('reads and searches that follow each other', () => {
  const reads = Array.from({ length: 8 }, (_, at) => read(at));

  it('are one row, which expands to all of them', async () => {
    const { page } = await open({ view: viewWith(reads) });
    const row = tool(page, 'Read 8 files');
    await row.waitFor();
    expect(await page.locator('.tool').count()).toBe(1);
    await row.getByRole('button', { name: 'Read 8 files' }).click();
    await expect.poll(() => page.locator('.tool').count()).toBe(9);
    // The title names the file already, so its link is an icon.
    const link = tool(page, 'Read src/file3.ts').getByRole('link', { name: 'Open file3.ts:1' });
    expect(await link.textContent()).toBe('');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('join the row while they arrive, and leave it when they fail', async () => {
    const { page, host } = await open({ view: viewWith([read(0)]) });
    const send = (patches: readonly TranscriptPatch[]): void =>
      void host.sendNotification(SessionChanged, { sessionId: 's1', patches });
    send([{ kind: 'added', entry: read(1, { status: 'in_progress' }) }]);
    await tool(page, 'Read 2 files').getByRole('img', { name: 'running' }).waitFor();
    send([{ kind: 'added', entry: read(2, { toolKind: 'search', title: 'Search' }) }]);
    await tool(page, 'Read 2 files · 1 search').waitFor();
    send([{ kind: 'replaced', entry: read(2, { status: 'failed', output: 'No such folder' }) }]);
    await tool(page, 'Read 2 files').waitFor();
    const failed = tool(page, 'Read src/file2.ts').locator('.tool-failure');
    await expect.poll(() => failed.textContent()).toBe('No such folder');
  });
});

describe('the calls of a sub-agent', () => {
  it('are collapsed below it, with their number and failures', async () => {
    const task = toolEntry({
      id: 'task',
      callId: 'task',
      title: 'Review tests',
      toolKind: 'think',
    });
    const of = { parentId: 'task' };
    const calls = [
      read(0, of),
      read(1, of),
      read(2, { ...of, status: 'failed', output: 'Nope' }),
      toolEntry({ id: 'x', callId: 'x', title: 'Run', ...of }),
    ];
    const { page } = await open({ view: viewWith([task, ...calls]) });
    const row = tool(page, 'Review tests');
    await row.getByText('4 tools 1 failed').waitFor();
    expect(await page.locator('.tool').count()).toBe(1);
    await row.getByRole('button', { name: 'Review tests' }).click();
    await tool(page, 'Read 2 files').waitFor();
    await tool(page, 'Read src/file2.ts').getByText('Nope').waitFor();
  });
});

describe('a failed command', () => {
  it('says its exit code and the last line of its output, also when it is collapsed', async () => {
    const run = toolEntry({
      title: 'Run the tests',
      status: 'failed',
      content: [{ kind: 'terminal', terminalId: 't1' }],
    });
    const { page } = await open({ view: viewWith([run]) });
    await page
      .getByRole('region', { name: 'Terminal: npm test' })
      .getByText('exit code 1')
      .waitFor();
    expect(await page.locator('.tool-failure').count()).toBe(0);
    await page.getByRole('button', { name: 'Run the tests' }).click();
    await page.getByText('exit code 1 · 2 tests failed').waitFor();
  });
});

describe('the fold of a finished turn', () => {
  it('counts failures, and the time without waiting for the user', async () => {
    const end: Entry = {
      id: 'end',
      turn: 1,
      atMs: 64_000,
      kind: 'turnEnd',
      reason: 'end_turn',
      startedMs: 0,
      toolCount: 30,
      fileCount: 9,
      failedCount: 2,
      waitedMs: 44_000,
    };
    const entries = [read(0), agentEntry(1, 'Done'), end];
    const { page } = await open({ view: viewWith(entries, idleSampleState) });
    await expect
      .poll(() => page.locator('.fold-line').textContent())
      .toBe('Worked for 20 s · 30 tools · 2 failed · 9 files changed');
  });
});

const plan: PlanEntry = {
  id: 'plan',
  turn: 1,
  atMs: 0,
  kind: 'plan',
  items: [
    { text: 'Read the cart', priority: 'medium', status: 'completed' },
    { text: 'Thread the discount through all totals', priority: 'high', status: 'in_progress' },
    { text: 'Add tests', priority: 'medium', status: 'pending' },
    { text: 'Run them', priority: 'medium', status: 'pending' },
  ],
};

describe('the plan', () => {
  const long = Array.from({ length: 40 }, (_, at) =>
    toolEntry({ id: `x${at}`, callId: `x${at}`, title: `Run step ${at}` }),
  );

  it('is one line with the current step, at the top of the page while the turn is scrolled', async () => {
    const { page } = await open({ view: viewWith([plan, ...long]), width: 300, height: 600 });
    const line = page.getByRole('article', { name: 'Plan' });
    await line.getByText('2/4').waitFor();
    await line.getByText('Thread the discount through all totals').waitFor();
    const transcript = page.getByRole('log', { name: 'Conversation' });
    const topOf = async (): Promise<number> =>
      ((await line.boundingBox())?.y ?? NaN) - ((await transcript.boundingBox())?.y ?? NaN);
    await expect.poll(topOf).toBeLessThan(2);
    expect((await line.boundingBox())?.height).toBeLessThan(36);
    expect(await page.getByText('Add tests').count()).toBe(0);
    await line.getByRole('button').click();
    await page.getByText('Add tests').waitFor();
    await expect.poll(topOf).toBeLessThan(2);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('says so when all steps are done', async () => {
    const items = plan.items.map(item => ({ ...item, status: 'completed' as const }));
    const { page } = await open({ view: viewWith([{ ...plan, items }]) });
    const line = page.getByRole('button', { name: '4/4 All steps done' });
    await expect.poll(() => line.count()).toBe(1);
  });
});

describe('the answer of a turn', () => {
  it('has a visible button that copies it', async () => {
    const { page, host } = await open({
      view: viewWith([read(0), agentEntry(1, 'It **works**.')]),
    });
    const copied: unknown[] = [];
    host.onNotification(UseCode, params => void copied.push(params));
    const button = page
      .getByRole('article', { name: 'Agent' })
      .getByRole('button', { name: 'Copy' });
    await expect
      .poll(() => button.evaluate(element => Number(getComputedStyle(element).opacity)))
      .toBeGreaterThan(0.5);
    const text = await page.getByText('works').boundingBox();
    expect((await button.boundingBox())?.y).toBeGreaterThan(text?.y ?? Infinity);
    await button.click();
    await expect.poll(() => copied).toEqual([{ text: 'It **works**.', use: 'copy' }]);
  });
});
