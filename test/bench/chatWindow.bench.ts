/**
 * The speed of the chat in a real VS Code, from the agent's first message to the painted end of its last one:
 * `npm run bench -- chatWindow`. Fails if a figure exceeds its limit. The browser renders in software, which makes the figures
 * worse.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { openBenchWindow } from '../harness/bench/benchWindow.ts';
import { inProject } from '../harness/paths.ts';
import type * as Inside from './chatWindow.host.ts';
import { BenchReport } from './benchReport.ts';
import {
  countTimers,
  heapMb,
  measureScrolling,
  scrollToEnd,
  measureTyping,
  expandLastTurn,
} from './pageMeasurements.ts';
import { type PageWork, measurePageWork } from './pageWork.ts';
import { watchEnd } from './watchEnd.ts';
import { alternateRuns, median, medianRun, type BenchRun } from './rounds.ts';
import { openDebugSession, webviewFrame } from './webviewFrame.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';

/** Enough time for turns to end, for highlighting to finish, and for garbage to be collected. */
const CALM_MS = 2_500;
const IDLE_MS = 5_000;
/** Longer than the garbage collections that the browser runs on its own, about 8 s and 17 s after a flood. */
const PAGE_IDLE_MS = 20_000;

/** Expressions for the last text on the baseline page and in the chat. */
const BARE_TAIL = `document.querySelector('pre').lastChild?.data`;
const CHAT_TAIL = `(() => {
  const articles = document.getElementsByTagName('article');
  const blocks = articles[articles.length - 1]?.getElementsByClassName('block') ?? [];
  return blocks[blocks.length - 1]?.textContent;
})()`;

const folder = await createTemporaryFolder('chat');
const logFile = path.join(folder, 'notes');
const launchConfig = {
  command: process.execPath,
  args: [inProject('test/bench/burstAgent.ts'), logFile],
};
const marks = new BenchReport();
const window = await openBenchWindow<typeof Inside>('test/bench/chatWindow.host.ts', {
  isolateWebviews: true,
});

const frameOf = (name: string): Promise<Frame> => webviewFrame(window.page, name);

/** The times at which the agent started and ended. */
async function agentTimes(): Promise<{ readonly beganMs: number; readonly endedMs: number }> {
  const lines = (await readFile(logFile, 'utf8')).trim().split('\n');
  await writeFile(logFile, '');
  const [first, last] = lines.map(line => JSON.parse(line) as { readonly atMs: number });
  return { beganMs: first?.atMs ?? NaN, endedMs: last?.atMs ?? NaN };
}

/** Sends the same text through the same processes to an empty page that only appends it. */
async function bare(text: string): Promise<BenchRun> {
  await window.call('openBare', launchConfig);
  const frame = await frameOf('Bare');
  await sleep(CALM_MS);
  const end = watchEnd(frame, BARE_TAIL);
  await window.call('promptBare', text);
  const { atMs, longestMs } = await end;
  const run = { tookMs: atMs - (await agentTimes()).beganMs, longestMs };
  await window.call('closeBare');
  return run;
}

async function newChat(): Promise<Frame> {
  await window.call('newSession');
  const frame = await frameOf('Conversation');
  await frame.getByText('Work with an agent').waitFor();
  await sleep(CALM_MS);
  return frame;
}

/** Measures from the agent's first message until its last one is painted. */
async function chat(text: string): Promise<BenchRun & { readonly frame: Frame }> {
  const frame = await newChat();
  const end = watchEnd(frame, CHAT_TAIL);
  const turn = window.call('prompt', text);
  const { atMs, longestMs } = await end;
  await turn;
  return { tookMs: atMs - (await agentTimes()).beganMs, longestMs, frame };
}

/** Text streams in at a steady pace while the user types. */
async function paced(): Promise<{ readonly keyMs: number; readonly behindMs: number }> {
  const frame = await newChat();
  const end = watchEnd(frame, CHAT_TAIL);
  const turn = window.call('prompt', 'paced 2000');
  const keyMs = await measureTyping(frame);
  const { atMs } = await end;
  await turn;
  const behindMs = atMs - (await agentTimes()).endedMs;
  await frame.getByRole('textbox', { name: 'Message' }).press('ControlOrMeta+a');
  await frame.getByRole('textbox', { name: 'Message' }).press('Delete');
  return { keyMs, behindMs };
}

/** Measures the work of an idle chat page, of an empty page next to it, and of the extension host. */
async function idle(): Promise<{
  readonly timers: number;
  readonly hostMs: number;
  readonly work: Readonly<Record<'chat' | 'bare', PageWork>>;
}> {
  await window.call('openBare', launchConfig);
  const pages = { chat: await frameOf('Conversation'), bare: await frameOf('Bare') };
  await sleep(CALM_MS);
  const timers = await countTimers(pages.chat);
  let hostMs = NaN;
  const work = await measurePageWork(pages, async () => {
    hostMs = await hostBusyMs();
    await sleep(PAGE_IDLE_MS - IDLE_MS);
  });
  await window.call('closeBare');
  return { timers: await timers.count(), hostMs, work };
}

/** How long the extension host is busy in a period in which nothing happens. */
async function hostBusyMs(): Promise<number> {
  const before = await window.call('busyMs');
  await sleep(IDLE_MS);
  return (await window.call('busyMs')) - before;
}

/** Hides the view, which disposes its page, and shows it again. Measures from the page's start and from the click. */
async function reopened(): Promise<{ readonly firstMs: number; readonly fullMs: number }> {
  await window.call('hideChat');
  await window.page.getByRole('tree', { name: 'Files Explorer' }).waitFor();
  const startMs = Date.now();
  await window.call('showChat');
  const frame = await frameOf('Conversation');
  const { firstMs, atMs } = await frame.evaluate<{
    firstMs: number;
    atMs: number;
  }>(`new Promise(resolve => {
    const look = () => document.getElementsByTagName('article').length > 0
      ? requestAnimationFrame(() => setTimeout(() => resolve({ firstMs: performance.now(), atMs: Date.now() })))
      : requestAnimationFrame(look);
    look();
  })`);
  return { firstMs, fullMs: atMs - startMs };
}

const otherMs = ({ editorMs, restMs }: PageWork): number => editorMs + restMs;

/** The medians of several attempts, because the machine may be busy with other work. */
async function medianReopening(): ReturnType<typeof reopened> {
  await expandLastTurn(await frameOf('Conversation'));
  const runs = [await reopened(), await reopened(), await reopened()];
  return {
    firstMs: median(runs.map(run => run.firstMs)),
    fullMs: median(runs.map(run => run.fullMs)),
  };
}

try {
  const hostIdleMs = await hostBusyMs();
  await window.call('useAgent', launchConfig);
  // The first turn starts the agents and compiles code. Later turns, which are measured, do not.
  await chat('stream 200');
  await bare('stream 200');
  const {
    ours: stream,
    baseline,
    ratio,
  } = await alternateRuns({
    baseline: () => bare('stream 5000'),
    ours: () => chat('stream 5000'),
  });
  marks.report('stream 5000', stream.tookMs, { most: 1_500, unit: 'ms' });
  marks.report('stream 5000, longest task', stream.longestMs, { most: 50, unit: 'ms' });
  marks.report('stream 5000, against a bare webview', ratio, {
    most: 2,
    unit: `times (of ${baseline.tookMs} ms, in turns)`,
  });
  const { keyMs, behindMs } = await paced();
  marks.report('paced 2000, from key to screen, p95', keyMs, { most: 50, unit: 'ms' });
  marks.report('paced 2000, behind the agent at its end', behindMs, { most: 100, unit: 'ms' });
  const tools = await medianRun(() => chat('tools 500'));
  marks.report('tools 500', tools.tookMs, { most: 700, unit: 'ms' });
  marks.report('tools 500, longest task', tools.longestMs, { most: 50, unit: 'ms' });
  const tenfold = await chat('stream 50000');
  marks.report('ten times the text', tenfold.tookMs / stream.tookMs, { most: 11, unit: 'times' });
  const manyTools = await chat('tools 5000');
  marks.report('ten times the tools', manyTools.tookMs / tools.tookMs, { most: 11, unit: 'times' });
  const { timers, hostMs, work } = await idle();
  marks.report('idle for 20 s, timers of the page', timers, { most: 0, unit: '' });
  marks.report('idle for 20 s, scripts and drawing of the page', work.chat.ownMs, {
    most: 0,
    unit: 'ms',
  });
  marks.report('idle for 20 s, what VS Code and the browser do on the page', otherMs(work.chat), {
    most: Math.max(25, otherMs(work.bare) * 2),
    unit: `ms (on a page with nothing on it ${otherMs(work.bare).toFixed(1)})`,
  });
  // Less than one percent. Garbage of the flood is collected twice in this period, whatever the page does.
  marks.report('idle for 20 s, garbage of the flood before', work.chat.collectionMs, {
    most: 200,
    unit: 'ms',
  });
  marks.report('idle for 5 s, the extension host is busy', hostMs, {
    most: Math.max(50, hostIdleMs * 1.5),
    unit: `ms (without a session ${hostIdleMs.toFixed(0)})`,
  });
  const { firstMs, fullMs } = await medianReopening();
  marks.report('5,000 entries reopened, first paint', firstMs, { most: 300, unit: 'ms' });
  marks.report('5,000 entries reopened, from the click on', fullMs, { most: 1_000, unit: 'ms' });
  const { frame } = await chat('long 10000');
  await expandLastTurn(frame);
  await scrollToEnd(frame);
  const fps = await measureScrolling(frame);
  marks.report('10,000 tools and 50 MB, a frame while scrolling', 1_000 / fps, {
    most: 20,
    unit: `ms (${fps.toFixed(0)} frames per second)`,
  });
  const heap = await heapMb(await openDebugSession(frame));
  marks.report('10,000 tools and 50 MB, heap', heap, { most: 300, unit: 'MB' });
} finally {
  await window.close();
  await removeFolder(folder);
}
marks.finish();
