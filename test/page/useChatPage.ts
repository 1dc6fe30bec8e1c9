import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { type ChatPage, openChatPage, type PageOptions } from './chatPage.ts';
import { sampleView } from './sample.ts';

/**
 * Opens the built chat view in the browser of this run, with the test in place of the extension, and closes it after
 * the test.
 */
export function useChatPage(): (options?: Partial<PageOptions>) => Promise<ChatPage> {
  let browser: Browser;
  let shown: ChatPage | undefined;
  beforeAll(async () => {
    browser = await chromium.connectOverCDP(inject('browserEndpoint'));
  });
  afterEach(async () => {
    await shown?.page.close();
    shown = undefined;
  });
  afterAll(() => browser.close());
  return async options => {
    shown = await openChatPage(browser, { view: sampleView, ...options });
    return shown;
  };
}
