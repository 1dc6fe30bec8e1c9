import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import {
  Attach,
  SessionChanged,
  Send,
  SetFavorite,
  ShellChanged,
  UseCode,
  type UseCodeParams,
  type AttachParams,
} from '../../src/core/chat/messages.ts';
import { withFavoriteChange } from '../../src/core/chat/favorites.ts';
import type { Mention } from '../../src/core/prompt/mention/mention.ts';
import { toDraft } from '../../src/core/prompt/draft.ts';
import type { Entry, ElicitationEntry } from '../../src/core/session/transcript/entry.ts';
import type { ChatPage } from './chatPage.ts';
import { accessibilityViolations } from './accessibilityViolations.ts';
import { idleSampleState, agentEntry } from './entries.ts';
import { rareView, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';
import { transfer } from './dataTransfer.ts';

// Sizes, reduced motion, text directions, pasting and reloading.

const open = useChatPage();

const viewWith = (entries: readonly Entry[]): ChatViewState => ({
  shell: sampleView.shell,
  session: { state: idleSampleState, entries, earlier: 0, terminals: [] },
});

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });

/** How much wider the content is than the page. */
const overflowing = (page: Page): Promise<unknown> =>
  page.locator('.transcript').evaluate(box => ({
    page: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    transcript: Math.max(0, box.scrollWidth - box.clientWidth),
  }));

const edgesOf = (page: Page) => async (selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  return box && { left: box.x, right: box.x + box.width };
};

const inFrame = { page: 0, transcript: 0 };

describe('the page fits', () => {
  it.each([200, 320, 600, 1_000, 2_000])('%d pixels', async width => {
    const { page } = await open({ width });
    await page.getByRole('article').first().waitFor();
    expect(await overflowing(page)).toEqual(inFrame);
    await message(page).click();
    const send = await page.getByRole('button', { name: 'Stop', exact: true }).boundingBox();
    expect((send?.x ?? width) + (send?.width ?? 0)).toBeLessThanOrEqual(width);
    const edges = await Promise.all(['.user', '.composer'].map(edgesOf(page)));
    expect(edges[0]).toEqual(edges[1]);
  });

  it('while it is resized, with the current tab, the plan and the queue visible', async () => {
    const { shell, session } = sampleView;
    const one = { agentName: 'Accord Demo', canFork: true, state: 'done' } as const;
    const others = ['a', 'b', 'c', 'd'].map(id => ({ ...one, id, title: `Session ${id}` }));
    const sessions = [...others, ...shell.sessions.filter(({ id }) => id === session?.state.id)];
    const { page } = await open({ view: { ...sampleView, shell: { ...shell, sessions } } });
    await page.getByRole('article').first().waitFor();
    await page.setViewportSize({ width: 200, height: 900 });
    const edges = edgesOf(page);
    const rightOf = async (selector: string): Promise<number> =>
      (await edges(selector))?.right ?? NaN;
    await expect
      .poll(async () => (await rightOf('.session.shown')) <= (await rightOf('.sessions ul')) + 1)
      .toBe(true);
    await page.locator('.plan-head').click();
    expect(await rightOf('.plan .badge')).toBeLessThanOrEqual(await rightOf('.plan'));
    const text = await edges('.queue-text');
    expect((text?.right ?? 0) - (text?.left ?? 0)).toBeGreaterThan(100);
  });

  it('a zoom of 200 %', async () => {
    const { page } = await open({ width: 420, zoom: 2, view: rareView });
    await page.getByRole('article').first().waitFor();
    // The buttons of a request are disabled for a moment, in which nothing in it can have the focus.
    await expect.poll(() => page.locator('.request button:disabled').count()).toBe(0);
    expect(await overflowing(page)).toEqual(inFrame);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describe('reduced motion', () => {
  it('disables all animations', async () => {
    const { page } = await open({ reducedMotion: true });
    await page.getByRole('article').first().waitFor();
    await page.emulateMedia({ reducedMotion: 'reduce' }); // A page whose process was replaced has lost it.
    await page.waitForFunction(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) =>
              playState === 'running' && Number(effect?.getComputedTiming().duration) > 1,
          ).length,
    );
    expect(moving).toBe(0);
  });
});

describe('right-to-left text', () => {
  const hebrew = 'שלום עולם, זה טקסט מימין לשמאל.';

  it('is right to left in answers, lists and prompts, but not in code', async () => {
    const text = `${hebrew}\n\n- ${hebrew}\n\n\`\`\`ts\nconst a = 1;\n\`\`\`\n\nLeft to right.`;
    const prompt: Entry = {
      id: 'u1',
      turn: 1,
      atMs: 0,
      kind: 'user',
      blocks: [{ type: 'text', text: hebrew }],
    };
    const { page } = await open({ view: viewWith([prompt, agentEntry(1, text)]) });
    const direction = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate(element => getComputedStyle(element).direction);
    await page.getByText('Left to right.').waitFor();
    expect(await direction('.user-text')).toBe('rtl');
    expect(await direction('.agent p')).toBe('rtl');
    expect(await direction('.agent li')).toBe('rtl');
    expect(await direction('.agent pre')).toBe('ltr');
    expect(await direction('.agent .block:last-child p')).toBe('ltr');
    expect(await overflowing(page)).toEqual(inFrame);
  });

  it('is right to left in the composer', async () => {
    const { page } = await open({ view: viewWith([]) });
    await message(page).fill(hebrew);
    const direction = await page
      .locator('.cm-content')
      .evaluate(element => getComputedStyle(element).direction);
    expect(direction).toBe('rtl');
  });
});

describe('an input method', () => {
  it('can use Enter without sending the prompt', async () => {
    const { page, host } = await open({ view: viewWith([]) });
    const sent: unknown[] = [];
    host.onRequest(Send, ({ draft }) => {
      sent.push(toDraft(draft));
      return { isAccepted: true };
    });
    await message(page).click();
    const debug = await page.context().newCDPSession(page);
    await debug.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await debug.send('Input.imeSetComposition', {
      text: 'にほん',
      selectionStart: 3,
      selectionEnd: 3,
    });
    await page.locator('.cm-content').evaluate(field =>
      field.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          keyCode: 229,
          isComposing: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
    );
    await debug.send('Input.insertText', { text: '日本' });
    expect(await message(page).textContent()).toBe('日本');
    expect(sent).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => sent).toEqual([[{ kind: 'text', text: '日本' }]]);
  });
});

/** Answers each attach request with a chip. */
function offersOf({ host }: ChatPage): AttachParams[] {
  const offers: AttachParams[] = [];
  host.onRequest(Attach, offer => {
    offers.push(offer);
    const [uri] = offer.uris;
    const mention: Mention =
      uri === undefined
        ? { kind: 'image', capture: 'c1', name: 'shot.png' }
        : { kind: 'file', uri };
    return { mentions: [mention], refused: [] };
  });
  return offers;
}

describe('pasting and dropping', () => {
  const PIXEL =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

  const image = { files: [{ name: 'shot.png', type: 'image/png', base64: PIXEL }] };

  it('turns an image into a chip', async () => {
    const chat = await open({ view: viewWith([]) });
    const offers = offersOf(chat);
    await transfer(chat.page, 'paste', image);
    await chat.page.getByRole('button', { name: 'Remove shot.png' }).waitFor();
    expect(offers).toMatchObject([
      { uris: [], media: [{ name: 'shot.png', mimeType: 'image/png', data: PIXEL }] },
    ]);
  });

  it('offers code copied from an editor', async () => {
    const chat = await open({ view: viewWith([]) });
    const offers = offersOf(chat);
    await transfer(chat.page, 'paste', {
      texts: { 'text/plain': 'const a = 1;\nconst b = 2;\n', 'vscode-editor-data': '{}' },
    });
    await expect.poll(() => offers).toMatchObject([{ text: 'const a = 1;\nconst b = 2;\n' }]);
  });

  it('accepts files from the explorer and from the operating system', async () => {
    const chat = await open({ view: viewWith([]) });
    const offers = offersOf(chat);
    await transfer(chat.page, 'drop', {
      texts: { 'application/vnd.code.uri-list': 'file:///w/src/a.ts' },
    });
    await chat.page.getByRole('button', { name: 'Remove a.ts' }).waitFor();
    await transfer(chat.page, 'drop', image);
    await chat.page.getByRole('button', { name: 'Remove shot.png' }).waitFor();
    expect(offers).toMatchObject([
      { uris: ['file:///w/src/a.ts'], media: [] },
      { uris: [], media: [{ name: 'shot.png' }] },
    ]);
  });
});

describe('a reloaded page', () => {
  const long = Array.from({ length: 60 }, (_, index) =>
    agentEntry(index + 1, `Message ${index + 1}\n\ntext`),
  );

  it('has the draft and the reading position', async () => {
    const { page } = await open({ view: viewWith(long) });
    await message(page).fill('half a thought');
    await page.getByRole('log', { name: 'Conversation' }).hover();
    await page.mouse.wheel(0, -600);
    await page.getByRole('button', { name: 'Scroll to bottom' }).waitFor();
    /** The message at the top, and how much of it is above the viewport. */
    const scrollPosition = (): Promise<unknown> =>
      page.locator('.transcript').evaluate(box => {
        const { top } = box.getBoundingClientRect();
        const first = [...document.querySelectorAll('article')].find(
          part => part.getBoundingClientRect().bottom > top,
        );
        const above = top - (first?.getBoundingClientRect().top ?? 0);
        return [first?.textContent, Math.round(above / 4)];
      });
    const savedPositions = (): Promise<unknown> =>
      page.evaluate(() => {
        const state = JSON.parse(sessionStorage.getItem('state') ?? '{}') as {
          places?: Record<string, unknown>;
        };
        return state.places?.['s1'];
      });
    await expect.poll(savedPositions).toBeDefined();
    const before = await scrollPosition();
    await page.reload();
    await page.getByRole('article').first().waitFor();
    expect(await message(page).textContent()).toBe('half a thought');
    await expect.poll(scrollPosition).toEqual(before);
    expect(await page.getByRole('button', { name: 'Scroll to bottom' }).count()).toBe(1);
  });
});

describe('a long list', () => {
  it('shows favorites first', async () => {
    const { page, host } = await open();
    let { favorites: favourites } = sampleView.shell;
    host.onNotification(SetFavorite, favour => {
      favourites = withFavoriteChange(favourites, favour);
      void host.sendNotification(ShellChanged, { ...sampleView.shell, favorites: favourites });
    });
    const models = page.getByRole('combobox', { name: 'Model' });
    await models.click();
    await page.getByRole('searchbox').fill('Model 7');
    await page.keyboard.press('Control+d');
    await page.getByRole('group', { name: 'Favorites' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await models.click();
    const first = page.getByRole('listbox', { name: 'Model' }).getByRole('option').first();
    expect(await first.textContent()).toContain('Model 7');
    await first.hover();
    await first.locator('.option-star').click();
    await page.getByRole('group', { name: 'Favorites' }).waitFor({ state: 'detached' });
    expect(favourites).toEqual({});
  });
});

describe('code in an answer', () => {
  it('can be copied, inserted, applied to the named file, and put into a new file', async () => {
    const text = '```ts src/a.ts\nconst a = 1;\n```\n';
    const { page, host } = await open({ view: viewWith([agentEntry(1, text)]) });
    const uses: UseCodeParams[] = [];
    host.onNotification(UseCode, use => void uses.push(use));
    const code = page.getByRole('figure', { name: 'Code, ts' });
    for (const name of ['Copy', 'Insert at cursor', 'Apply to file', 'New file']) {
      await code.getByRole('button', { name, exact: true }).click();
    }
    const use = { text: 'const a = 1;\n', language: 'ts', file: 'src/a.ts' };
    await expect
      .poll(() => uses)
      .toEqual(['copy', 'insert', 'apply', 'newFile'].map(how => ({ ...use, use: how })));
  });
});

describe('a page opened by an elicitation', () => {
  it('is shown as completed when the agent reports it', async () => {
    const question: ElicitationEntry = {
      id: 'q1',
      turn: 1,
      atMs: 0,
      kind: 'question',
      message: 'Confirm the order',
      ask: { kind: 'url', url: 'https://shop.test/', host: 'shop.test', suspicious: false },
      answer: { kind: 'accepted' },
    };
    const { page, host } = await open({ view: viewWith([question]) });
    const group = page.getByRole('group', { name: 'Question: Confirm the order' });
    await group.getByText('Page opened').waitFor();
    const entry = { ...question, answer: { kind: 'accepted', done: true } } as const;
    void host.sendNotification(SessionChanged, {
      sessionId: 's1',
      patches: [{ kind: 'replaced', entry }],
    });
    await expect.poll(() => group.getByText('Completed in the browser').count()).toBe(1);
  });
});
