import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import type { ThemeName } from './themes.ts';
import { useChatPage } from './useChatPage.ts';
import { sampleSuggestions, setupView } from './welcomeSamples.ts';

// The icons of agents come from a registry that anybody can contribute to.

const openPage = useChatPage();

/** The welcome page on which the first agent has this icon. */
function viewWithIcon(icon: string): ChatViewState {
  const view = setupView();
  const [first, ...others] = sampleSuggestions;
  return {
    shell: { ...view.shell, agentSuggestions: first ? [{ ...first, icon }, ...others] : [] },
  };
}

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="currentColor"><rect x="4" y="4" width="8" height="8"></rect></svg>';

const HOSTILE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" onload="hit=1"><script>hit=1</script>
  <image href="https://evil.example/a.png" width="16" height="16"/><style>@import "https://evil.example/a.css";</style>
  <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject></svg>`;

const mark = (page: Page): Locator => page.locator('.offer .agent-mark').first();

/** The colors of a few pixels of what is shown there, which a page decodes. */
async function colorsOf(
  shown: Locator,
  at: readonly (readonly [number, number])[],
): Promise<string[]> {
  const picture = (await shown.screenshot()).toString('base64');
  return shown.page().evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture}';
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return ${JSON.stringify(at)}.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)].join(' '));
  })()`);
}

describe('the icon of an agent on the welcome page', () => {
  it.each<[ThemeName, text: string, background: string]>([
    ['dark', '204 204 204', '24 24 24'],
    ['light', '59 59 59', '248 248 248'],
    ['contrast', '255 255 255', '0 0 0'],
  ])('has the color of the text (%s)', async (theme, text, background) => {
    const { page, complaints } = await openPage({ view: viewWithIcon(SQUARE), theme });
    await mark(page).waitFor();
    expect(
      await colorsOf(mark(page), [
        [10, 10],
        [2, 2],
      ]),
    ).toEqual([text, background]);
    expect(complaints).toEqual([]);
  });

  it('is visible with forced colors', async () => {
    const { page } = await openPage({ view: viewWithIcon(SQUARE) });
    await page.emulateMedia({ forcedColors: 'active' });
    await mark(page).waitFor();
    const [inside, outside] = await colorsOf(mark(page), [
      [10, 10],
      [2, 2],
    ]);
    expect(inside).not.toBe(outside);
  });

  it('runs nothing and fetches nothing, even if it were shown as it came', async () => {
    const { page, requests } = await openPage({ view: viewWithIcon(HOSTILE) });
    await mark(page).waitFor();
    await colorsOf(mark(page), [[10, 10]]); // It has been drawn.
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    expect(requests.filter(url => url.includes('evil'))).toEqual([]);
    expect(await page.locator('.setup svg script, .setup iframe').count()).toBe(0);
  });
});
