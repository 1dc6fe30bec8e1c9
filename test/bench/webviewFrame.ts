import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Frame, Page } from 'playwright-core';

const FRAME_TIMEOUT_MS = 60_000;
const LOOK_MS = 20;

/** The webview of a window that shows a log of this name. */
export async function webviewFrame(page: Page, name: string): Promise<Frame> {
  const deadlineMs = Date.now() + FRAME_TIMEOUT_MS;
  while (Date.now() < deadlineMs) {
    for (const frame of webviewFrames(page)) {
      const count = await frame
        .getByRole('log', { name })
        .count()
        .catch(() => 0);
      if (count > 0) {
        return frame;
      }
    }
    await sleep(LOOK_MS);
  }
  throw new Error(`No page shows "${name}".`);
}

/** All but the workbench, in which it takes long to look for something. */
export const webviewFrames = (page: Page): readonly Frame[] =>
  page.frames().filter(frame => frame !== page.mainFrame());

/** The process of a page: frames of one origin share theirs. */
export async function debugOf(frame: Frame): Promise<CDPSession> {
  const parent = frame.parentFrame();
  try {
    return await frame.page().context().newCDPSession(frame);
  } catch (error) {
    if (!parent) {
      throw error;
    }
    return debugOf(parent);
  }
}
