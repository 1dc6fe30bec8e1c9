import type { Page } from 'playwright-core';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SessionChanged, Reset } from '../../src/core/chat/messages.ts';
import { newestPage } from '../../src/core/chat/entryPage.ts';
import { LiveTranscript } from '../../src/core/session/transcript/liveTranscript.ts';
import { patchesForUpdate } from '../../src/core/session/transcript/patchesForUpdate.ts';
import { emptyTranscript } from '../../src/core/session/transcript/transcript.ts';
import type { ChatPage } from './chatPage.ts';
import { randomUpdate } from './randomUpdates.ts';
import { sampleState, sampleView } from './sample.ts';
import { useChatPage } from './useChatPage.ts';

const open = useChatPage();

/** The updates of an agent, grouped by frame. */
const frames = fc.array(fc.array(randomUpdate, { minLength: 1, maxLength: 8 }), {
  minLength: 1,
  maxLength: 12,
});

describe('a conversation', () => {
  it('looks the same after incremental updates and after a reset', async () => {
    const chat = await open({});
    await fc.assert(
      fc.asyncProperty(frames, async told => {
        const transcript = new LiveTranscript(emptyTranscript);
        await fill(chat, transcript);
        for (const updates of told) {
          await follow(chat, transcript, updates);
        }
        const followed = await shown(chat);
        await fill(chat, new LiveTranscript(emptyTranscript));
        await fill(chat, transcript);
        expect(followed).toBe(await shown(chat));
      }),
      // A fixed seed, because a page is slow and failures have to be reproducible. 600 other runs were tried once.
      { numRuns: 10, seed: 1 },
    );
    expect(chat.complaints).toEqual([]);
  });
});

async function fill({ page, host }: ChatPage, transcript: LiveTranscript): Promise<void> {
  const session = { state: sampleState, ...newestPage(transcript.snapshot()) };
  await host.sendNotification(Reset, { shell: sampleView.shell, session });
  await nextFrames(page);
}

async function follow(
  { page, host }: ChatPage,
  transcript: LiveTranscript,
  updates: readonly SessionUpdate[],
): Promise<void> {
  const patches = updates.flatMap(update => {
    const made = patchesForUpdate(transcript, update, transcript.serial * 10);
    made.forEach(patch => transcript.apply(patch));
    return made;
  });
  await host.sendNotification(SessionChanged, { sessionId: sampleState.id, patches });
  await nextFrames(page);
}

const nextFrames = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/**
 * The content after the page has settled, without highlighting, which is asynchronous, and without the value of
 * progress bars, which the browser limits.
 */
async function shown({ page }: ChatPage): Promise<string> {
  let before = '';
  for (;;) {
    await page.waitForTimeout(60);
    const now = await page.locator('.transcript-content').evaluate(content => {
      const copy = content.cloneNode(true) as Element;
      copy.querySelectorAll('[class^="hl-"]').forEach(part => part.replaceWith(...part.childNodes));
      copy.querySelectorAll('progress').forEach(bar => bar.removeAttribute('value'));
      copy.normalize();
      return copy.innerHTML;
    });
    if (now === before) {
      return now.replaceAll('><', '>\n<');
    }
    before = now;
  }
}
