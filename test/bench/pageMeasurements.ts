import type { CDPSession, Frame, Page } from 'playwright-core';

/** The page or the frame of a window in which a chat is shown. */
type EvaluatedPage = Pick<Page, 'evaluate'>;

const KEY_PAUSE_MS = 60;
const WORDS = 'What I write while the agent is talking, and it talks a lot. ';

/** Types while something else goes on. Returns the 95th percentile of the time from a key press to its paint. */
export async function measureTyping(
  page: Frame | Page,
  composer = '[aria-label="Message"]',
): Promise<number> {
  await page.evaluate(`
    window.benchKeys = [];
    new PerformanceObserver(list => window.benchKeys.push(...list.getEntries().filter(entry => entry.name === 'keydown').map(entry => entry.duration)))
      .observe({ type: 'event', durationThreshold: 0, buffered: true });
  `);
  const field = page.locator(composer);
  await field.pressSequentially(WORDS.repeat(2), { delay: KEY_PAUSE_MS });
  const keys = await page.evaluate<number[]>('window.benchKeys');
  if (keys.length < WORDS.length) {
    throw new Error(`Only ${keys.length} keys were seen.`);
  }
  return keys.toSorted((one, other) => one - other)[Math.floor(keys.length * 0.95)] ?? NaN;
}

/** The frames per second while the conversation is scrolled up and down. */
export const measureScrolling = (page: EvaluatedPage): Promise<number> =>
  page.evaluate<number>(`new Promise(resolve => {
    const box = document.querySelector('.transcript');
    const STEPS = 120;
    const STEP_PX = 160;
    const start = performance.now();
    let at = 0;
    const step = () => {
      box.scrollTop += at < STEPS / 2 ? -STEP_PX : STEP_PX;
      if (at++ < STEPS) {
        requestAnimationFrame(step);
      } else {
        resolve(STEPS / ((performance.now() - start) / 1000));
      }
    };
    requestAnimationFrame(step);
  })`);

/**
 * Expands the last turn, which collapsed when it ended, so that the page shows as much as it can. The user then reads
 * it.
 */
export async function expandLastTurn(page: Frame | Page): Promise<void> {
  const folded = page.locator('.fold-line[aria-expanded="false"]').last();
  await folded.waitFor({ state: 'attached' });
  await folded.dispatchEvent('click');
  await page.locator('.tool').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Scroll to bottom' }).waitFor();
}

/** Scrolls to the end of the conversation. */
export async function scrollToEnd(page: Frame | Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Scroll to bottom' });
  await button.click();
  await button.waitFor({ state: 'detached' });
}

/** Counts the timers and animation frames that run from now on. */
export async function countTimers(page: EvaluatedPage): Promise<{ count(): Promise<number> }> {
  await page.evaluate(`(() => {
    window.benchTimers = 0;
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback']) {
      const real = window[name].bind(window);
      window[name] = (call, ...rest) => real((...args) => { window.benchTimers += 1; call(...args); }, ...rest);
    }
  })()`);
  return { count: () => page.evaluate<number>('window.benchTimers') };
}

/** The heap of the page's scripts after a garbage collection. */
export async function heapMb(debug: CDPSession): Promise<number> {
  await debug.send('HeapProfiler.collectGarbage');
  const { usedSize } = await debug.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}
