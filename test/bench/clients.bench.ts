/**
 * Our extension, a bare client, and possibly another ACP client, in a real VS Code, in turns:
 * `npm run bench -- --against other.vsix adapter.mjs`. Each has a window of its own. See `clients/clientAdapter.ts` for what an
 * adapter must do. The figures of clients are ratios to those of the bare client, which only appends text.
 */
import { createTemporaryFolder, removeFolder } from '../harness/createTemporaryFolder.ts';
import { BenchReport } from './benchReport.ts';
import { accordAdapter } from './clients/accordAdapter.ts';
import { bareClient } from './clients/bareClient.ts';
import { ClientTurns, notesFile } from './clients/clientTurns.ts';
import { ClientWindow, loadClient, type MeasuredClient } from './clients/clientWindow.ts';

const ROUNDS = 5;
const [otherVsix, otherAdapter] = process.argv.slice(2);
/** The characters that the agent writes in `stream 5000`. */
const STREAM_CHARS = 5_000 * 24;

interface Measured {
  readonly client: ClientWindow;
  readonly turns: ClientTurns;
  /** The values of all rounds, by figure. */
  readonly values: Map<string, number[]>;
}

const marks = new BenchReport();
const folder = await createTemporaryFolder('clients');
const all: Measured[] = [];
try {
  await add(await bareClient());
  await add({ adapter: accordAdapter });
  if (otherVsix !== undefined && otherAdapter !== undefined) {
    await add(await loadClient(otherVsix, otherAdapter));
  }
  await inTurns(measureStart);
  await inTurns(measureTurns);
  await measureGrowth();
  report();
} finally {
  for (const { client } of all) {
    await client.close();
  }
  await removeFolder(folder);
}
marks.finish();

async function add(measured: MeasuredClient): Promise<void> {
  const notes = notesFile(folder, measured.adapter.name);
  const client = await ClientWindow.open(measured, ClientTurns.agent(notes));
  all.push({ client, turns: new ClientTurns(client, notes), values: new Map() });
}

async function inTurns(measure: (one: Measured) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of all) {
      await measure(one);
    }
  }
}

/** A new window: activation, opening the chat, memory, and the first prompt, which may have to start the agent. */
async function measureStart({ client, turns, values }: Measured): Promise<void> {
  await client.reload();
  note(values, 'activation, ms', await client.activationMs());
  const { tookMs } = await client.openChat();
  note(values, 'open, ms', tookMs);
  await client.hideChat();
  await turns.begin();
  const { heapMb, residentMb } = await client.window.call('memoryMb');
  note(values, 'heap of the extension host before a turn, MB', heapMb);
  note(values, 'memory of the extension host before a turn, MB', residentMb);
  note(values, 'send the first prompt, ms', (await turns.measure('stream 1')).sendMs);
}

/** The same window, in which code is compiled and the agent runs. */
async function measureTurns({ client, turns, values }: Measured): Promise<void> {
  const stream = await turns.measure('stream 5000');
  note(values, 'send a later prompt, ms', stream.sendMs);
  note(values, 'stream 5000, ms', stream.tookMs);
  note(values, 'stream 5000, longest task, ms', stream.longestMs);
  note(values, 'stream 5000, text on the page, %', (100 * stream.textChars) / STREAM_CHARS);
  const tools = await turns.measure('tools 500');
  note(values, 'tools 500, ms', tools.tookMs);
  const { keyMs, behindMs } = await turns.measurePaced('paced 2000');
  note(values, 'paced 2000, from key to screen, p95, ms', keyMs);
  note(values, 'paced 2000, behind the agent, ms', Math.max(0, behindMs));
  const { residentMb } = await client.window.call('memoryMb');
  note(values, 'memory of the extension host after the turns, MB', residentMb);
}

/** Ten and a hundred times the text must take no more than ten and a hundred times as long. */
async function measureGrowth(): Promise<void> {
  const { turns } = all[1] as Measured;
  for (const kind of ['stream', 'tools']) {
    const { tookMs: once } = await turns.measure(`${kind} 100`);
    for (const factor of [10, 100]) {
      const { tookMs } = await turns.measure(`${kind} ${100 * factor}`);
      marks.report(`${factor} times as much, ${kind} 100: growth`, tookMs / once, {
        most: factor * 1.1,
        unit: 'times',
      });
    }
  }
}

/** Ratios to the bare client where it has a comparable figure above zero. */
function report(): void {
  const [bare, ...others] = all;
  for (const { client, values } of others) {
    for (const [what, ours] of values) {
      const baseline = bare?.values.get(what) ?? [];
      const [figure, unit] = splitUnit(what);
      const name = `${client.adapter.name}: ${figure}`;
      if (baseline.every(value => value > 0)) {
        marks.reportRatio(name, { ours, baseline }, { most: Infinity, unit });
      } else {
        marks.reportRounds(name, ours, { most: Infinity, unit });
      }
    }
  }
}

function splitUnit(what: string): readonly [string, string] {
  const at = what.lastIndexOf(', ');
  return [what.slice(0, at), what.slice(at + 2)];
}

function note(values: Map<string, number[]>, what: string, value: number): void {
  values.set(what, [...(values.get(what) ?? []), value]);
}
