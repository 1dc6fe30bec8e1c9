import type { BrowserContext, Page } from 'playwright-core';
import type { VSCodeServer } from './vscodeServer.ts';

const OPEN_TIMEOUT_MS = 60_000;

/** Which test suite the extension host of a window runs, on which extension. */
export interface HostSuite {
  readonly extension: string;
  readonly suite: string;
}

/** The address of a VS Code window on a folder, or on a `.code-workspace` file. */
export function windowAddress(server: VSCodeServer, folder: string, tests?: HostSuite): string {
  const kind = folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
  const address = new URL(`http://${server.authority}/?${kind}=${encodeURI(folder)}`);
  if (tests) {
    const remote = (path: string): string => `vscode-remote://${server.authority}${path}`;
    const payload = [
      ['extensionDevelopmentPath', remote(tests.extension)],
      ['extensionTestsPath', remote(tests.suite)],
    ];
    address.searchParams.set('payload', JSON.stringify(payload));
  }
  return address.href;
}

/** Opens a window and waits until the workbench is visible. */
export async function openWorkbench(page: Page, address: string): Promise<void> {
  await allowClipboard(page);
  await page.goto(address);
  await page.locator('.monaco-workbench .statusbar').waitFor({ timeout: OPEN_TIMEOUT_MS });
}

/**
 * Grants the clipboard permission, which the desktop does not need. The browser forgets it when the connection of
 * another window ends.
 */
export async function allowClipboard(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
}

/**
 * Serves webviews from a site of their own, so that each has a process of its own, as on the desktop. By default the
 * server puts workbench and webviews on one thread, where they slow each other down.
 */
export async function isolateWebviews(
  context: BrowserContext,
  server: VSCodeServer,
): Promise<void> {
  // The browser treats a page that we respond to ourselves as one from the internet, which may not connect to this
  // machine.
  await context.grantPermissions(['local-network-access']);
  const site = `.localhost:${new URL(`http://${server.authority}`).port}`;
  await context.route(
    url => url.host === server.authority && url.pathname === '/',
    async route => {
      const response = await route.fetch();
      const html = await response.text();
      const headers = response.headers();
      const policy = headers['content-security-policy'] ?? '';
      await route.fulfill({
        response,
        headers: {
          ...headers,
          'content-security-policy': policy.replace('frame-src', `frame-src http://*${site}`),
        },
        body: html.replace(/(?<=webviewEndpoint&quot;:&quot;)/, `http://{{uuid}}${site}/`),
      });
    },
  );
}
