import type { Page } from 'playwright-core';
import type { NotificationType } from 'vscode-jsonrpc/node';
import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import {
  RunNoticeAction,
  AnswerPermission,
  SessionChanged,
  CloseSession,
  EditQueue,
  NewSession,
  OpenLink,
  SelectSession,
  Send,
  SignIn,
  SetPicker,
  ShellChanged,
} from '../../src/core/chat/messages.ts';
import type {
  Entry,
  PermissionEntry,
  TurnEndReason,
} from '../../src/core/session/transcript/entry.ts';
import type { ChatPage } from './chatPage.ts';
import { rareView, sampleEntries, sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

// What the chat view shows for everything in the protocol, and the messages it sends.

const openPage = useChatPage();
const open = (view: ChatViewState = sampleView): Promise<ChatPage> => openPage({ view });

const viewWith = (entries: readonly Entry[], state = {}): ChatViewState => ({
  shell: sampleView.shell,
  session: {
    state: { ...sampleState, status: { kind: 'idle' }, queue: [], ...state },
    entries,
    earlier: 0,
    terminals: [],
  },
});

const entryBase = { turn: 1, atMs: 45_000 };

/** The parameters of all messages of this type from the page. */
function notifications<T>(
  { host }: ChatPage,
  type: NotificationType<T>,
): { readonly all: readonly T[] } {
  const all: T[] = [];
  host.onNotification(type, params => void all.push(params));
  return { all };
}

const article = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

describe('a conversation', () => {
  it('renders Markdown: lists, tables, tasks, highlighted code, links to lines', async () => {
    const chat = await open();
    const links = notifications(chat, OpenLink);
    const answer = article(chat.page, 'Agent').last();
    expect(await answer.getByRole('cell', { name: '3', exact: true }).count()).toBe(1);
    expect(await answer.locator('ol > li').count()).toBe(2);
    expect(await answer.getByRole('checkbox', { checked: true }).count()).toBe(1);
    expect(await answer.getByRole('checkbox', { checked: false }).count()).toBe(1);
    await answer.locator('.hl-keyword', { hasText: 'export' }).waitFor();
    await answer.getByRole('link', { name: 'parse.ts' }).click();
    await expect.poll(() => links.all).toMatchObject([{ href: 'src/parse.ts#L12' }]);
  });

  it('keeps text and tool calls in order', async () => {
    const { page } = await open();
    const names = await page
      .locator('.turn')
      .last()
      .locator(':scope > .entry')
      .evaluateAll(entries => entries.map(entry => entry.getAttribute('aria-label')));
    expect(names).toEqual([
      'You',
      'Thought',
      'Plan',
      'Tool: Search for `countLines`',
      'Agent',
      'Tool: Edit src/parse.ts',
      'Tool: Run the tests',
      'Notice',
      'Permission: Remove the build output',
    ]);
  });

  it('collapses thoughts and shows their duration', async () => {
    const { page } = await open();
    const line = page.getByRole('button', { name: 'Thought for 4 s' });
    expect(await line.getAttribute('aria-expanded')).toBe('false');
    expect(await page.getByText('The counter moves only').count()).toBe(0);
    await line.click();
    await page.getByText('The counter moves only').waitFor();
  });

  it('shows the progress of a plan, and replaces it by the next one', async () => {
    const { page, host } = await open();
    await page.getByRole('progressbar', { name: '1 of 3 done' }).waitFor();
    const plan = sampleEntries.find(entry => entry.kind === 'plan');
    if (plan?.kind === 'plan') {
      const items = plan.items.map(item => ({ ...item, status: 'completed' as const }));
      void host.sendNotification(SessionChanged, {
        sessionId: 's1',
        patches: [{ kind: 'replaced', entry: { ...plan, items } }],
      });
    }
    await page.getByRole('progressbar', { name: '3 of 3 done' }).waitFor();
    await article(page, 'Plan').getByRole('button').click();
    expect(await page.getByRole('list', { name: 'Plan' }).count()).toBe(1);
  });

  it('shows tool calls with icon, current status, locations, input and diff', async () => {
    const chat = await open();
    const { page, host } = chat;
    const links = notifications(chat, OpenLink);
    const pictures = await page
      .locator('.entry.tool .line-head > svg:first-child')
      .evaluateAll(icons => icons.map(icon => icon.innerHTML));
    expect(new Set(pictures).size).toBe(3);
    const run = article(page, 'Tool: Run the tests');
    await run
      .locator('.tool-status')
      .and(run.getByRole('img', { name: 'running' }))
      .waitFor();
    const tool = sampleEntries.find(entry => entry.id === 'e11');
    if (tool?.kind === 'tool') {
      const entry = { ...tool, status: 'failed' as const };
      void host.sendNotification(SessionChanged, {
        sessionId: 's1',
        patches: [{ kind: 'replaced', entry }],
      });
    }
    await run.getByRole('img', { name: 'failed' }).waitFor();
    await article(page, 'Tool: Edit src/parse.ts')
      .getByRole('link', { name: 'Open parse.ts:12' })
      .click();
    await expect
      .poll(() => links.all)
      .toMatchObject([{ href: 'file:///home/me/project/src/parse.ts#L12' }]);
    const edit = article(page, 'Tool: Edit src/parse.ts');
    await edit.locator('.diff-row.added .hl-keyword', { hasText: 'continue' }).waitFor();
    await edit.getByText('if (!line) continue;').waitFor();
    const search = article(page, 'Tool: Search for `countLines`');
    await search.getByRole('button').first().click();
    await search.getByText('"pattern": "countLines"').waitFor();
  });

  it('shows live terminal output in color', async () => {
    const { page, host } = await open();
    const terminal = page.getByRole('region', { name: 'Terminal: npm test' });
    await terminal.locator('.ansi-fg-1', { hasText: '\u2717' }).waitFor();
    void host.sendNotification(SessionChanged, {
      sessionId: 's1',
      patches: [{ kind: 'terminalGrew', id: 't1', text: '\r\nall done' }],
    });
    await expect.poll(() => terminal.getByText('all done').count()).toBe(1);
  });

  it('shows audio, images, resources, errors with their actions, and why a turn ended', async () => {
    const chat = await open(rareView);
    const { page } = chat;
    const acts = notifications(chat, RunNoticeAction);
    expect(await page.locator('audio').count()).toBe(1);
    await page.getByRole('img', { name: 'Image from the agent' }).waitFor();
    await page.getByText("Can't show image: image/svg+xml").waitFor();
    await page
      .getByRole('link', { name: /notes\.md/ })
      .first()
      .waitFor();
    await page.getByText('Stopped: the response reached the maximum length.').waitFor();
    await article(page, 'Notice').getByRole('button', { name: 'Restart' }).click();
    await expect.poll(() => acts.all).toMatchObject([{ action: 'restart' }]);
  });

  it('shows the context usage and the cost of the session', async () => {
    const { page } = await open();
    const usage = page.getByRole('img', {
      name: /^42% of the context window used \(84K of 200K tokens\)\s+Cost: \$0\.42$/,
    });
    await expect.poll(() => usage.count()).toBe(1);
  });

  const reasons: readonly (readonly [TurnEndReason, RegExp])[] = [
    ['max_tokens', /reached the maximum length/],
    ['max_turn_requests', /maximum number of steps/],
    ['refusal', /refused to continue/],
    ['cancelled', /You stopped this turn/],
  ];

  it('shows why a turn ended', async () => {
    const ends = [...reasons.map(([reason]) => reason), 'failed' as const].map(
      (reason, at): Entry => ({
        ...entryBase,
        id: `x${at}`,
        turn: at + 1,
        kind: 'turnEnd',
        reason,
        startedMs: 0,
        toolCount: 0,
        fileCount: 0,
      }),
    );
    const { page } = await open(viewWith(ends));
    for (const [, text] of reasons) {
      await expect.poll(() => page.getByText(text).count()).toBe(1);
    }
    // A notice explains a failure.
    expect(await page.locator('.turn-end').count()).toBe(reasons.length);
  });

  it('announces to screen readers that work is in progress, but not its text', async () => {
    const { page, host } = await open(
      viewWith(sampleEntries.slice(0, 3), { status: { kind: 'working', sinceMs: 0 } }),
    );
    const status = page.getByRole('status');
    await expect.poll(() => status.textContent()).toBe('Accord Demo is working');
    void host.sendNotification(SessionChanged, {
      sessionId: 's1',
      patches: [{ kind: 'grew', id: 'e3', text: ' And so on.', atMs: 0 }],
    });
    await page.getByText('And so on.').waitFor();
    expect(await status.textContent()).toBe('Accord Demo is working');
    expect(await page.getByRole('log').getAttribute('aria-live')).toBe('off');
    expect(await page.locator('[aria-live="assertive"]').count()).toBe(0);
  });
});

describe('the composer', () => {
  it('grows with its text', async () => {
    const { page } = await open(viewWith([]));
    const field = page.getByRole('textbox', { name: 'Message' });
    const heightOf = async (): Promise<number> => (await field.boundingBox())?.height ?? 0;
    const before = await heightOf();
    await field.fill('one\ntwo\nthree\nfour');
    await expect.poll(heightOf).toBeGreaterThan(before * 2);
  });

  it('sends with Ctrl+Enter as soon as the setting changes', async () => {
    const chat = await open(viewWith([]));
    const sent: unknown[] = [];
    chat.host.onRequest(Send, ({ draft }) => {
      sent.push(draft);
      return { isAccepted: true };
    });
    await chat.host.sendNotification(ShellChanged, {
      ...sampleView.shell,
      preferences: { enterSends: false },
    });
    const field = chat.page.getByRole('textbox', { name: 'Message' });
    await field.fill('one');
    await chat.page
      .getByRole('button', { name: 'Send' })
      .and(chat.page.getByTitle('Send (Ctrl+Enter)'))
      .waitFor();
    await field.press('Enter');
    await field.pressSequentially('two');
    expect(sent).toEqual([]);
    await field.press('ControlOrMeta+Enter');
    await expect.poll(() => JSON.stringify(sent)).toContain(String.raw`one\ntwo`);
  });

  it('queues prompts during a turn, which can be sent now, edited and removed', async () => {
    const chat = await open();
    const { page, host } = chat;
    const edits = notifications(chat, EditQueue);
    const sent: string[] = [];
    host.onRequest(Send, ({ draft }) => {
      sent.push(draft.text);
      return { isAccepted: true };
    });
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('and then?');
    await field.press('Enter');
    await expect.poll(() => sent).toEqual(['and then?']);
    const queue = page.getByRole('list', { name: 'Queued messages' });
    await queue.getByText('Then write the changelog').waitFor();
    await queue.getByRole('button', { name: 'Send now' }).click();
    await queue.getByRole('button', { name: 'Remove from queue' }).click();
    await queue.getByRole('button', { name: 'Edit' }).click();
    await expect
      .poll(() => edits.all.map(({ edit }) => edit))
      .toEqual(['sendNow', 'remove', 'remove']);
    expect(await field.textContent()).toContain('Then write the changelog');
  });
});

/** How messages are sent with Enter and with Alt+Enter while a turn runs. */
const deliveries = async (canSteer: boolean): Promise<readonly (string | undefined)[]> => {
  const chat = await open(viewWith([], { canSteer, status: { kind: 'working', sinceMs: 0 } }));
  const sent: (string | undefined)[] = [];
  chat.host.onRequest(Send, ({ delivery }) => {
    sent.push(delivery);
    return { isAccepted: true };
  });
  const field = chat.page.getByRole('textbox', { name: 'Message' });
  for (const key of ['Enter', 'Alt+Enter']) {
    const before = sent.length;
    await field.fill('and then?');
    await field.press(key);
    await expect.poll(() => sent.length).toBe(before + 1);
  }
  return sent;
};

describe('a message during a turn', () => {
  it('is sent into it with Enter and queued with Alt+Enter if the agent takes it', async () => {
    expect(await deliveries(true)).toEqual(['steer', 'queue']);
  });

  it('is queued with Enter, or stops the turn with Alt+Enter, if not', async () => {
    expect(await deliveries(false)).toEqual(['queue', 'stopAndSend']);
  });
});

describe('a session that the agent refused to open', () => {
  it('offers the setup of the agent next to a restart', async () => {
    const reason = "Ada couldn't open a session: No model is set";
    const openFailure = { methods: [{ id: 'setup', name: 'Set up' }] };
    const chat = await open(viewWith([], { status: { kind: 'stopped', reason, openFailure } }));
    const choices = notifications(chat, SignIn);
    await chat.page.getByText(reason).waitFor();
    await chat.page.getByRole('button', { name: 'Restart' }).waitFor();
    await chat.page.getByRole('button', { name: /Set up/ }).click();
    await expect.poll(() => choices.all).toMatchObject([{ methodId: 'setup' }]);
  });
});

const request = (id: string, more: Partial<PermissionEntry>): PermissionEntry => ({
  ...entryBase,
  id,
  kind: 'permission',
  callId: id,
  title: `Request ${id}`,
  toolKind: 'edit',
  content: [],
  locations: [],
  choices: [
    { optionId: `${id}-yes`, name: 'Yes', kind: 'allow_once' },
    { optionId: `${id}-no`, name: 'No', kind: 'reject_once' },
  ],
  answer: { kind: 'open' },
  ...more,
});

describe('permission requests', () => {
  it('show their details, and several at once can each be answered', async () => {
    const change = { kind: 'diff', path: '/w/a.ts', oldText: 'old', newText: 'new line' } as const;
    const chat = await open(
      viewWith([
        request('one', { content: [change] }),
        request('two', { locations: [{ path: '/etc/passwd' }] }),
      ]),
    );
    const { page } = chat;
    const answers = notifications(chat, AnswerPermission);
    const first = page.getByRole('group', { name: 'Permission: Request one' });
    const second = page.getByRole('group', { name: 'Permission: Request two' });
    await first.getByText('new line').waitFor();
    await second.getByText('/etc/passwd').waitFor();
    await page.getByText('2 pending requests').waitFor();
    await second.getByRole('button', { name: 'Reject once' }).click();
    await first.focus();
    await page.keyboard.press('1');
    await expect
      .poll(() => answers.all.map(({ optionId }) => optionId))
      .toEqual(['two-no', 'one-yes']);
  });
});

describe('sessions and pickers', () => {
  it('show the state of each session, and open, close and create sessions', async () => {
    const chat = await open();
    const { page } = chat;
    const selected = notifications(chat, SelectSession);
    const closed = notifications(chat, CloseSession);
    const made = notifications(chat, NewSession);
    const strip = page.getByRole('navigation', { name: 'Sessions' });
    for (const state of ['needs input', 'working', 'done']) {
      await strip.getByRole('img', { name: state }).waitFor();
    }
    await strip.getByText('Write the docs').click();
    await strip.getByRole('button', { name: 'Old things' }).first().focus();
    await strip.getByRole('button', { name: 'Close Old things' }).click();
    await strip.getByRole('button', { name: 'New session' }).click();
    await expect.poll(() => selected.all).toEqual([{ sessionId: 's2' }]);
    await expect.poll(() => closed.all).toEqual([{ sessionId: 's3' }]);
    await expect.poll(() => made.all).toEqual([{}]);
  });

  it('offer agent, mode, model and other options, and follow changes of the agent', async () => {
    const chat = await open();
    const { page, host } = chat;
    const picked = notifications(chat, SetPicker);
    await page.getByRole('combobox', { name: 'Agent' }).waitFor();
    await page.getByRole('combobox', { name: 'Model' }).waitFor();
    const mode = page.getByRole('combobox', { name: 'Mode', exact: true });
    await mode.click();
    await page.getByRole('option', { name: 'Accept edits' }).click();
    await page.getByRole('switch', { name: 'Web search' }).click();
    await expect
      .poll(() => picked.all)
      .toMatchObject([
        { pickerId: 'mode', value: 'auto' },
        { pickerId: 'web', value: false },
      ]);
    const pickers = sampleState.pickers.map(picker =>
      picker.id === 'mode' && picker.kind === 'select'
        ? {
            ...picker,
            value: 'plan',
            choices: [...picker.choices, { value: 'plan', name: 'Plan first' }],
          }
        : picker,
    );
    void host.sendNotification(SessionChanged, {
      sessionId: 's1',
      patches: [],
      state: { ...sampleState, pickers },
    });
    await expect.poll(() => mode.textContent()).toBe('Plan first');
  });
});
