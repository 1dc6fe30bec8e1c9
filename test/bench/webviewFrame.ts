import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Frame, Page } from 'playwright-core';

const FRAME_TIMEOUT_MS = 60_000;
const LOOK_MS = 20;

/** Waits for the webview that contains a log with this name. */
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

/** All frames but the workbench, which is slow to search. */
export const webviewFrames = (page: Page): readonly Frame[] =>
  page.frames().filter(frame => frame !== page.mainFrame());

/** Opens a debug session for the process of a page. Frames of the same origin share a process and a session. */
export async function openDebugSession(frame: Frame): Promise<CDPSession> {
  const parent = frame.parentFrame();
  try {
    return await frame.page().context().newCDPSession(frame);
  } catch (error) {
    if (!parent) {
      throw error;
    }
    return openDebugSession(parent);
  }
}
