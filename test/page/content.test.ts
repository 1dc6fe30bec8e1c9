import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import {
  SessionChanged,
  OpenMention,
  Reset,
  Restart,
  UseCode,
} from '../../src/core/chat/messages.ts';
import type { Mention } from '../../src/core/prompt/mention/mention.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';
import { quote } from '../../src/core/text/quote.ts';
import type { ChatPage } from './chatPage.ts';
import { toolEntry } from './entries.ts';
import { png, sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

// Various content of a conversation.

const openPage = useChatPage();
let chat: ChatPage;

const idle = { ...sampleState, status: { kind: 'idle' }, queue: [] } as const;
const viewWith = (entries: readonly Entry[], more: object = {}): ChatViewState => ({
  shell: sampleView.shell,
  session: { state: idle, entries, earlier: 0, terminals: [], ...more },
});
const entryBase = { id: 'e1', turn: 1, atMs: 1 };

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at}\r\n`).join('');

describe('terminal output', () => {
  it('follows the end, unless the user has scrolled up', async () => {
    const tool = toolEntry({
      status: 'in_progress',
      content: [{ kind: 'terminal', terminalId: 't1' }],
    });
    const terminal = { id: 't1', command: 'make', output: lines(100), cut: false };
    chat = await openPage({ view: viewWith([tool], { terminals: [terminal] }) });
    const box = chat.page.locator('.terminal-output');
    const heightOf = (): Promise<number> => box.evaluate(({ scrollHeight }) => scrollHeight);
    const fromEnd = (): Promise<number> =>
      box.evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
        Math.round(scrollHeight - scrollTop - clientHeight),
      );
    const grow = async (): Promise<void> => {
      const before = await heightOf();
      await chat.host.sendNotification(SessionChanged, {
        sessionId: idle.id,
        patches: [{ kind: 'terminalGrew', id: 't1', text: lines(20) }],
      });
      await expect.poll(heightOf).not.toBe(before);
    };
    await chat.page.locator('.terminal-output').waitFor();
    await grow();
    expect(await fromEnd()).toBeLessThanOrEqual(1);
    await box.evaluate(output => output.scrollTo({ top: 10 }));
    await grow();
    expect(await box.evaluate(({ scrollTop }) => scrollTop)).toBe(10);
  });
});

describe('an embedded binary resource', () => {
  it('is shown as an image or an audio player', async () => {
    const blobs = [
      { uri: 'mcp://shot/1.png', blob: png, mimeType: 'image/png' },
      { uri: 'mcp://say/1.wav', blob: 'UklGRg==', mimeType: 'audio/wav' },
      { uri: 'mcp://data/1.bin', blob: 'AAAA', mimeType: 'application/octet-stream' },
    ];
    const blocks = blobs.map(resource => ({ type: 'resource', resource }) as const);
    chat = await openPage({ view: viewWith([{ ...entryBase, kind: 'agent', blocks }]) });
    const answer = chat.page.getByRole('article', { name: 'Agent' });
    await answer.getByRole('img', { name: '1.png' }).waitFor();
    expect(await answer.locator('audio').count()).toBe(1);
    expect(await answer.getByText('1.bin').count()).toBe(1);
    expect(await answer.locator('.muted').count()).toBe(0);
  });
});

describe('the copy button of a message', () => {
  it('confirms the copy until the pointer leaves it', async () => {
    chat = await openPage({
      view: viewWith([{ ...entryBase, kind: 'agent', blocks: [{ type: 'text', text: 'Words' }] }]),
    });
    const taken: unknown[] = [];
    chat.host.onNotification(UseCode, one => void taken.push(one));
    const answer = chat.page.getByRole('article', { name: 'Agent' });
    await answer.getByRole('button', { name: 'Copy' }).press('Enter');
    await answer.getByRole('button', { name: 'Copied' }).waitFor();
    expect(taken).toEqual([{ text: 'Words', use: 'copy' }]);
    await chat.page.keyboard.press('Tab');
    await answer.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  });
});

describe('an embedded text resource', () => {
  it('shows its beginning and the number of omitted characters', async () => {
    const resource = { uri: 'file:///w/big.txt', text: `${'a'.repeat(205_000)}the end` };
    chat = await openPage({
      view: viewWith([{ ...entryBase, kind: 'agent', blocks: [{ type: 'resource', resource }] }]),
    });
    await chat.page.getByRole('button', { name: 'Resource big.txt' }).click();
    const text = await chat.page.locator('.raw').textContent();
    expect(text).toHaveLength(200_000 + '\n5007 characters not shown'.length);
    expect(text).toContain('5007 characters not shown');
  });
});

describe('a mention in a sent message', () => {
  it('opens its target, as in the composer', async () => {
    const mention: Mention = { kind: 'gitDiff', diff: { kind: 'workingTree' } };
    const user: Entry = {
      ...entryBase,
      kind: 'user',
      blocks: [],
      draft: [{ kind: 'mention', mention }],
    };
    chat = await openPage({ view: viewWith([user]) });
    const opened: unknown[] = [];
    chat.host.onNotification(OpenMention, one => void opened.push(one));
    await chat.page.getByRole('link', { name: 'Uncommitted changes' }).click();
    await expect.poll(() => opened).toEqual([{ mention }]);
  });
});

describe('the usage of a session', () => {
  it('is shown for an agent that does not report the context size', async () => {
    const usage = { usedTokens: 1_200, sizeTokens: 0, cost: { amount: 0.42, currency: 'USD' } };
    chat = await openPage({ view: viewWith([], { state: { ...idle, usage } }) });
    const meter = chat.page.locator('.usage');
    expect(await meter.getAttribute('aria-label')).toContain('1.2K tokens');
    expect(await meter.textContent()).toBe('$0.42');
  });

  it('names the tokens of the last turn and the limits of the plan, and warns before one is reached', async () => {
    const soonMs = Date.now() + 3_600_000;
    const state = {
      ...idle,
      usage: { usedTokens: 100, sizeTokens: 1_000 },
      lastTurn: { totalTokens: 30, thoughtTokens: 7, cachedReadTokens: 2_000 },
      limits: [
        { name: 'five hour', share: 0.9, resetsAtMs: soonMs },
        { name: 'seven day', share: 0.99, level: 'near', resetsAtMs: 1 },
      ],
    };
    chat = await openPage({ view: viewWith([], { state }) });
    const meter = chat.page.locator('.usage.full');
    const label = await meter.getAttribute('aria-label');
    expect(label).toContain('Thinking: 7');
    expect(label).toContain('Read from cache: 2K');
    expect(label).toContain('Plan limit (five hour): 90% used, resets');
    expect(label).not.toContain('seven day');
    expect(await meter.textContent()).toBe('Limit 90%');
  });
});

describe('a stopped agent', () => {
  it('shows our message in the UI font and its quoted output in the code font', async () => {
    const reason = `It stopped. It last said:\n${quote('no licence\nbye')}\nAll of it is in the log.`;
    const [title = '', ...rest] = reason.split('\n');
    const notice: Entry = {
      ...entryBase,
      kind: 'notice',
      severity: 'error',
      title,
      detail: rest.join('\n'),
      actions: ['restart'],
      times: 1,
    };
    const state = { ...idle, status: { kind: 'stopped', reason } };
    chat = await openPage({ view: viewWith([notice], { state }) });
    const { page, host } = chat;
    const passages = (where: string): Promise<unknown> =>
      page
        .locator(`${where} :is(.notice-detail, .notice-quoted)`)
        .evaluateAll(all =>
          all.map(passage => [
            passage.textContent,
            getComputedStyle(passage).fontFamily === getComputedStyle(document.body).fontFamily,
          ]),
        );
    await page.getByRole('button', { name: 'Restart' }).waitFor();
    const theirs = ['no licence\nbye', false];
    const advice = ['All of it is in the log.', true];
    expect(await passages('.notice')).toEqual([theirs, advice]);
    expect(await page.getByRole('button', { name: 'Restart' }).count()).toBe(1);
    expect(await page.locator('.panel').count()).toBe(0); // It is shown only once.
    await host.sendNotification(Reset, viewWith([], { state }));
    await page.locator('.panel').getByText('no licence').waitFor();
    expect(await passages('.panel')).toEqual([[title, true], theirs, advice]);
  });
});

describe('an agent that requires a sign-in', () => {
  it('can be restarted if it offers no method', async () => {
    const status = {
      kind: 'signIn',
      methods: [],
      message: 'Sign in with its own command.',
    } as const;
    chat = await openPage({ view: viewWith([], { state: { ...idle, status } }) });
    const { page, host } = chat;
    const restarted = new Promise(resolve => host.onNotification(Restart, resolve));
    await page.locator('.panel').getByRole('button', { name: 'Restart' }).click();
    expect(await restarted).toEqual({ sessionId: idle.id });
  });
});

describe('the duration of a turn', () => {
  it('is measured by the clock of the extension, which may run on another machine', async () => {
    const HOUR_MS = 3_600_000;
    const nowMs = Date.now() + HOUR_MS;
    const state = { ...idle, status: { kind: 'stopping', sinceMs: nowMs - 65_000 } };
    const { session } = viewWith([], { state });
    chat = await openPage({
      view: { shell: { ...sampleView.shell, nowMs }, ...(session ? { session } : {}) },
    });
    await chat.page.getByText(/^Stopping · 1 min/).waitFor();
    expect(await chat.page.getByRole('button', { name: 'Quit Accord Demo' }).isVisible()).toBe(
      true,
    );
  });
});
