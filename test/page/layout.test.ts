import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';
import { toolEntry, idleSampleState, agentEntry } from './entries.ts';
import { sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

// Positions and colors of elements.

const open = useChatPage();

const viewWith = (entries: readonly Entry[], more: object = {}): ChatViewState => ({
  shell: sampleView.shell,
  session: { state: idleSampleState, entries, earlier: 0, terminals: [], ...more },
});

const entryBase = { id: 'e1', turn: 1, atMs: 1 };

/** Measures the first element that matches. */
const measure = <T>(
  page: Page,
  selector: string,
  measured: (element: HTMLElement) => T,
): Promise<T> =>
  page
    .locator(selector)
    .first()
    .evaluate(measured as (element: Element) => T);

describe('a list', () => {
  it.each(['- أول\n- ثان', '- أول\n\n- ثان', '1. أول\n2. ثان'])(
    'has its marks in sight on the right if its words are read from there: %s',
    async text => {
      const { page } = await open({ view: viewWith([agentEntry(1, text)]) });
      await page.locator('.markdown li').first().waitFor();
      expect(
        await measure(page, '.markdown li', element => getComputedStyle(element).direction),
      ).toBe('rtl');
      const spaceBelow = await measure(
        page,
        '.markdown li',
        element =>
          (element.closest('.markdown')?.getBoundingClientRect().right ?? 0) -
          element.getBoundingClientRect().right,
      );
      expect(spaceBelow).toBeGreaterThanOrEqual(20);
    },
  );

  it('aligns the lines of a task and indents its children', async () => {
    const words = 'a task with more words than a line of the page has room for, by far';
    const { page } = await open({
      view: viewWith([agentEntry(1, `- [ ] ${words}\n  - [x] part`)]),
    });
    await page.locator('.markdown li').first().waitFor();
    const lefts = await measure(page, '.markdown li', element => {
      const range = document.createRange();
      const text = [...element.childNodes].find(node => node.nodeType === Node.TEXT_NODE);
      range.selectNodeContents(text ?? element);
      return [...range.getClientRects()].map(({ left }) => Math.round(left));
    });
    expect(lefts.length).toBeGreaterThan(1);
    expect(new Set(lefts).size).toBe(1);
    const inner = await measure(
      page,
      'li li input',
      element => element.getBoundingClientRect().left,
    );
    expect(inner).toBeGreaterThanOrEqual((lefts[0] ?? 0) - 1);
  });

  it('has the checkbox of a task beside its text, also in a loose list', async () => {
    const { page } = await open({ view: viewWith([agentEntry(1, '- [ ] one\n\n- [x] two')]) });
    await page.locator('.markdown li').first().waitFor();
    const box = await measure(page, 'li input', element => element.getBoundingClientRect().bottom);
    expect(
      await measure(page, 'li p', element => element.getBoundingClientRect().top),
    ).toBeLessThan(box);
  });
});

describe('a table', () => {
  it('fits several words into a line of a long cell, however many columns there are', async () => {
    const columns = 'abcdefghij'.split('');
    const text = [
      `| ${columns.join(' | ')} |`,
      `|${'---|'.repeat(columns.length)}`,
      `| ${'some words '.repeat(6)} | ${'short | '.repeat(columns.length - 1)}`,
    ].join('\n');
    const { page } = await open({ view: viewWith([agentEntry(1, text)]), width: 320 });
    await page.locator('.markdown td').first().waitFor();
    expect(await measure(page, 'td', element => element.clientHeight)).toBeLessThan(100);
  });
});

describe('a plan', () => {
  it('has badges of one line, beside the first line', async () => {
    const text = 'a step with more words than a line of the page has room for, by far';
    const items = [{ text, priority: 'high', status: 'pending' }] as const;
    const { page } = await open({ view: viewWith([{ ...entryBase, kind: 'plan', items }]) });
    await page.locator('.plan-head').click();
    await page.locator('.plan .badge').waitFor();
    expect(await measure(page, '.plan-text', element => element.clientHeight)).toBeGreaterThan(35);
    expect(await measure(page, '.plan .badge', element => element.offsetHeight)).toBeLessThan(20);
  });
});

describe('a tool call', () => {
  it('shows its whole title when it is expanded', async () => {
    const title = 'Look for a word in all the files of a folder with a name that is very long';
    const tool = toolEntry({ title, toolKind: 'search', output: 'Found.' });
    const { page } = await open({ view: viewWith([tool]), width: 320 });
    const hidden = (): Promise<number> =>
      measure(page, '.tool .line-text', element => element.scrollWidth - element.clientWidth);
    await page.locator('.tool .line-text').waitFor();
    expect(await hidden()).toBeGreaterThan(50);
    await page.getByRole('button', { name: 'Look for a word' }).click();
    await page.getByText('Found.').waitFor();
    expect(await hidden()).toBe(0);
  });

  it('does not change a foreground color that a command combined with a background', async () => {
    const tool = toolEntry({ content: [{ kind: 'terminal', terminalId: 't' }] });
    const output = '\u001b[30;46m RUN \u001b[0m \u001b[36mcyan\u001b[0m';
    const terminals = [{ id: 't', command: 'npm test', output, cut: false }];
    const { page } = await open({ view: viewWith([tool], { terminals }) });
    await page.locator('.ansi-bg-6').waitFor();
    expect(await measure(page, '.ansi-bg-6', element => getComputedStyle(element).color)).toBe(
      'rgb(0, 0, 0)',
    );
  });
});
