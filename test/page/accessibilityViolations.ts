import { readFile } from 'node:fs/promises';
import type { Frame, Page } from 'playwright-core';
import { inProject } from '../harness/paths.ts';

/** The accessibility violations that axe-core finds: rules with their elements. */
export async function accessibilityViolations(shown: Page | Frame): Promise<unknown> {
  // Code is highlighted when the page is idle.
  if (await shown.locator('.code-language', { hasText: 'ts' }).count()) {
    await shown.locator('.hl-keyword').first().waitFor();
  }
  // The content security policy blocks scripts, so axe is injected by the debugger.
  await shown.evaluate(await readFile(inProject('node_modules/axe-core/axe.min.js'), 'utf8'));
  // VS Code's webviews are transparent: axe cannot see the side bar behind the chat.
  await shown.evaluate(
    `document.documentElement.style.background = 'var(--vscode-sideBar-background)'`,
  );
  return shown.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(node => node.html.slice(0, 200) + ' ' + (node.any[0]?.message ?? ''))]))`,
  );
}
