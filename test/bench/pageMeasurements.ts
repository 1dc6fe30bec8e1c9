import type { CDPSession, Frame, Page } from 'playwright-core';

/** Where a chat is shown: a page of its own, or a frame of a window. */
type Shown = Pick<Page, 'evaluate'>;

const KEY_PAUSE_MS = 60;
const WORDS = 'What I write while the agent is talking, and it talks a lot. ';

/** Types while something else goes on; answers how long it took from a key to the screen, 95 times of 100. */
export async function typing(shown: Frame | Page): Promise<number> {
  await shown.evaluate(`
    window.benchKeys = [];
    new PerformanceObserver(list => window.benchKeys.push(...list.getEntries().filter(entry => entry.name === 'keydown').map(entry => entry.duration)))
      .observe({ type: 'event', durationThreshold: 0, buffered: true });
  `);
  const field = shown.getByRole('textbox', { name: 'Message' });
  await field.pressSequentially(WORDS.repeat(2), { delay: KEY_PAUSE_MS });
  const keys = await shown.evaluate<number[]>('window.benchKeys');
  if (keys.length < WORDS.length) {
    throw new Error(`Only ${keys.length} keys were seen.`);
  }
  return keys.toSorted((one, other) => one - other)[Math.floor(keys.length * 0.95)] ?? NaN;
}

/** Frames per second while the conversation is scrolled through, up and down. */
export const scrolling = (shown: Shown): Promise<number> =>
  shown.evaluate<number>(`new Promise(resolve => {
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

/** Opens the last turn again, which has folded as it ended: it is to be as much as it can be. The user reads in it then. */
export async function unfoldLast(shown: Frame | Page): Promise<void> {
  const folded = shown.locator('.fold-line[aria-expanded="false"]').last();
  await folded.waitFor({ state: 'attached' });
  await folded.dispatchEvent('click');
  await shown.locator('.tool').first().waitFor({ state: 'attached' });
  await shown.getByRole('button', { name: 'Scroll to bottom' }).waitFor();
}

/** Brings the end of the conversation into sight. */
export async function toEnd(shown: Frame | Page): Promise<void> {
  const button = shown.getByRole('button', { name: 'Scroll to bottom' });
  await button.click();
  await button.waitFor({ state: 'detached' });
}

/** Counts from now on what the page does by itself. */
export async function countTimers(shown: Shown): Promise<{ count(): Promise<number> }> {
  await shown.evaluate(`(() => {
    window.benchTimers = 0;
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback']) {
      const real = window[name].bind(window);
      window[name] = (call, ...rest) => real((...args) => { window.benchTimers += 1; call(...args); }, ...rest);
    }
  })()`);
  return { count: () => shown.evaluate<number>('window.benchTimers') };
}

/** What the page's scripts keep in memory. */
export async function heapMb(debug: CDPSession): Promise<number> {
  await debug.send('HeapProfiler.collectGarbage');
  const { usedSize } = await debug.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}
