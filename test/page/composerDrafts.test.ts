import { describe, expect, it } from 'vitest';
import {
  AnswerPermission,
  Attach,
  DraftSaved,
  SaveDraft,
  NewSession,
  PrepareSession,
  Reset,
  Send,
} from '../../src/core/chat/messages.ts';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import type { Mention } from '../../src/core/prompt/mention/mention.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';
import type { QueuedPrompt } from '../../src/core/session/state/sessionState.ts';
import type { ChatPage } from './chatPage.ts';
import { rareEntries, sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { transfer } from './dataTransfer.ts';

// Unsent texts of the user.

const openPage = useChatPage();
let chat: ChatPage;

const viewOf = (
  id: string,
  queue: readonly QueuedPrompt[] = [],
  entries: readonly Entry[] = [],
) => ({
  shell: sampleView.shell,
  session: {
    state: { ...sampleState, id, status: { kind: 'idle' }, queue } as const,
    entries,
    earlier: 0,
    terminals: [],
  },
});

const field = () => chat.page.getByRole('textbox', { name: 'Message' });
const button = (name: string) => chat.page.getByRole('button', { name, exact: true });
/** The text in the composer, without the placeholder. */
const written = (): Promise<string> =>
  chat.page.locator('.composer-field .cm-line').evaluateAll(lines =>
    lines
      .map(line =>
        [...line.childNodes]
          .filter(node => !(node instanceof Element && node.matches('.cm-placeholder')))
          .map(node => node.textContent)
          .join(''),
      )
      .join('\n')
      .trim(),
  );

async function open(queue: readonly QueuedPrompt[] = []): Promise<void> {
  chat = await openPage({ view: viewOf('one', queue) });
}

/** Shows another session and waits until it is on the page. */
async function show(id: string): Promise<void> {
  await chat.host.sendNotification(Reset, viewOf(id));
  const shown = (): Promise<unknown> =>
    chat.page.evaluate(
      () => (JSON.parse(sessionStorage.getItem('state') ?? '{}') as { shown?: string }).shown,
    );
  await expect.poll(shown).toBe(id);
}

/** An answer that the test gives later. */
function later<T>(): { readonly answer: Promise<T>; readonly give: (value: T) => void } {
  let give: ((value: T) => void) | undefined;
  const answer = new Promise<T>(resolve => {
    give = resolve;
  });
  return { answer, give: value => give?.(value) };
}

describe('a prompt that was not accepted', () => {
  it('is restored before the text written since', async () => {
    await open();
    const { answer, give } = later<{ isAccepted: boolean }>();
    chat.host.onRequest(Send, () => answer);
    await field().pressSequentially('first');
    await field().press('Enter');
    await expect.poll(written).toBe('');
    await field().pressSequentially('second');
    give({ isAccepted: false });
    await chat.page.getByRole('alert').waitFor();
    expect(await written()).toBe('first\nsecond');
  });

  it('is restored in its session, whichever session is shown', async () => {
    await open();
    const { answer, give } = later<{ isAccepted: boolean }>();
    chat.host.onRequest(Send, () => answer);
    await field().pressSequentially('first');
    await field().press('Enter');
    await expect.poll(written).toBe('');
    await show('two');
    give({ isAccepted: false });
    await chat.page.getByRole('alert').waitFor();
    expect(await written()).toBe('');
    await show('one');
    await expect.poll(written).toBe('first');
    await chat.page.getByRole('alert').waitFor({ state: 'detached' }); // It belonged to the other session.
  });
});

describe('pasted content', () => {
  const pasted: Mention = { kind: 'file', uri: 'file:///w/pasted.ts' };

  it('is inserted in the session in which it was pasted, whichever session is shown', async () => {
    await open();
    const { answer, give } = later<{ mentions: readonly Mention[]; refused: readonly string[] }>();
    let asked = 0;
    chat.host.onRequest(Attach, () => {
      asked += 1;
      return answer;
    });
    await field().pressSequentially('look at ');
    await transfer(chat.page, 'paste', { texts: { 'text/uri-list': 'file:///w/pasted.ts' } });
    await expect.poll(() => asked).toBe(1);
    await show('two');
    give({ mentions: [pasted], refused: ['Not the other one.'] });
    await chat.page.getByRole('alert').waitFor();
    expect(await button('Remove pasted.ts').count()).toBe(0);
    await show('one');
    await button('Remove pasted.ts').waitFor();
    expect(await written()).toContain('look at');
  });

  it('reports files that cannot be read', async () => {
    await open();
    chat.host.onRequest(Attach, () => ({ mentions: [], refused: [] }));
    await transfer(chat.page, 'paste', { folder: 'folder' });
    await expect.poll(() => chat.page.getByRole('alert').getByText('folder').count()).toBe(1);
  });
});

describe('a draft', () => {
  it('is kept when a queued prompt is edited', async () => {
    await open([{ id: 'q1', draft: [{ kind: 'text', text: 'Then this' }] }]);
    await field().pressSequentially('half a thought');
    await button('Edit').click();
    await expect.poll(written).toBe('Then this\nhalf a thought');
  });

  it('is the same on every page of its session, and the newest one wins', async () => {
    await open();
    const kept: unknown[] = [];
    chat.host.onNotification(SaveDraft, one => void kept.push(one));
    const keptElsewhere = (text: string, atMs: number): Promise<void> =>
      chat.host.sendNotification(DraftSaved, {
        sessionId: 'one',
        draft: text === '' ? [] : [{ kind: 'text', text }],
        atMs,
      });
    await keptElsewhere('from the other page', Date.now());
    await expect.poll(written).toBe('from the other page');
    await keptElsewhere('', Date.now() + 1);
    await expect.poll(written).toBe('');
    expect(kept).toEqual([]);
    await field().pressSequentially('mine');
    await keptElsewhere('old', 1);
    await expect.poll(() => kept.length).toBeGreaterThan(0);
    expect(await written()).toBe('mine');
  });

  it('is sent to the extension when the composer loses the focus, before another session is shown', async () => {
    await open();
    const notifications: string[] = [];
    chat.host.onNotification(SaveDraft, () => void notifications.push('draft'));
    chat.host.onNotification(NewSession, () => void notifications.push('new'));
    await field().focus();
    await button('New session').evaluate(async element => {
      document.execCommand('insertText', false, 'half a thought');
      await new Promise(requestAnimationFrame);
      element.focus();
      (element as HTMLElement).click();
    });
    await expect.poll(() => notifications).toEqual(['draft', 'new']);
  });

  it('has its own undo history, separate from other sessions', async () => {
    await open();
    await field().pressSequentially('of one');
    await show('two');
    await expect.poll(written).toBe('');
    await field().press('Control+Z');
    expect(await written()).toBe('');
    await field().pressSequentially('of two');
    await show('one');
    await expect.poll(written).toBe('of one');
    await field().press('Control+Z');
    expect(await written()).toBe('of one');
  });
});

describe('an answer that was not submitted', () => {
  const asks: Entry = {
    id: 'p1',
    turn: 1,
    atMs: 1,
    kind: 'permission',
    callId: 'c1',
    title: 'Delete all',
    toolKind: 'execute',
    content: [],
    locations: [],
    choices: [{ optionId: 'no', name: 'No', kind: 'reject_once' }],
    answer: { kind: 'open' },
  };
  const form = rareEntries.find(entry => entry.kind === 'question' && entry.ask.kind === 'form');

  it('is restored after the page was hidden: a form, and the reason of a rejection', async () => {
    const entries = [asks, ...(form ? [form] : [])];
    chat = await openPage({ view: viewOf('one', [], entries) });
    const tag = () => chat.page.getByRole('textbox', { name: 'Tag' });
    const why = () => chat.page.getByRole('textbox', { name: 'What should the agent do instead?' });
    await tag().fill('v1.2.0');
    await button('Reject with reason').click();
    await why().fill('Ask me first.');
    await chat.page.reload();
    await expect.poll(() => tag().inputValue()).toBe('v1.2.0');
    expect(await why().inputValue()).toBe('Ask me first.');
    const answer = new Promise(resolve => {
      chat.host.onNotification(AnswerPermission, resolve);
    });
    await button('Reject with this reason').click();
    expect(await answer).toMatchObject({ entryId: 'p1', optionId: 'no', reason: 'Ask me first.' });
  });
});

/** Opens a page, writes a prompt and sends it. Returns how often the page has asked for a prepared session. */
const sendFirst = async (view: ChatViewState): Promise<number> => {
  chat = await openPage({ view });
  let count = 0;
  chat.host.onNotification(PrepareSession, () => {
    count += 1;
  });
  await field().pressSequentially('Hello');
  const sent = new Promise<void>(resolve => {
    chat.host.onRequest(Send, () => {
      resolve();
      return { isAccepted: true };
    });
  });
  await chat.page.keyboard.press('Enter');
  await sent;
  return count;
};

describe('the first prompt of a session', () => {
  it('lets the extension prepare a session as soon as the user begins to write', async () => {
    expect(await sendFirst({ shell: sampleView.shell })).toBe(1);
    expect(await sendFirst(viewOf('one'))).toBe(0);
  });
});
