import type { Frame, Page } from 'playwright-core';

const APPEARANCE_TIMEOUT_MS = 30_000;

/** The time at which something appears on the page. */
export interface Appearance {
  atMs(): Promise<number>;
}

/** Waits for text in an element; `atMs` is the time at which it was painted. */
export function nextAppearance(
  page: Page | Frame,
  selector: string,
  text: string,
): Promise<Appearance> {
  return nextState(
    page,
    `[...document.querySelectorAll(${JSON.stringify(selector)})]
      .some(element => element.textContent.includes(${JSON.stringify(text)}))`,
  );
}

/** Waits until an expression is true on the page. */
export async function nextState(page: Page | Frame, expression: string): Promise<Appearance> {
  const name = `appearance${++appearances}`;
  await page.evaluate(`window.${name} = new Promise(resolve => {
    const look = () => {
      if (${expression}) {
        observer.disconnect();
        requestAnimationFrame(() => resolve(Date.now()));
      }
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  }); undefined`);
  return {
    atMs: async () => {
      const limit = new Promise<undefined>(resolve => {
        setTimeout(resolve, APPEARANCE_TIMEOUT_MS, undefined).unref();
      });
      const atMs = await Promise.race([page.evaluate<number>(`window.${name}`), limit]);
      if (atMs === undefined) {
        throw new Error(`This has not become true: ${expression}`);
      }
      return atMs;
    },
  };
}

let appearances = 0;
