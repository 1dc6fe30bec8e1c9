/**
 * The speed of the chat view alone in a browser: `npm run bench -- chatPage`. Fails if a figure exceeds its limit. The browser
 * renders in software, which makes the figures worse.
 */
import { execFileSync } from 'node:child_process';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { ChatViewState } from '../../src/core/chat/chatViewState.ts';
import { joinPatches } from '../../src/core/chat/joinPatches.ts';
import type { Entry, ToolEntry } from '../../src/core/session/transcript/entry.ts';
import type { TranscriptPatch } from '../../src/core/session/transcript/transcript.ts';
import { openChatPage } from '../page/chatPage.ts';
import { sampleState, sampleView } from '../page/sample.ts';
import { browserLaunch } from '../harness/browser/browserLaunch.ts';
import { inProject } from '../harness/paths.ts';
import { chunksOf, section } from './chunks.ts';
import { BenchReport } from './benchReport.ts';
import { countTimers, heapMb, measureScrolling, measureTyping } from './pageMeasurements.ts';
import { type PageWork, measurePageWork } from './pageWork.ts';
import { medianRun, type BenchRun } from './rounds.ts';

/** About as many as a fast agent writes in one frame. */
const CHUNKS_PER_FRAME = 250;
const IDLE_MS = 3_000;
const LAST = '\n\nThe end.';

const marks = new BenchReport();

const inFrames = <T>(items: readonly T[], perFrame: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / perFrame) }, (_, index) =>
    items.slice(index * perFrame, (index + 1) * perFrame),
  );

const said = (id: string, text: string): Entry => ({
  id,
  turn: 1,
  atMs: 0,
  kind: 'agent',
  blocks: [{ type: 'text', text }],
});

const working: ChatViewState = {
  shell: sampleView.shell,
  session: {
    state: { ...sampleState, queue: [] },
    entries: [said('a', '')],
    earlier: 0,
    terminals: [],
  },
};

/** Posts one message per frame, as the extension does, and waits until the last text is painted. */
async function play(
  page: Page,
  frames: readonly (readonly TranscriptPatch[])[],
  last: string,
): Promise<BenchRun> {
  await page.evaluate(
    `window.benchFrames = ${JSON.stringify(frames.map(frame => joinPatches(frame)))}`,
  );
  return page.evaluate<BenchRun>(`new Promise(resolve => {
    const longs = [0];
    const watch = new PerformanceObserver(list => longs.push(...list.getEntries().map(entry => entry.duration)));
    watch.observe({ type: 'longtask' });
    const frames = window.benchFrames;
    const start = performance.now();
    let at = 0;
    const step = () => {
      if (at < frames.length) {
        window.postMessage({ jsonrpc: '2.0', method: 'chat/sessionChanged', params: { sessionId: 's1', patches: frames[at++] } }, '*');
        requestAnimationFrame(step);
      } else if (!document.querySelector('.turn').lastElementChild.textContent.includes(${JSON.stringify(last)})) {
        requestAnimationFrame(step);
      } else {
        requestAnimationFrame(() => setTimeout(() => {
          watch.disconnect();
          resolve({ tookMs: performance.now() - start, longestMs: Math.max(...longs) });
        }));
      }
    };
    step();
  })`);
}

/** Posts the same number of frames to an empty page that appends plain text: the lower bound for our figures. */
async function floor(browser: Browser, frames: readonly string[]): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 420, height: 900 } });
  await page.setContent(
    '<div style="height:100vh;overflow:auto"><pre style="white-space:pre-wrap"></pre></div>',
  );
  const tookMs = await page.evaluate<number>(`new Promise(resolve => {
    const frames = ${JSON.stringify(frames)};
    const text = document.querySelector('pre');
    const box = text.parentElement;
    const start = performance.now();
    let at = 0;
    window.addEventListener('message', ({ data }) => { text.append(data); box.scrollTop = box.scrollHeight; });
    const step = () => {
      if (at < frames.length) {
        window.postMessage(frames[at++], '*');
        requestAnimationFrame(step);
      } else {
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
      }
    };
    step();
  })`);
  await page.close();
  return tookMs;
}

async function stream(
  browser: Browser,
  count: number,
): Promise<BenchRun & { readonly floorMs: number }> {
  const texts = inFrames([...chunksOf(count), LAST], CHUNKS_PER_FRAME).map(chunks =>
    chunks.join(''),
  );
  const floorMs = await floor(browser, texts);
  const { page } = await openChatPage(browser, { view: working });
  const run = await play(
    page,
    texts.map(text => [{ kind: 'grew', id: 'a', text, atMs: 0 }]),
    'The end.',
  );
  await page.close();
  return { ...run, floorMs };
}

function tool(index: number, status: ToolEntry['status'], outputChars = 400): ToolEntry {
  const text = `result ${index} `.repeat(Math.ceil(outputChars / 10)).slice(0, outputChars);
  return {
    id: `t${index}`,
    turn: 1,
    atMs: 0,
    kind: 'tool',
    callId: `t${index}`,
    title: `Read src/file${index}.ts`,
    toolKind: 'read',
    status,
    content: status === 'completed' ? [{ kind: 'block', block: { type: 'text', text } }] : [],
    locations: [{ path: `/w/src/file${index}.ts` }],
  };
}

/** Tool calls that are created, run and complete; one message per frame. */
function toolFrames(count: number, perFrame: number, outputChars?: number): TranscriptPatch[][] {
  const calls = Array.from({ length: count }, (_, index): TranscriptPatch[] => [
    { kind: 'added', entry: tool(index, 'pending') },
    { kind: 'replaced', entry: tool(index, 'in_progress') },
    { kind: 'replaced', entry: tool(index, 'completed', outputChars) },
  ]);
  return inFrames(calls, perFrame).map(frame => frame.flat());
}

async function tools(browser: Browser, count: number): Promise<BenchRun> {
  const { page } = await openChatPage(browser, { view: working });
  const run = await play(page, toolFrames(count, 25), `file${count - 1}.ts`);
  await page.close();
  return run;
}

/** Text streams in at a steady pace while the user types. */
async function paced(
  browser: Browser,
): Promise<{ readonly keyMs: number; readonly behindMs: number }> {
  const { page } = await openChatPage(browser, { view: working });
  const texts = inFrames([...chunksOf(2_000), LAST], 4).map(chunks => chunks.join(''));
  const behind = page.evaluate<number>(`new Promise(resolve => {
    const texts = ${JSON.stringify(texts)};
    const look = endMs => document.querySelector('.turn').textContent.includes('The end.')
      ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - endMs)))
      : requestAnimationFrame(() => look(endMs));
    const timer = setInterval(() => {
      const text = texts.shift();
      window.postMessage({ jsonrpc: '2.0', method: 'chat/sessionChanged', params: { sessionId: 's1', patches: [{ kind: 'grew', id: 'a', text, atMs: 0 }] } }, '*');
      if (texts.length === 0) {
        clearInterval(timer);
        look(performance.now());
      }
    }, 20);
  })`);
  const keyMs = await measureTyping(page);
  const behindMs = await behind;
  await page.close();
  return { keyMs, behindMs };
}

/** Reopens a conversation of 2,000 entries, of which a page gets the newest 200. */
async function reopened(
  browser: Browser,
): Promise<{ readonly firstMs: number; readonly fullMs: number }> {
  const { page } = await openChatPage(browser, { view: working });
  const entries = Array.from({ length: 200 }, (_, index): Entry =>
    index % 4 === 0 ? said(`a${index}`, section.repeat(2)) : tool(index, 'completed'),
  );
  await page.evaluate(
    `window.benchView = ${JSON.stringify({ shell: working.shell, session: { ...working.session, entries, earlier: 1_800 } })}`,
  );
  const times = await page.evaluate<{ firstMs: number; fullMs: number }>(`new Promise(resolve => {
    const start = performance.now();
    window.postMessage({ jsonrpc: '2.0', method: 'chat/reset', params: window.benchView }, '*');
    const seen = count => new Promise(done => {
      const look = () => document.querySelectorAll('article').length >= count
        ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
        : requestAnimationFrame(look);
      look();
    });
    // The page already has one entry.
    void Promise.all([seen(2), seen(200)]).then(([firstMs, fullMs]) => resolve({ firstMs, fullMs }));
  })`);
  await page.close();
  return times;
}

/** 10,000 tool calls and 50 MB of text: half of it is tool output, the other half is messages between the calls. */
async function longLife(
  browser: Browser,
): Promise<{ readonly heap: number; readonly nodes: number; readonly fps: number }> {
  const { page } = await openChatPage(browser, { view: working });
  const debug = await page.context().newCDPSession(page);
  const words = section.repeat(Math.ceil(2_500 / section.length)).slice(0, 2_500);
  for (let part = 0; part < 20; part++) {
    const frames = toolFrames(500, 25, 2_500).map((frame, index) => [
      ...frame.flatMap(patch =>
        'entry' in patch
          ? [{ ...patch, entry: { ...patch.entry, id: `${part}-${patch.entry.id}` } }]
          : [],
      ),
      ...Array.from({ length: 25 }, (_, at): TranscriptPatch => ({
        kind: 'added',
        entry: said(`${part}-${index}-${at}`, words),
      })),
      { kind: 'added' as const, entry: said(`${part}-${index}`, `Part ${part}-${index} is over.`) },
    ]);
    await play(page, frames, `Part ${part}-${frames.length - 1} is over.`);
  }
  await page.evaluate('window.benchFrames = undefined');
  const heap = await heapMb(debug);
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length');
  const fps = await measureScrolling(page);
  await page.close();
  return { heap, nodes, fps };
}

/** Measures the work of a page in three seconds while nothing happens. */
async function idling(
  browser: Browser,
): Promise<{ readonly timers: number; readonly work: PageWork }> {
  const state = { ...sampleState, queue: [], status: { kind: 'idle' } } as const;
  const entries = [said('a', section.repeat(20))];
  const { page } = await openChatPage(browser, {
    view: { shell: sampleView.shell, session: { state, entries, earlier: 0, terminals: [] } },
  });
  await page.locator('.hl-keyword').first().waitFor();
  await page.waitForTimeout(IDLE_MS);
  const timers = await countTimers(page);
  const { chat } = await measurePageWork({ chat: page.mainFrame() }, () =>
    page.waitForTimeout(IDLE_MS),
  );
  const count = await timers.count();
  await page.close();
  return { timers: count, work: chat };
}

execFileSync(process.execPath, ['.esbuild.mjs', '--production'], {
  cwd: inProject(),
  stdio: 'ignore',
});
const browser = await chromium.launch(await browserLaunch());
try {
  const once = await medianRun(() => stream(browser, 5_000));
  marks.report('stream 5000', once.tookMs, { most: 1_500, unit: 'ms' });
  marks.report('stream 5000, against bare text', once.tookMs / once.floorMs, {
    most: 2,
    unit: `times (of ${once.floorMs.toFixed(0)} ms)`,
  });
  marks.report('stream 5000, longest task', once.longestMs, { most: 50, unit: 'ms' });
  const tenfold = await stream(browser, 50_000);
  marks.report('ten times the text', tenfold.tookMs / once.tookMs, { most: 11, unit: 'times' });
  marks.report('ten times the text, longest task', tenfold.longestMs, { most: 50, unit: 'ms' });
  const { keyMs, behindMs } = await paced(browser);
  marks.report('paced 2000, from key to screen, p95', keyMs, { most: 50, unit: 'ms' });
  marks.report('paced 2000, behind the agent at its end', behindMs, { most: 100, unit: 'ms' });
  const calls = await medianRun(() => tools(browser, 500));
  marks.report('tools 500', calls.tookMs, { most: 700, unit: 'ms' });
  marks.report('tools 500, longest task', calls.longestMs, { most: 50, unit: 'ms' });
  const manyCalls = await tools(browser, 5_000);
  marks.report('ten times the tools', manyCalls.tookMs / calls.tookMs, { most: 11, unit: 'times' });
  const { firstMs, fullMs } = await reopened(browser);
  marks.report('2,000 entries reopened, first paint', firstMs, { most: 300, unit: 'ms' });
  marks.report('2,000 entries reopened, full reset', fullMs, { most: 1_000, unit: 'ms' });
  const { heap, nodes, fps } = await longLife(browser);
  marks.report('10,000 tools and 50 MB, heap', heap, { most: 300, unit: 'MB' });
  marks.report('10,000 tools and 50 MB, elements', nodes, { most: 30_000, unit: '' });
  marks.report('10,000 tools and 50 MB, a frame while scrolling', 1_000 / fps, {
    most: 20,
    unit: `ms (${fps.toFixed(0)} frames per second)`,
  });
  const { timers, work } = await idling(browser);
  marks.report('idle for 3 s, timers', timers, { most: 0, unit: '' });
  marks.report('idle for 3 s, scripts and drawing', work.ownMs, { most: 0, unit: 'ms' });
} finally {
  await browser.close();
}
marks.finish();
