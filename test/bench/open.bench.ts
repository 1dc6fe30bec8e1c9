/**
 * How long it takes to open the chat: `npm run bench -- open`. Measures in a real VS Code from the command to a composer
 * that is on screen and can be edited, in turns with a bare client whose page has nothing but a text field. What is typed
 * at that moment must be in the composer when the page is complete.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { JournalFolder } from '../../src/agent/journal/journalFolder.ts';
import { inProject } from '../harness/paths.ts';
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';
import { BenchReport } from './benchReport.ts';
import { accordAdapter } from './clients/accordAdapter.ts';
import { bareClient } from './clients/bareClient.ts';
import { ClientWindow, type OpenedChat } from './clients/clientWindow.ts';
import { writeSampleSession } from './sampleSessions.ts';

const ROUNDS = 7;
const SESSIONS = 1_000;
const SESSION_CHARS = 10 * 1024;
/** Each tool call is an entry. */
const ENTRIES = 2_000;
const TYPED = 'typed while it loads';
const RATIO = { most: 1.2, unit: 'ms' };

/** The times of one round in milliseconds. */
interface OpenTimes {
  /** After a reload of the window, when nothing of the extension but its startup script is loaded. */
  readonly firstMs: number;
  readonly firstCompleteMs: number;
  /** After the chat was hidden. */
  readonly againMs: number;
  readonly againCompleteMs: number;
}

const marks = new BenchReport();
const folder = await createTemporaryFolder('open');
const agent = {
  command: process.execPath,
  args: [inProject('test/bench/burstAgent.ts'), path.join(folder, 'notes')],
};
const bare = await ClientWindow.open(await bareClient(), agent);
const accord = await ClientWindow.open({ adapter: accordAdapter }, agent);
try {
  await compareRounds('');
  await fillHistory();
  await compareRounds(' with 1,000 sessions and 2,000 entries');
} finally {
  await bare.close();
  await accord.close();
  await removeFolder(folder);
}
marks.finish();

async function compareRounds(scene: string): Promise<void> {
  const rounds: { readonly baseline: OpenTimes; readonly ours: OpenTimes }[] = [];
  while (rounds.length < ROUNDS) {
    rounds.push({ baseline: await timesOf(bare), ours: await timesOf(accord) });
  }
  for (const [when, time, complete] of [
    ['for the first time', 'firstMs', 'firstCompleteMs'],
    ['again', 'againMs', 'againCompleteMs'],
  ] as const) {
    const baseline = rounds.map(round => round.baseline[time]);
    const shown = { baseline, ours: rounds.map(round => round.ours[time]) };
    marks.reportRatio(
      `the chat${scene} is opened ${when}, until its composer is usable`,
      shown,
      RATIO,
    );
    const whole = { baseline, ours: rounds.map(round => round.ours[complete]) };
    const noLimit = { ...RATIO, most: Infinity };
    marks.reportRatio(`the chat${scene} is opened ${when}, until it is complete`, whole, noLimit);
  }
}

async function timesOf(client: ClientWindow): Promise<OpenTimes> {
  await client.reload();
  const first = await client.openChat();
  await checkTyping(client, first);
  const firstCompleteMs = await first.completeMs();
  await client.hideChat();
  const again = await client.openChat();
  const againCompleteMs = await again.completeMs();
  return { firstMs: first.tookMs, firstCompleteMs, againMs: again.tookMs, againCompleteMs };
}

/** Types as soon as that is possible, checks that the text stays, and removes it. */
async function checkTyping(
  { adapter, window }: ClientWindow,
  { chat, completeMs }: OpenedChat,
): Promise<void> {
  await chat.focus(adapter.composer);
  await window.page.keyboard.insertText(TYPED);
  await completeMs();
  const field = chat.locator(adapter.composer);
  const text = await chat.evaluate<string>(`(() => {
    const field = document.querySelector(${JSON.stringify(adapter.composer)});
    return field.value ?? field.textContent;
  })()`);
  if (text !== TYPED) {
    throw new Error(`${adapter.name} has lost what was typed: ${text}`);
  }
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
}

async function fillHistory(): Promise<void> {
  await accord.window.call('run', 'accord.prompt', { text: `tools ${ENTRIES}` });
  const storage = path.join(accord.window.data, 'data/User/globalStorage/accord-acp.accord');
  const [sessions] = globSync('sessions/*/', { cwd: storage });
  if (sessions === undefined) {
    throw new Error('The extension has stored no session.');
  }
  const journals = new JournalFolder(path.join(storage, sessions));
  for (let at = 0; at < SESSIONS; at += 1) {
    await writeSampleSession(journals, at, SESSION_CHARS);
  }
}
