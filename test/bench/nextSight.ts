import type { Page } from 'playwright-core';

/** Watches for text in an element from now on; `atMs` is the moment it was on screen, by the clock of the machine. */
export async function nextSight(
  page: Page,
  selector: string,
  text: string,
): Promise<{ atMs(): Promise<number> }> {
  const name = `sight${++sights}`;
  await page.evaluate(`window.${name} = new Promise(resolve => {
    const isThere = () => [...document.querySelectorAll(${JSON.stringify(selector)})]
      .some(element => element.textContent.includes(${JSON.stringify(text)}));
    const look = () => {
      if (isThere()) {
        observer.disconnect();
        requestAnimationFrame(() => resolve(Date.now()));
      }
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  }); undefined`);
  return { atMs: () => page.evaluate<number>(`window.${name}`) };
}

let sights = 0;
