import type { Page } from 'playwright-core';

/** How far the transcript is scrolled from its end, in pixels. */
export const distanceFromEnd = (page: Page): Promise<number> =>
  page
    .locator('.transcript')
    .evaluate(
      ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
    );

export const transcriptScrollTop = (page: Page): Promise<number> =>
  page.locator('.transcript').evaluate(({ scrollTop }) => scrollTop);
