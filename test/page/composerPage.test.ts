import { describe, expect, it } from 'vitest';
import {
  Attach,
  SessionChanged,
  type DraftEstimate,
  SuggestMentions,
  type MentionSuggestions,
  SetImplicitContext,
  InsertMentions,
  type AttachParams,
  OpenMention,
  Send,
  ImplicitContextChanged,
  EstimateDraft,
} from '../../src/core/chat/messages.ts';
import { type Draft, toDraft } from '../../src/core/prompt/draft.ts';
import type { Mention } from '../../src/core/prompt/mention/mention.ts';
import type { ChatPage } from './chatPage.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { transfer } from './dataTransfer.ts';

// Context in the composer.

const openPage = useChatPage();
let chat: ChatPage;

/** Opens an empty session that accepts every prompt. */
async function open(): Promise<readonly Draft[]> {
  const state = { ...sampleState, status: { kind: 'idle' }, queue: [] } as const;
  const session = { state, entries: [], earlier: 0, terminals: [] };
  chat = await openPage({ view: { shell: sampleView.shell, session } });
  const sent: Draft[] = [];
  chat.host.onRequest(Send, ({ draft }) => {
    sent.push(toDraft(draft));
    return { isAccepted: true };
  });
  return sent;
}

const field = () => chat.page.getByRole('textbox', { name: 'Message' });
const option = (name: string | RegExp) => chat.page.getByRole('option', { name });
const button = (name: string) => chat.page.getByRole('button', { name, exact: true });
const chip = () => chat.page.locator('.composer-field .chip');

const file = (path: string): Mention => ({ kind: 'file', uri: `file:///w/${path}` });

const rows = (label: string, facts: Partial<MentionSuggestions> = {}): MentionSuggestions => ({
  found: [{ mention: file(label), label, icon: 'file' }],
  indexing: false,
  ...facts,
});

describe('the @-menu', () => {
  it('cancels a search when the next letter is typed', async () => {
    await open();
    const asked: string[] = [];
    const cancelled: string[] = [];
    chat.host.onRequest(SuggestMentions, async ({ query }, token) => {
      asked.push(query);
      if (query === 'ab') {
        return rows('ab.ts');
      }
      await new Promise<void>(resolve => token.onCancellationRequested(() => resolve()));
      cancelled.push(query);
      return rows('too-late.ts');
    });
    await field().pressSequentially('@');
    await expect.poll(() => asked).toEqual(['']);
    await field().pressSequentially('ab');
    await option('ab.ts').waitFor();
    await expect.poll(() => cancelled).toEqual(asked.filter(query => query !== 'ab'));
    expect(await option('too-late.ts').count()).toBe(0);
  });

  it('shows that files are being indexed, and then the files', async () => {
    await open();
    let isKnown = false;
    chat.host.onRequest(SuggestMentions, () =>
      isKnown ? rows('late.ts') : { found: [], indexing: true },
    );
    await field().pressSequentially('@');
    await option('Indexing files...').waitFor();
    isKnown = true;
    await option('late.ts').waitFor();
    expect(await option('Indexing files...').count()).toBe(0);
  });

  it('takes a click while the list is being updated', async () => {
    await open();
    let requests = 0;
    chat.host.onRequest(SuggestMentions, async () => {
      requests++;
      await (requests > 1 ? new Promise(() => undefined) : undefined);
      return rows('a.ts', { indexing: true });
    });
    await field().pressSequentially('@');
    await option('a.ts').waitFor();
    await expect.poll(() => requests).toBe(2);
    await option('a.ts').click();
    await button('Remove a.ts').waitFor();
  });

  it('does not change under the mouse', async () => {
    await open();
    let requests = 0;
    chat.host.onRequest(SuggestMentions, () => {
      requests++;
      return rows(requests > 1 ? 'later.ts' : 'a.ts', { indexing: requests < 5 });
    });
    await field().pressSequentially('@');
    await option('a.ts').hover();
    await expect.poll(() => requests).toBeGreaterThan(3);
    expect(await option('a.ts').count()).toBe(1);
    await field().hover();
    await option('later.ts').waitFor();
  });

  it('accepts the first row if Enter was pressed before the list arrived', async () => {
    const sent = await open();
    const answers: (() => void)[] = [];
    chat.host.onRequest(SuggestMentions, async () => {
      await new Promise<void>(resolve => answers.push(resolve));
      return rows('cart.ts');
    });
    await field().pressSequentially('@c');
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    await field().press('Enter');
    answers.forEach(answer => answer());
    await button('Remove cart.ts').waitFor();
    expect(sent).toEqual([]);
  });

  it('sends the message on Enter if the list turns out to be empty', async () => {
    const sent = await open();
    const answers: (() => void)[] = [];
    chat.host.onRequest(SuggestMentions, async () => {
      await new Promise<void>(resolve => answers.push(resolve));
      return { found: [], indexing: false };
    });
    await field().pressSequentially('Ask @nobody');
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    await field().press('Enter');
    answers.forEach(answer => answer());
    await expect.poll(() => sent).toEqual([[{ kind: 'text', text: 'Ask @nobody' }]]);
  });
});

describe('chips', () => {
  it('are inserted at the cursor, once each, and leave the focus where it is', async () => {
    const sent = await open();
    await field().pressSequentially('Compare with that');
    for (let step = 0; step < ' with that'.length; step++) {
      await field().press('ArrowLeft');
    }
    await chat.host.sendNotification(InsertMentions, {
      mentions: [file('a.ts'), file('b.ts')],
      focus: false,
    });
    await button('Remove b.ts').waitFor();
    await field().press('Enter');
    await expect
      .poll(() => sent)
      .toEqual([
        [
          { kind: 'text', text: 'Compare ' },
          { kind: 'mention', mention: file('a.ts') },
          { kind: 'text', text: ' ' },
          { kind: 'mention', mention: file('b.ts') },
          { kind: 'text', text: '  with that' },
        ],
      ]);
  });

  it('of the same name show their folders', async () => {
    await open();
    const mentions = [file('one/index.ts'), file('two/index.ts')];
    await chat.host.sendNotification(InsertMentions, {
      mentions: mentions.slice(0, 1),
      focus: true,
    });
    await button('Remove index.ts').waitFor();
    await chat.host.sendNotification(InsertMentions, { mentions: mentions.slice(1), focus: true });
    await button('Remove one/index.ts').waitFor();
    await button('Remove two/index.ts').click();
    await expect.poll(() => button('Remove index.ts').count()).toBe(1);
  });

  it('with long names fit into the composer', async () => {
    await open();
    const mentions = [file('a.ts'), file(`${'long-'.repeat(40)}name.ts`), file('b.ts')];
    await chat.host.sendNotification(InsertMentions, { mentions, focus: true });
    await button('Remove b.ts').waitFor();
    const content = await chat.page.locator('.cm-content').boundingBox();
    const frame = await chat.page.locator('.composer').boundingBox();
    expect(content?.width).toBeLessThanOrEqual(frame?.width ?? 0);
  });

  it('show what will be sent and whether it is stale or missing, and open their target', async () => {
    await open();
    const weight: DraftEstimate = {
      mentions: [
        {
          description: 'Embedded, 2 KB\na.ts has changed since it was added',
          hasWarning: true,
          isOmitted: false,
        },
        { description: 'Not sent: the file no longer exists', hasWarning: true, isOmitted: true },
      ],
      sizeBytes: 2048,
      limitBytes: 4096,
    };
    chat.host.onRequest(EstimateDraft, () => weight);
    const opened: Mention[] = [];
    chat.host.onNotification(OpenMention, ({ mention }) => {
      opened.push(mention);
    });
    await chat.host.sendNotification(InsertMentions, {
      mentions: [file('a.ts'), file('b.ts')],
      focus: true,
    });
    const titles = async () =>
      Promise.all(
        (await chip().all()).map(async one => [
          await one.getAttribute('class'),
          await one.getAttribute('title'),
        ]),
      );
    await expect.poll(titles).toEqual([
      ['chip warns', weight.mentions[0]?.description],
      ['chip warns lost', weight.mentions[1]?.description],
    ]);
    const meter = chat.page.locator('.prompt-size');
    expect(await meter.getAttribute('aria-label')).toBe(
      'Message size: 2 KB (limit for embedded content: 4 KB)',
    );
    await chip().first().getByText('a.ts').click();
    await expect.poll(() => opened).toEqual([file('a.ts')]);
  });
});

describe('a chip', () => {
  it('shows how it is sent as soon as the capabilities of the agent are known', async () => {
    const { promptCapabilities: accepts, ...unknown } = sampleState;
    const session = { state: unknown, entries: [], earlier: 0, terminals: [] };
    chat = await openPage({ view: { shell: sampleView.shell, session } });
    const words = ['It may be embedded', 'Link'];
    let asked = 0;
    chat.host.onRequest(EstimateDraft, () => ({
      mentions: [{ description: words[asked++] ?? '', hasWarning: false, isOmitted: false }],
      sizeBytes: 1,
      limitBytes: 2,
    }));
    await chat.host.sendNotification(InsertMentions, { mentions: [file('a.ts')], focus: true });
    await expect.poll(() => chip().getAttribute('title')).toBe('It may be embedded');
    await chat.host.sendNotification(SessionChanged, {
      sessionId: sampleState.id,
      patches: [],
      state: { ...unknown, ...(accepts && { promptCapabilities: accepts }) },
    });
    // The estimate is repeated anyway, but only periodically.
    await expect.poll(() => chip().getAttribute('title'), { timeout: 5_000 }).toBe('Link');
  });
});

describe('the suggestion of the active editor', () => {
  const inFront = { mention: file('front.ts'), follows: false };

  it('is sent if it was clicked, and not if it was dismissed', async () => {
    const sent = await open();
    await chat.host.sendNotification(ImplicitContextChanged, inFront);
    await button('Add front.ts').waitFor();
    await field().pressSequentially('one');
    await field().press('Enter');
    await button("Don't suggest front.ts").click();
    await button('Add front.ts').waitFor({ state: 'detached' });
    await chat.host.sendNotification(ImplicitContextChanged, {
      ...inFront,
      mention: file('other.ts'),
    });
    await button('Add other.ts').click();
    await field().press('Enter');
    await expect
      .poll(() => sent)
      .toEqual([
        [{ kind: 'text', text: 'one' }],
        [
          { kind: 'mention', mention: file('other.ts') },
          { kind: 'text', text: ' ' },
        ],
      ]);
  });

  it('is sent with every message if switched on, unless it is dismissed', async () => {
    const sent = await open();
    chat.host.onNotification(SetImplicitContext, ({ follows }) => {
      void chat.host.sendNotification(ImplicitContextChanged, { ...inFront, follows });
    });
    await chat.host.sendNotification(ImplicitContextChanged, inFront);
    await chat.page.getByRole('switch', { name: /Attach the active file/ }).click();
    await chat.page
      .getByRole('switch', { name: /Attach the active file/, checked: true })
      .waitFor();
    await field().pressSequentially('one');
    await field().press('Enter');
    await button("Don't suggest front.ts").click();
    await field().pressSequentially('two');
    await field().press('Enter');
    await expect
      .poll(() => sent)
      .toEqual([
        [
          { kind: 'text', text: 'one' },
          { kind: 'mention', mention: file('front.ts') },
        ],
        [{ kind: 'text', text: 'two' }],
      ]);
  });
});

/** Answers each attach request with these mentions, and records the requests. */
async function offers(mentions: readonly Mention[]): Promise<readonly AttachParams[]> {
  await open();
  const offered: AttachParams[] = [];
  chat.host.onRequest(Attach, offer => {
    offered.push(offer);
    return { mentions, refused: [] };
  });
  return offered;
}

describe('pasted or dropped content', () => {
  const code = { 'text/plain': 'one();\ntwo();', 'vscode-editor-data': '{}' };
  const selection: Mention = {
    kind: 'selection',
    uri: 'file:///w/a.ts',
    range: { start: { line: 0, character: 0 }, end: { line: 1, character: 6 } },
  };

  it('becomes a selection chip if it is several lines from an editor', async () => {
    const offered = await offers([selection]);
    await transfer(chat.page, 'paste', { texts: code });
    await button('Remove a.ts:1-2').waitFor();
    expect(offered).toMatchObject([{ text: 'one();\ntwo();', uris: [], media: [] }]);
  });

  it('stays text if it is not from an open file, a single line, or plain text', async () => {
    const offered = await offers([]);
    await transfer(chat.page, 'paste', { texts: code });
    await expect.poll(() => field().innerText()).toBe('one();\ntwo();');
    await field().press('Control+A');
    await transfer(chat.page, 'paste', { texts: { ...code, 'text/plain': 'three();' } });
    await expect.poll(() => field().innerText()).toBe('three();');
    await field().press('Control+A');
    await transfer(chat.page, 'paste', { texts: { 'text/plain': 'four();\nfive();' } });
    await expect.poll(() => field().innerText()).toBe('four();\nfive();');
    expect(offered).toHaveLength(1);
  });

  it('may have Windows line endings', async () => {
    const windows = 'one();\r\ntwo();\r\nthree();';
    await offers([]);
    await transfer(chat.page, 'paste', { texts: { ...code, 'text/plain': windows } });
    await expect.poll(() => field().innerText()).toBe('one();\ntwo();\nthree();');
    await chat.host.sendNotification(InsertMentions, { mentions: [], text: windows, focus: true });
    const twice = 'one();\ntwo();\nthree();one();\ntwo();\nthree();';
    await expect.poll(() => field().innerText()).toBe(twice);
    await field().press('!');
    await expect.poll(() => field().innerText()).toBe(`${twice}!`);
  });

  it('becomes a file mention if a file was dragged', async () => {
    const offered = await offers([file('dragged.ts')]);
    await transfer(chat.page, 'drop', {
      texts: { 'application/vnd.code.uri-list': 'file:///w/dragged.ts' },
    });
    await button('Remove dragged.ts').waitFor();
    expect(offered).toMatchObject([{ uris: ['file:///w/dragged.ts'] }]);
  });
});
