import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChatPreferences } from '../../src/core/chat/chatViewState.ts';
import { PlaySound, ShellChanged, UseCode } from '../../src/core/chat/messages.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';
import { agentEntry, idleSampleState, toolEntry } from './entries.ts';
import { sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

// Font size, sounds, colors, and code that VS Code draws.

const open = useChatPage();

const viewWith = (entries: readonly Entry[], preferences: Partial<ChatPreferences> = {}) => ({
  shell: {
    ...sampleView.shell,
    preferences: { ...sampleView.shell.preferences, ...preferences },
  },
  session: { state: idleSampleState, entries, earlier: 0, terminals: [] },
});

const colorOf = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

describe('the font size', () => {
  it('is that of VS Code until one is set, and changes at once', async () => {
    const view = viewWith([agentEntry(1, 'Some text and `code`')]);
    const { page, host } = await open({ view });
    const size = (selector: string): Promise<string> => colorOf(page, selector, 'font-size');
    const before = await size('.agent p');
    const show = (fontSizePx: number): void =>
      void host.sendNotification(ShellChanged, viewWith([], { fontSizePx }).shell);
    show(20);
    await expect.poll(() => size('.agent p')).toBe('20px');
    expect(await size('.agent code')).toBe('18.4px');
    expect(await size('.cm-content')).toBe('20px');
    show(1_000);
    await expect.poll(() => size('.agent p')).toBe('40px');
    show(0);
    await expect.poll(() => size('.agent p')).toBe(before);
  });
});

declare global {
  interface Window {
    /** The frequencies of the notes that were started. */
    notes?: number[];
  }
}

describe('a sound', () => {
  it('is played on a page that the user has used', async () => {
    const { page, host } = await open({ view: viewWith([]) });
    await page.evaluate(() => {
      window.notes = [];
      window.OscillatorNode = class extends OscillatorNode {
        override start(when?: number): void {
          window.notes?.push(this.frequency.value);
          super.start(when);
        }
      };
    });
    const notes = (): Promise<readonly number[] | undefined> => page.evaluate(() => window.notes);
    await page.getByRole('textbox', { name: 'Message' }).press('a');
    void host.sendNotification(PlaySound, { reason: 'needsYou' });
    await expect.poll(notes).toEqual([660, 880]);
  });
});

describe('code', () => {
  it.each(['light', 'dark', 'contrast'] as const)(
    'in a block has the text color of the page, not that of inline code (%s)',
    async theme => {
      const { page } = await open({
        view: viewWith([agentEntry(1, 'Some `code`\n\n```\nlet a;\n```')]),
        theme,
      });
      await page.locator('.code pre code').waitFor();
      const block = await colorOf(page, '.code pre code', 'color');
      expect(block).toBe(await colorOf(page, '.agent p', 'color'));
    },
  );
});

describe('removed and added lines', () => {
  it.each(['contrast'] as const)('have a color in high contrast', async theme => {
    const diff = { kind: 'diff', path: '/w/a.ts', oldText: 'a\n', newText: 'b\n' } as const;
    const { page } = await open({ view: viewWith([toolEntry({ content: [diff] })]), theme });
    await page.locator('.diff-row.removed').waitFor();
    const [removed, added] = [
      await colorOf(page, '.diff-row.removed', 'box-shadow'),
      await colorOf(page, '.diff-row.added', 'box-shadow'),
    ];
    expect(removed).toContain('inset');
    expect(added).toContain('inset');
    expect(removed).not.toBe(added);
  });
});

describe('the preview of VS Code', () => {
  it('is offered for a diagram, not for other code', async () => {
    const text = '```mermaid\ngraph TD\n  A --> B\n```\n\n```ts\nlet a;\n```';
    const { page, host } = await open({ view: viewWith([agentEntry(1, text)]) });
    const used: unknown[] = [];
    host.onNotification(UseCode, params => void used.push(params));
    await page.getByRole('figure', { name: 'Code, mermaid' }).waitFor();
    expect(await page.getByRole('button', { name: 'Preview' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect
      .poll(() => used)
      .toMatchObject([{ text: 'graph TD\n  A --> B\n', language: 'mermaid', use: 'preview' }]);
  });

  it.each(['```math\nx^2\n```', '$$\nx^2\n$$', '\\[ x^2 \\]'])(
    'is offered for a formula, however it is written: %j',
    async formula => {
      const { page, host } = await open({ view: viewWith([agentEntry(1, `So:\n\n${formula}`)]) });
      const used: unknown[] = [];
      host.onNotification(UseCode, params => void used.push(params));
      await page.getByRole('figure', { name: 'Code, math' }).waitFor();
      await page.getByRole('button', { name: 'Preview' }).click();
      await expect
        .poll(() => used)
        .toMatchObject([{ text: 'x^2\n', language: 'math', use: 'preview' }]);
    },
  );
});

/** The luminance of a color as defined by WCAG. */
const luminanceOf = (color: Rgb): number => {
  const [red, green, blue] = color.map(value =>
    value <= 0.039_28 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

type Rgb = readonly [number, number, number];

/** Draws a color, since the browser names mixed colors in several ways. */
const toRgb = (page: Page, color: string): Promise<Rgb> =>
  page.evaluate(name => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) {
      throw new Error('no canvas');
    }
    context.fillStyle = name;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red / 255, green / 255, blue / 255] as const;
  }, color);

describe('a check mark', () => {
  it.each(['light', 'dark'] as const)('stands out from the page (%s)', async theme => {
    const { page } = await open({
      view: viewWith([toolEntry({ status: 'completed' })]),
      theme,
    });
    await page.locator('.tool-status.completed').first().waitFor();
    const colors = [
      await colorOf(page, '.tool-status.completed', 'color'),
      await colorOf(page, 'body', 'background-color'),
    ];
    const [mark = 0, ground = 0] = (await Promise.all(colors.map(color => toRgb(page, color)))).map(
      luminanceOf,
    );
    const contrast = (Math.max(mark, ground) + 0.05) / (Math.min(mark, ground) + 0.05);
    expect(contrast).toBeGreaterThan(4.5);
  });
});

describe('the tab of a session', () => {
  it('shows a title of 40 characters at 800 px', async () => {
    const [first] = sampleView.shell.sessions;
    const title = 'Thread the discount through all receipts';
    expect(title).toHaveLength(40);
    const shell = {
      ...sampleView.shell,
      sessions: first ? [{ ...first, title }, ...sampleView.shell.sessions.slice(1, 2)] : [],
    };
    const { page } = await open({ view: { ...viewWith([]), shell }, width: 800 });
    const name = page.getByText(title, { exact: true }).first();
    await name.waitFor();
    expect(await name.evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  });
});
