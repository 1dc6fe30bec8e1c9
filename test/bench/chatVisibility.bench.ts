/**
 * The chat when it is hidden and shown many times, and when its page is killed: `npm run bench -- chatVisibility`. A permission
 * request is open, a prompt is queued, and there is a draft: all of them must be restored each time, by one reset message, and
 * neither process may leak memory.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { Reset } from '../../src/core/chat/messages.ts';
import { openBenchWindow } from '../harness/bench/benchWindow.ts';
import { inProject } from '../harness/paths.ts';
import type * as Inside from './chatWindow.host.ts';
import { BenchReport } from './benchReport.ts';
import { heapMb } from './pageMeasurements.ts';
import { findProcessId } from './trace.ts';
import { findWebviewFrame, openDebugSession, webviewFrame } from './webviewFrame.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';

const FEW_ROUNDS = 50;
const SHORT_ROUNDS = 400;
const LONG_ROUNDS = 50;
const TURNS = 60;
/** After this many rounds the benchmark checks that no second reset arrives. */
const CALM_EVERY = 25;
const CALM_MS = 500;
const SHOWN_TIMEOUT_MS = 30_000;

/** Counts the resets of each page. VS Code writes a page into an existing frame, which then loses its listeners. */
const COUNT_RESETS = `
  window.benchResets = 0;
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, hear, ...rest) {
    const heard = type !== 'message' || this !== window ? hear : event => {
      window.benchResets += event.data?.method === ${JSON.stringify(Reset.method)} ? 1 : 0;
      hear(event);
    };
    return listen.call(this, type, heard, ...rest);
  };`;

/** Whether this is a new page that shows everything again. */
const SHOWS_ALL = `(() => {
  const has = (selector, text) => document.querySelector(selector)?.textContent.includes(text) === true;
  return !window.benchSeen
    && document.querySelector('[role="group"][aria-label="Permission: Run npm test"] button') !== null
    && has('[role="log"]', 'The end.')
    && has('.queue', 'Waits in the queue')
    && has('[role="textbox"]', 'Not sent yet')
    && (window.benchSeen = true);
})()`;

const folder = await createTemporaryFolder('shown');
const marks = new BenchReport();
const window = await openBenchWindow<typeof Inside>('test/bench/chatWindow.host.ts', {
  isolateWebviews: true,
  mayCrash: true,
});
let { page } = window;

/** A session after some work, with an open permission request, a queued prompt and a draft. */
async function openSession(work: string): Promise<void> {
  await window.call('newSession');
  await window.call('prompt', work);
  window.call('prompt', 'ask 1').catch(() => undefined); // It ends with the window.
  const chat = await webviewFrame(page, 'Conversation');
  await chat.getByRole('group', { name: 'Permission: Run npm test' }).waitFor();
  const message = chat.getByRole('textbox', { name: 'Message' });
  await message.fill('Waits in the queue');
  await message.press('Enter');
  await chat.locator('.queue').getByText('Waits in the queue').waitFor();
  await message.fill('Not sent yet');
  await chat.evaluate('window.benchSeen = true');
}

/** Waits until the page that VS Code has created again shows everything. */
const waitForRestoredPage = (): Promise<Frame> =>
  findWebviewFrame(page, SHOWN_TIMEOUT_MS, frame => frame.evaluate<boolean>(SHOWS_ALL));

async function hideAndShow(): Promise<Frame> {
  await window.call('hideChat');
  await window.call('showChat');
  return waitForRestoredPage();
}

/** Hides and shows the chat. Returns the most resets of one page. */
async function rounds(count: number): Promise<number> {
  let most = 0;
  for (let round = 1; round <= count; round++) {
    const chat = await hideAndShow();
    if (round % CALM_EVERY === 0) {
      await sleep(CALM_MS);
    }
    most = Math.max(most, await fillings(chat));
  }
  return most;
}

const fillings = (chat: Frame): Promise<number> => chat.evaluate<number>('window.benchResets');

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    await window.call('prompt', 'stream 20');
  }
}

/** The resident memory of a process. */
async function residentMb(pid: number): Promise<number> {
  const [, kb] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

/** The memory after a garbage collection, for the page's process and for the heap of the extension host. */
async function memoryUse(): Promise<{ readonly pageMb: number; readonly hostMb: number }> {
  const chat = await webviewFrame(page, 'Conversation');
  await heapMb(await openDebugSession(chat));
  return {
    pageMb: await residentMb(await findProcessId(chat)),
    hostMb: await window.call('heapMb'),
  };
}

/** Kills the page, as running out of memory would, runs something meanwhile, and then hides and shows the chat. */
async function killPage(meanwhile: () => Promise<unknown>): Promise<void> {
  const pid = await findProcessId(await webviewFrame(page, 'Conversation'));
  page = await window.pageAfter(async () => {
    process.kill(pid, 'SIGKILL');
    await meanwhile();
    await window.call('hideChat');
  });
  await page.addInitScript(COUNT_RESETS);
  await window.call('showChat');
}

try {
  await page.addInitScript(COUNT_RESETS);
  await window.call('useAgent', {
    command: process.execPath,
    args: [inProject('test/bench/burstAgent.ts'), path.join(folder, 'notes')],
  });
  await openSession('tools 100');
  await rounds(FEW_ROUNDS);
  const early = await memoryUse();
  const short = await rounds(SHORT_ROUNDS);
  const late = await memoryUse();
  marks.report(`shown again ${SHORT_ROUNDS} times, fillings of a page`, short, {
    most: 1,
    unit: '',
  });
  marks.report(`shown again ${SHORT_ROUNDS} times, page`, late.pageMb, {
    most: early.pageMb * 1.3,
    unit: `MB (after ${FEW_ROUNDS} times ${early.pageMb.toFixed(0)})`,
  });
  marks.report(`shown again ${SHORT_ROUNDS} times, extension host`, late.hostMb, {
    most: early.hostMb * 1.1,
    unit: `MB (after ${FEW_ROUNDS} times ${early.hostMb.toFixed(1)})`,
  });

  await killPage(() => sleep(CALM_MS));
  const anew = await waitForRestoredPage();
  await sleep(CALM_MS);
  marks.report('page killed, fillings of the next one', await fillings(anew), {
    most: 1,
    unit: '',
  });

  await openSession('long 10000');
  const long = await rounds(LONG_ROUNDS);
  marks.report(`50 MB shown again ${LONG_ROUNDS} times, fillings of a page`, long, {
    most: 1,
    unit: '',
  });
  const large = await memoryUse();
  marks.report(`50 MB shown again ${LONG_ROUNDS} times, page`, large.pageMb, {
    most: 512,
    unit: 'MB',
  });
  marks.report(`50 MB shown again ${LONG_ROUNDS} times, extension host`, large.hostMb, {
    most: 512,
    unit: 'MB',
  });

  await killPage(async () => {
    await window.call('newSession');
    await turns(TURNS);
  });
  await (await webviewFrame(page, 'Conversation')).getByText('The end.').first().waitFor();
  const before = await window.call('heapMb');
  await turns(TURNS);
  const eachKb = (((await window.call('heapMb')) - before) / TURNS) * 1024;
  marks.report(`each of ${TURNS} turns, extension host`, eachKb, { most: 20, unit: 'kB' });
} finally {
  await window.close();
  await removeFolder(folder);
}
marks.finish();
