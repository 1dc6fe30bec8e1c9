import { readFile } from 'node:fs/promises';
import type { Frame, Page } from 'playwright-core';
import { inProject } from '../harness/paths.ts';

/** What axe-core finds wrong for people who use a screen reader, a keyboard or strong colours: rules with their places. */
export async function violations(shown: Page | Frame): Promise<unknown> {
  // Code gets its colours when the page is idle.
  if (await shown.locator('.code-language', { hasText: 'ts' }).count()) {
    await shown.locator('.hl-keyword').first().waitFor();
  }
  // The page's own policy keeps scripts out, so axe goes in through the debugger.
  await shown.evaluate(await readFile(inProject('node_modules/axe-core/axe.min.js'), 'utf8'));
  // VS Code's webviews are transparent: behind the chat lies the side bar, which axe cannot see from within.
  await shown.evaluate(
    `document.documentElement.style.background = 'var(--vscode-sideBar-background)'`,
  );
  return shown.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(node => node.html.slice(0, 200) + ' ' + (node.any[0]?.message ?? ''))]))`,
  );
}
