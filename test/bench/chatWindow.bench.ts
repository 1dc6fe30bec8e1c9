/**
 * How quick the chat is in a real VS Code, from the agent's first word to the last one on screen:
 * `npm run bench -- chatWindow`. Ends with a failure if a figure misses its mark; software drawing counts against us.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { openBenchWindow } from '../rig/benchWindow.ts';
import { inProject } from '../rig/paths.ts';
import type * as Inside from './chatWindow.host.ts';
import { Marks } from './marks.ts';

const ROUNDS = 3;
const FRAME_TIMEOUT_MS = 60_000;
/** Turns end, highlighting is done, and what was allocated has been collected. */
const CALM_MS = 4_000;
const IDLE_MS = 5_000;

/** What was said last on the bare page, and in the chat. */
const BARE_TAIL = `document.querySelector('pre').lastChild?.data`;
const CHAT_TAIL = `(() => {
  const articles = document.getElementsByTagName('article');
  const blocks = articles[articles.length - 1]?.getElementsByClassName('block') ?? [];
  return blocks[blocks.length - 1]?.textContent;
})()`;

const folder = await mkdtemp(path.join(tmpdir(), 'accord-chat-'));
const notes = path.join(folder, 'notes');
const recipe = {
  command: process.execPath,
  args: [inProject('test/bench/burstAgent.ts'), notes],
};
const marks = new Marks();
const window = await openBenchWindow<typeof Inside>('test/bench/chatWindow.host.ts', {
  isolateWebviews: true,
});

interface Run {
  /** From the agent's first word until its last one is painted. */
  readonly tookMs: number;
  readonly longestMs: number;
}

async function frameOf(name: string): Promise<Frame> {
  const deadlineMs = Date.now() + FRAME_TIMEOUT_MS;
  while (Date.now() < deadlineMs) {
    for (const frame of window.page.frames()) {
      const count = await frame
        .getByRole('log', { name })
        .count()
        .catch(() => 0);
      if (count > 0) {
        return frame;
      }
    }
    await sleep(50);
  }
  throw new Error(`No page shows "${name}".`);
}

/** Watches a page from now on until the agent's last words are painted. */
function watchEnd(frame: Frame, tail: string): Promise<{ atMs: number; longestMs: number }> {
  return frame.evaluate(`new Promise(resolve => {
    const longs = [0];
    const watch = new PerformanceObserver(list => longs.push(...list.getEntries().map(entry => entry.duration)));
    watch.observe({ type: 'longtask' });
    const look = () => {
      if (${tail}?.trimEnd().endsWith('The end.')) {
        requestAnimationFrame(() => setTimeout(() => {
          watch.disconnect();
          resolve({ atMs: Date.now(), longestMs: Math.max(...longs) });
        }));
      } else {
        requestAnimationFrame(look);
      }
    };
    requestAnimationFrame(look);
  })`);
}

async function beganMs(): Promise<number> {
  const lines = (await readFile(notes, 'utf8')).trim().split('\n');
  await writeFile(notes, '');
  const [first] = lines.map(line => JSON.parse(line) as { readonly atMs: number });
  return first?.atMs ?? NaN;
}

async function bare(): Promise<Run> {
  await window.call('runBare', recipe, 'nothing'); // Whatever the first page costs is no part of it.
  await watchEnd(await frameOf('Bare'), BARE_TAIL);
  await beganMs();
  await window.call('closeBare');
  const opened = window.call('runBare', recipe, 'stream 5000');
  const { atMs, longestMs } = await watchEnd(await frameOf('Bare'), BARE_TAIL);
  await opened;
  const run = { tookMs: atMs - (await beganMs()), longestMs };
  await window.call('closeBare');
  return run;
}

async function chat(text: string): Promise<Run> {
  await window.call('newSession');
  const frame = await frameOf('Conversation');
  await frame.getByText('Work with an agent').waitFor();
  await sleep(CALM_MS);
  const end = watchEnd(frame, CHAT_TAIL);
  const turn = window.call('prompt', text);
  const { atMs, longestMs } = await end;
  await turn;
  return { tookMs: atMs - (await beganMs()), longestMs };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

async function rounds(run: () => Promise<Run>): Promise<Run> {
  const runs: Run[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    runs.push(await run());
  }
  return {
    tookMs: median(runs.map(({ tookMs }) => tookMs)),
    longestMs: median(runs.map(({ longestMs }) => longestMs)),
  };
}

/** A finished session lies in sight: what the page and the extension host do meanwhile. */
async function idle(): Promise<{ timers: number; hostMs: number }> {
  const frame = await frameOf('Conversation');
  await sleep(CALM_MS);
  await frame.evaluate(`(() => {
    window.benchTimers = 0;
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback']) {
      const real = window[name].bind(window);
      window[name] = (call, ...rest) => real((...args) => { window.benchTimers += 1; call(...args); }, ...rest);
    }
  })()`);
  const before = await window.call('busyMs');
  await sleep(IDLE_MS);
  const after = await window.call('busyMs');
  const timers = await frame.evaluate<number>('window.benchTimers');
  return { timers, hostMs: after - before };
}

/** The view is hidden, which ends its page, and shown again. */
async function reopened(): Promise<number> {
  await window.call('hideChat');
  await window.page.getByRole('tree', { name: 'Files Explorer' }).waitFor();
  const startMs = Date.now();
  await window.call('showChat');
  const frame = await frameOf('Conversation');
  const paintedMs = await frame.evaluate<number>(`new Promise(resolve => {
    const look = () => document.getElementsByTagName('article').length > 0
      ? requestAnimationFrame(() => setTimeout(() => resolve(Date.now())))
      : requestAnimationFrame(look);
    look();
  })`);
  return paintedMs - startMs;
}

try {
  const hostIdleMs = await window.call('busyMs').then(async before => {
    await sleep(IDLE_MS);
    return (await window.call('busyMs')) - before;
  });
  const floor = await rounds(bare);
  await window.call('useAgent', recipe);
  await chat('stream 200'); // The agent starts, and code becomes warm, as in any session after its first turn.
  const stream = await rounds(() => chat('stream 5000'));
  marks.report('stream 5000', stream.tookMs, { most: 1_500, unit: 'ms' });
  marks.report('stream 5000, longest task', stream.longestMs, { most: 50, unit: 'ms' });
  marks.report('stream 5000, against a bare webview', stream.tookMs / floor.tookMs, {
    most: 2,
    unit: `times (of ${floor.tookMs} ms)`,
  });
  const tools = await rounds(() => chat('tools 500'));
  marks.report('tools 500', tools.tookMs, { most: 700, unit: 'ms' });
  marks.report('tools 500, longest task', tools.longestMs, { most: 50, unit: 'ms' });
  const tenfold = await chat('stream 50000');
  marks.report('ten times the text', tenfold.tookMs / stream.tookMs, { most: 11, unit: 'times' });
  const manyTools = await chat('tools 5000');
  marks.report('ten times the tools', manyTools.tookMs / tools.tookMs, { most: 11, unit: 'times' });
  const { timers, hostMs } = await idle();
  marks.report('idle for 5 s, timers of the page', timers, { most: 0, unit: '' });
  marks.report('idle for 5 s, the extension host is busy', hostMs, {
    most: Math.max(50, hostIdleMs * 1.5),
    unit: `ms (without a session ${hostIdleMs.toFixed(0)})`,
  });
  marks.report('view with 5,000 calls shown again', await reopened(), { most: 1_000, unit: 'ms' });
} finally {
  await window.close();
  await rm(folder, { recursive: true, force: true });
}
marks.finish();
