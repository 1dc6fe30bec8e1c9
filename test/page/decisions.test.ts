import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { AnswerElicitation, SessionChanged, CommentOnHunk } from '../../src/core/chat/messages.ts';
import type { Entry, PermissionEntry } from '../../src/core/session/transcript/entry.ts';
import type { ChatPage } from './chatPage.ts';
import { toolEntry } from './entries.ts';
import { changedFile, changedHunk, FakeReview } from './reviewSamples.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

// The details of what the user decides about are complete, and unsent reasons and comments are not lost.

const openPage = useChatPage();
let chat: ChatPage;

const viewWith = (entries: readonly Entry[]): ChatViewState => ({
  shell: sampleView.shell,
  session: {
    state: { ...sampleState, status: { kind: 'working', sinceMs: Date.now() }, queue: [] },
    entries,
    earlier: 0,
    terminals: [],
  },
});

const asking = (more: Partial<PermissionEntry>): PermissionEntry => ({
  id: 'p1',
  turn: 1,
  atMs: 1,
  kind: 'permission',
  callId: 'c1',
  title: 'Write a file',
  toolKind: 'edit',
  content: [],
  locations: [],
  choices: [{ optionId: 'no', name: 'No', kind: 'reject_once' }],
  answer: { kind: 'open' },
  ...more,
});

const changing = (newText: string): PermissionEntry =>
  asking({ content: [{ kind: 'diff', path: '/w/a.sh', oldText: '', newText }] });

const request = () => chat.page.getByRole('group', { name: /^Permission: / });
const words = () => chat.page.getByRole('textbox', { name: 'What should the agent do instead?' });
const button = (name: string | RegExp) => chat.page.getByRole('button', { name });

declare global {
  interface Window {
    /** The buttons of a question when they appear, and whether they are disabled. */
    firstButtons?: Promise<readonly string[]>;
  }
}

describe('a change in a permission request', () => {
  it('shows the end of a long line and hidden characters', async () => {
    const hidden = `ls ${' '.repeat(5_000)}; rm -rf /`;
    chat = await openPage({ view: viewWith([changing(`${hidden}\na\u202Eb\n`)]) });
    const text = await request().locator('.diff pre').textContent();
    expect(text).toContain('; rm -rf /');
    expect(text).toContain('characters not shown');
    expect(text).toContain('a<U+202E>b');
  });

  it('can be shown up to its last line, however long it is', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at}`);
    chat = await openPage({ view: viewWith([changing(`${lines.join('\n')}\n`)]) });
    const more = request().getByRole('button', { name: /more lines/ });
    for (let presses = 0; presses < 3; presses += 1) {
      await more.click();
    }
    await expect.poll(() => more.count()).toBe(0);
    expect(await request().locator('.diff-row').last().textContent()).toContain('line 4999');
  });

  it('shows all arguments of the call besides the command', async () => {
    const input = '{\n  "command": "ls",\n  "dangerouslyDisableSandbox": true\n}';
    chat = await openPage({ view: viewWith([asking({ command: 'ls', input })]) });
    await request().getByRole('button', { name: 'Input' }).click();
    await expect.poll(() => request().getByText('dangerouslyDisableSandbox').count()).toBe(1);
  });
});

describe('the form for the reason of a rejection', () => {
  it('returns the focus when it is canceled', async () => {
    chat = await openPage({ view: viewWith([asking({})]) });
    await button('Reject with reason').click();
    await words().fill('Not so');
    await button('Back').click();
    await expect.poll(() => words().count()).toBe(0);
    expect(await chat.page.evaluate(() => document.activeElement?.textContent)).toBe(
      'Reject with reason',
    );
  });
});

const questioned: Entry = {
  id: 'q1',
  turn: 1,
  atMs: 1,
  kind: 'question',
  message: 'Which branch?',
  ask: { kind: 'form', form: { fields: [] } },
  answer: { kind: 'open' },
};

describe('an elicitation that has just appeared', () => {
  it('ignores clicks that were meant for another button, even for a rejection', async () => {
    chat = await openPage({ view: viewWith([]) });
    // Records the state of each button when it appears.
    await chat.page.evaluate(() => {
      window.firstButtons = new Promise(done => {
        new MutationObserver((_, observer) => {
          const buttons = [...document.querySelectorAll<HTMLButtonElement>('.question button')];
          if (buttons.length > 0) {
            observer.disconnect();
            done(buttons.map(({ textContent, disabled }) => `${textContent} ${disabled}`));
          }
        }).observe(document.body, { childList: true, subtree: true });
      });
    });
    await chat.host.sendNotification(SessionChanged, {
      sessionId: sampleState.id,
      patches: [{ kind: 'added', entry: questioned }],
    });
    expect(await chat.page.evaluate(() => window.firstButtons)).toEqual([
      'Submit true',
      'Decline true',
      'Dismiss true',
    ]);
    const replies: unknown[] = [];
    chat.host.onNotification(AnswerElicitation, ({ action }) => void replies.push(action));
    await button('Decline').click();
    await expect.poll(() => replies).toEqual(['decline']);
  });
});

describe('a screen reader', () => {
  it('is notified of an elicitation, as of a permission request', async () => {
    chat = await openPage({ view: viewWith([]) });
    await chat.host.sendNotification(SessionChanged, {
      sessionId: sampleState.id,
      patches: [{ kind: 'added', entry: questioned }],
    });
    const said = (): Promise<string | null> =>
      chat.page.locator('.visually-hidden[role=status]').textContent();
    await expect.poll(said).toBe('Accord Demo asks: Which branch?');
  });
});

describe('an unsent comment on a hunk', () => {
  const edit = toolEntry({
    toolKind: 'edit',
    content: [{ kind: 'diff', path: '/w/a.ts', oldText: 'left', newText: 'rest' }],
  });
  const calls = [{ callId: 'c', hidden: 0, files: [changedFile('a.ts', [changedHunk('h1')])] }];

  async function open(): Promise<FakeReview> {
    chat = await openPage({ view: viewWith([edit]) });
    const review = new FakeReview(chat);
    await review.show({ calls });
    await button('Comment').click();
    await words().fill('Why so?');
    return review;
  }

  it('returns the focus when it is canceled', async () => {
    await open();
    await chat.page.keyboard.press('Escape');
    await expect.poll(() => words().count()).toBe(0);
    expect(await chat.page.evaluate(() => document.activeElement?.textContent)).toBe('Comment');
  });

  it('is restored after the page was hidden', async () => {
    await open();
    await chat.page.reload();
    await expect.poll(() => words().inputValue()).toBe('Why so?');
    const said: unknown[] = [];
    chat.host.onNotification(CommentOnHunk, one => void said.push(one));
    await button('Add comment').click();
    await expect.poll(() => said).toMatchObject([{ text: 'Why so?', reject: false }]);
    await expect.poll(() => words().count()).toBe(0);
  });

  it('survives that its call is collapsed, and does not take the focus when it is expanded', async () => {
    await open();
    const line = button('Run');
    await line.click();
    await expect.poll(() => words().count()).toBe(0);
    await line.click();
    await expect.poll(() => words().inputValue()).toBe('Why so?');
    expect(await chat.page.evaluate(() => document.activeElement?.textContent)).toBe('Run');
  });
});
