/**
 * The memory of a chat page after a day of work: `npm run bench -- chatMemory`. After thousands of turns the page must not
 * use more than after the first few hundred.
 */
import { execFileSync } from 'node:child_process';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { SessionChanged } from '../../src/core/chat/messages.ts';
import type { Entry } from '../../src/core/session/transcript/entry.ts';
import type { TranscriptPatch } from '../../src/core/session/transcript/transcript.ts';
import { openChatPage } from '../page/chatPage.ts';
import { sampleState, sampleView } from '../page/sample.ts';
import { browserLaunch } from '../harness/browser/browserLaunch.ts';
import { inProject } from '../harness/paths.ts';
import { section } from './chunks.ts';
import { BenchReport } from './benchReport.ts';
import { heapMb } from './pageMeasurements.ts';

const FEW_TURNS = 400;
const MANY_TURNS = 4_000;
/** The number of turns in one message. */
const TOGETHER = 5;

/** The patches of a turn: a prompt, a message in two chunks, and the end. */
function turn(number: number): readonly TranscriptPatch[] {
  const common = { turn: number, atMs: 0 };
  const entries: readonly Entry[] = [
    {
      ...common,
      id: `u${number}`,
      kind: 'user',
      blocks: [{ type: 'text', text: `Question ${number}` }],
    },
    { ...common, id: `a${number}`, kind: 'agent', blocks: [{ type: 'text', text: section }] },
    {
      ...common,
      id: `e${number}`,
      kind: 'turnEnd',
      reason: 'end_turn',
      startedMs: 0,
      toolCount: 0,
      fileCount: 0,
    },
  ];
  const [asked, answered, ended] = entries.map((entry): TranscriptPatch => ({
    kind: 'added',
    entry,
  }));
  const more: TranscriptPatch = {
    kind: 'grew',
    id: `a${number}`,
    text: `\n\nAnswer ${number}.`,
    atMs: 0,
  };
  return [asked, answered, more, ended].filter(patch => patch !== undefined);
}

/** Plays turns up to a number and posts one message per frame. */
async function playTurns(page: Page, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += TOGETHER) {
    const patches = Array.from({ length: TOGETHER }, (_, next) => turn(at + next + 1)).flat();
    const change = {
      jsonrpc: '2.0',
      method: SessionChanged.method,
      params: { sessionId: 's1', patches },
    };
    await page.evaluate(
      `new Promise(done => { window.postMessage(${JSON.stringify(change)}, '*'); requestAnimationFrame(done); })`,
    );
  }
  await page.getByText(`Answer ${to}.`, { exact: true }).waitFor();
}

async function memoryUse(page: Page, debug: CDPSession): Promise<{ heap: number; nodes: number }> {
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length');
  return { heap: await heapMb(debug), nodes };
}

execFileSync(process.execPath, [inProject('.esbuild.mjs'), '--production'], {
  cwd: inProject(),
  stdio: 'ignore',
});
const marks = new BenchReport();
const browser = await chromium.launch(await browserLaunch());
try {
  const state = { ...sampleState, queue: [], status: { kind: 'idle' } } as const;
  const { page } = await openChatPage(browser, {
    view: {
      shell: sampleView.shell,
      session: { state, entries: [], earlier: 0, terminals: [] },
    },
  });
  const debug = await page.context().newCDPSession(page);
  await playTurns(page, 0, FEW_TURNS);
  const early = await memoryUse(page, debug);
  await playTurns(page, FEW_TURNS, MANY_TURNS);
  const late = await memoryUse(page, debug);
  marks.report(`${MANY_TURNS} turns, heap`, late.heap, {
    most: Math.max(20, early.heap * 1.5),
    unit: `MB (after ${FEW_TURNS} turns ${early.heap.toFixed(1)})`,
  });
  marks.report(`${MANY_TURNS} turns, elements`, late.nodes, {
    most: Math.max(2_000, early.nodes * 1.5),
    unit: `(after ${FEW_TURNS} turns ${early.nodes})`,
  });
} finally {
  await browser.close();
}
marks.finish();
