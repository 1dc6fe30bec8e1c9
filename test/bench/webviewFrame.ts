import type { CDPSession, Frame, Page } from 'playwright-core';
import { waitUntil } from '../harness/waitUntil.ts';

const FRAME_TIMEOUT_MS = 60_000;

/** Waits for the webview that contains a log with this name. */
export async function webviewFrame(page: Page, name: string): Promise<Frame> {
  return findWebviewFrame(page, FRAME_TIMEOUT_MS, async frame => {
    const logs = frame.getByRole('log', { name });
    return (await logs.count()) > 0;
  });
}

/** Waits for the first webview that the predicate accepts. A frame that is just being replaced is not accepted. */
export const findWebviewFrame = (
  page: Page,
  timeoutMs: number,
  predicate: (frame: Frame) => Promise<boolean>,
): Promise<Frame> =>
  waitUntil(async () => {
    for (const frame of webviewFrames(page)) {
      if (await predicate(frame).catch(() => false)) {
        return frame;
      }
    }
    return undefined;
  }, timeoutMs);

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
