/**
 * How quick the chat view is, alone in a browser: `node test/bench/chatPage.bench.ts` (Node 24), or
 * `npm run bench -- chatPage`. Ends with a failure if a figure misses its mark; software drawing counts against us.
 */
import { execFileSync } from 'node:child_process';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { ChatView } from '../../src/core/chat/chatView.ts';
import type { Entry, ToolEntry } from '../../src/core/session/entry.ts';
import type { Patch } from '../../src/core/session/transcript.ts';
import { openChatPage } from '../page/chatPage.ts';
import { sampleState, sampleView } from '../page/sample.ts';
import { browserLaunch } from '../rig/browser.ts';
import { inProject } from '../rig/paths.ts';
import { chunksOf, section } from './chunks.ts';
import { Marks } from './marks.ts';

/** About as many as an agent that never stops can write in one frame. */
const CHUNKS_PER_FRAME = 250;
const IDLE_MS = 3_000;

const marks = new Marks();

const inFrames = <T>(items: readonly T[], perFrame: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / perFrame) }, (_, index) =>
    items.slice(index * perFrame, (index + 1) * perFrame),
  );

const emptyEntry: Entry = {
  id: 'a',
  turn: 1,
  atMs: 0,
  kind: 'agent',
  blocks: [{ type: 'text', text: '' }],
};

const working: ChatView = {
  shell: sampleView.shell,
  session: {
    state: { ...sampleState, queue: [] },
    entries: [emptyEntry],
    earlier: 0,
    terminals: [],
  },
};

interface Run {
  readonly tookMs: number;
  readonly longestMs: number;
}

/** Posts one message per frame and waits until the last one is painted. */
async function play(page: Page, frames: readonly (readonly Patch[])[]): Promise<Run> {
  await page.evaluate(`window.benchFrames = ${JSON.stringify(frames)}`);
  return page.evaluate<Run>(`new Promise(resolve => {
    const longs = [0];
    const watch = new PerformanceObserver(list => longs.push(...list.getEntries().map(entry => entry.duration)));
    watch.observe({ type: 'longtask' });
    const frames = window.benchFrames;
    const start = performance.now();
    let at = 0;
    const step = () => {
      if (at < frames.length) {
        window.postMessage({ jsonrpc: '2.0', method: 'chat/changed', params: { sessionId: 's1', patches: frames[at++] } }, '*');
        requestAnimationFrame(step);
      } else {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
          watch.disconnect();
          resolve({ tookMs: performance.now() - start, longestMs: Math.max(...longs) });
        })));
      }
    };
    step();
  })`);
}

/** The same number of frames, appending plain text to a bare page: no view can be quicker. */
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
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start))));
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
): Promise<Run & { readonly floorMs: number }> {
  const texts = inFrames(chunksOf(count), CHUNKS_PER_FRAME).map(chunks => chunks.join(''));
  const floorMs = await floor(browser, texts);
  const { page } = await openChatPage(browser, { view: working });
  const run = await play(
    page,
    texts.map(text => [{ kind: 'grew', id: 'a', text, atMs: 0 }]),
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

/** A call is announced, runs, and ends; what happens in one frame arrives in one message. */
function toolFrames(count: number, perFrame: number, outputChars?: number): Patch[][] {
  const calls = Array.from({ length: count }, (_, index): Patch[] => [
    { kind: 'added', entry: tool(index, 'pending') },
    { kind: 'replaced', entry: tool(index, 'in_progress') },
    { kind: 'replaced', entry: tool(index, 'completed', outputChars) },
  ]);
  return inFrames(calls, perFrame).map(frame => frame.flat());
}

async function tools(browser: Browser, count: number): Promise<Run> {
  const { page } = await openChatPage(browser, { view: working });
  const run = await play(page, toolFrames(count, 25));
  await page.close();
  return run;
}

/** Typing while text comes in at a steady pace. */
async function typing(browser: Browser): Promise<number> {
  const { page } = await openChatPage(browser, { view: working });
  await page.evaluate(`
    window.benchKeys = [];
    new PerformanceObserver(list => window.benchKeys.push(...list.getEntries().filter(entry => entry.name === 'keydown').map(entry => entry.duration)))
      .observe({ type: 'event', durationThreshold: 0, buffered: true });
  `);
  const texts = inFrames(chunksOf(2_000), 4).map(chunks => chunks.join(''));
  await page.evaluate(`
    const texts = ${JSON.stringify(texts)};
    const timer = setInterval(() => {
      const text = texts.shift();
      if (text === undefined) { clearInterval(timer); return; }
      window.postMessage({ jsonrpc: '2.0', method: 'chat/changed', params: { sessionId: 's1', patches: [{ kind: 'grew', id: 'a', text, atMs: 0 }] } }, '*');
    }, 20);
    0
  `);
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.pressSequentially(
    'What I write while the agent is talking, and it talks a lot. '.repeat(2),
    {
      delay: 60,
    },
  );
  const keys = await page.evaluate<number[]>('window.benchKeys');
  await page.close();
  return keys.toSorted((one, other) => one - other)[Math.floor(keys.length * 0.95)] ?? 0;
}

/** A long conversation is opened again. */
async function reopened(browser: Browser): Promise<number> {
  const { page } = await openChatPage(browser, { view: working });
  const entries = Array.from({ length: 200 }, (_, index): Entry =>
    index % 4 === 0
      ? {
          id: `a${index}`,
          turn: index,
          atMs: 0,
          kind: 'agent',
          blocks: [{ type: 'text', text: section.repeat(2) }],
        }
      : tool(index, 'completed'),
  );
  await page.evaluate(
    `window.benchView = ${JSON.stringify({ shell: working.shell, session: { ...working.session, entries, earlier: 1_800 } })}`,
  );
  const tookMs = await page.evaluate<number>(`new Promise(resolve => {
    const start = performance.now();
    window.postMessage({ jsonrpc: '2.0', method: 'chat/reset', params: window.benchView }, '*');
    const look = () => document.querySelectorAll('article').length >= 200
      ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
      : requestAnimationFrame(look);
    look();
  })`);
  await page.close();
  return tookMs;
}

/** 10,000 tool calls with 50 MB of text between them. */
async function longLife(
  browser: Browser,
): Promise<{ readonly heapMb: number; readonly nodes: number; readonly fps: number }> {
  const { page } = await openChatPage(browser, { view: working });
  const debug = await page.context().newCDPSession(page);
  for (let part = 0; part < 20; part++) {
    const frames = toolFrames(500, 25, 5_000).map(frame =>
      frame.map(patch =>
        'entry' in patch
          ? { ...patch, entry: { ...patch.entry, id: `${part}-${patch.entry.id}` } }
          : patch,
      ),
    );
    await play(page, frames);
  }
  await page.evaluate('window.benchFrames = undefined');
  await debug.send('HeapProfiler.collectGarbage');
  const { usedSize } = await debug.send('Runtime.getHeapUsage');
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length');
  const fps = await scrolling(page);
  await page.close();
  return { heapMb: usedSize / 1024 / 1024, nodes, fps };
}

/** Frames per second while the whole page is scrolled through, up and down. */
const scrolling = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise(resolve => {
    const box = document.querySelector('.transcript');
    const STEPS = 120;
    const STEP_PX = 160;
    const start = performance.now();
    let at = 0;
    const step = () => {
      box.scrollTop += at < STEPS / 2 ? -STEP_PX : STEP_PX;
      if (at++ < STEPS) {
        requestAnimationFrame(step);
      } else {
        resolve(STEPS / ((performance.now() - start) / 1000));
      }
    };
    requestAnimationFrame(step);
  })`);

/** A finished session lies there: how often the page does anything in three seconds. */
async function idling(browser: Browser): Promise<number> {
  const state = { ...sampleState, queue: [], status: { kind: 'idle' } } as const;
  const entries = [
    { ...emptyEntry, blocks: [{ type: 'text' as const, text: section.repeat(20) }] },
  ];
  const { page } = await openChatPage(browser, {
    view: { shell: sampleView.shell, session: { state, entries, earlier: 0, terminals: [] } },
  });
  await page.locator('.hl-keyword').first().waitFor();
  await page.waitForTimeout(IDLE_MS);
  await page.evaluate(`(() => {
    window.benchTimers = 0;
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback']) {
      const real = window[name].bind(window);
      window[name] = (...args) => { window.benchTimers += 1; return real(...args); };
    }
  })()`);
  await page.waitForTimeout(IDLE_MS);
  const timers = await page.evaluate<number>('window.benchTimers');
  await page.close();
  return timers;
}

execFileSync(process.execPath, ['.esbuild.mjs', '--production'], {
  cwd: inProject(),
  stdio: 'ignore',
});
const browser = await chromium.launch(await browserLaunch());
try {
  const once = await stream(browser, 5_000);
  marks.report('stream 5000', once.tookMs, { most: 1_500, unit: 'ms' });
  marks.report('stream 5000, against bare text', once.tookMs / once.floorMs, {
    most: 2,
    unit: 'times',
  });
  marks.report('stream 5000, longest task', once.longestMs, { most: 50, unit: 'ms' });
  const tenfold = await stream(browser, 50_000);
  marks.report('ten times the text', tenfold.tookMs / once.tookMs, { most: 11, unit: 'times' });
  marks.report('ten times the text, longest task', tenfold.longestMs, { most: 50, unit: 'ms' });
  const calls = await tools(browser, 500);
  marks.report('tools 500', calls.tookMs, { most: 700, unit: 'ms' });
  marks.report('tools 500, longest task', calls.longestMs, { most: 50, unit: 'ms' });
  const manyCalls = await tools(browser, 5_000);
  marks.report('ten times the tools', manyCalls.tookMs / calls.tookMs, { most: 11, unit: 'times' });
  marks.report('keys while text pours in, p95', await typing(browser), { most: 50, unit: 'ms' });
  marks.report('long conversation reopened', await reopened(browser), { most: 300, unit: 'ms' });
  const { heapMb, nodes, fps } = await longLife(browser);
  marks.report('10,000 tools and 50 MB, heap', heapMb, { most: 300, unit: 'MB' });
  marks.report('10,000 tools and 50 MB, elements', nodes, { most: 20_000, unit: '' });
  marks.report('10,000 tools and 50 MB, a frame while scrolling', 1_000 / fps, {
    most: 20,
    unit: `ms (${fps.toFixed(0)} frames per second)`,
  });
  marks.report('idle, timers in 3 s', await idling(browser), { most: 0, unit: '' });
} finally {
  await browser.close();
}
marks.finish();
