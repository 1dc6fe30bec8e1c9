import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json, Scenario } from './scenario.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** How to start a program: the shape of an entry of `accord.agents`. */
export interface ScriptedLaunchConfig {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** One line of the agent's log: a message as it came in, or something the agent noted. */
export type LogEntry = { readonly pid: number; readonly atMs: number } & (
  | { readonly kind: 'received'; readonly message: ReceivedMessage }
  | { readonly kind: 'note'; readonly name: string; readonly value?: Json }
);

/** What the client sent, as it was on the wire. */
export interface ReceivedMessage {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
  readonly error?: Json;
}

/** A scenario that can be played by a process, and the log that its processes write. */
export interface ScriptedAgent {
  readonly launch: ScriptedLaunchConfig;
  readonly logPath: string;
  /** Everything recorded so far, by all processes started with this launch configuration. */
  log(): Promise<readonly LogEntry[]>;
  /** The messages with this method, in the order of their arrival. */
  received(method: string): Promise<readonly ReceivedMessage[]>;
  /** The values noted under this name: `started`, `signal`, `stdinEnded`, `notJson`, `child`, `shell`, your own. */
  noted(name: string): Promise<readonly Json[]>;
  /** Waits for the first matching entry. */
  waitFor(fits: (entry: LogEntry) => boolean): Promise<LogEntry>;
  waitForReceived(method: string): Promise<ReceivedMessage>;
  waitForNote(name: string): Promise<Json>;
}

/** Writes a scenario to `folder` and returns the agent that plays it. */
export async function scriptedAgent(folder: string, scenario: Scenario): Promise<ScriptedAgent> {
  const own = await mkdtemp(join(folder, 'scripted-'));
  const scenarioPath = join(own, 'scenario.json');
  const logPath = join(own, 'log.ndjson');
  await writeFile(scenarioPath, JSON.stringify({ ...scenario, log: logPath }));
  return recordOf(logPath, {
    command: process.execPath,
    args: [join(fakesFolder(), 'scripted', 'main.mjs'), scenarioPath],
    // Inside desktop VS Code the running program is Electron.
    env: process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' },
  });
}

function recordOf(logPath: string, launch: ScriptedLaunchConfig): ScriptedAgent {
  const log = () => readLog(logPath);
  const waitFor = (fits: (entry: LogEntry) => boolean) => waitForEntry(log, fits);
  return {
    launch,
    logPath,
    log,
    waitFor,
    received: async method => (await log()).flatMap(entry => messagesOf(entry, method)),
    noted: async name => (await log()).flatMap(entry => notesOf(entry, name)),
    waitForReceived: async method => {
      const entry = await waitFor(candidate => messagesOf(candidate, method).length > 0);
      return entry.kind === 'received' ? entry.message : {};
    },
    waitForNote: async name => {
      const entry = await waitFor(candidate => notesOf(candidate, name).length > 0);
      return entry.kind === 'note' ? entry.value : undefined;
    },
  };
}

async function waitForEntry(
  log: () => Promise<readonly LogEntry[]>,
  matches: (entry: LogEntry) => boolean,
): Promise<LogEntry> {
  return waitUntil(async () => (await log()).find(matches));
}

async function readLog(path: string): Promise<readonly LogEntry[]> {
  if (!existsSync(path)) {
    return [];
  }
  const text = await readFile(path, 'utf8');
  // The last line may be incomplete.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as LogEntry);
}

function messagesOf(entry: LogEntry, method: string): readonly ReceivedMessage[] {
  return entry.kind === 'received' && entry.message.method === method ? [entry.message] : [];
}

function notesOf(entry: LogEntry, name: string): readonly Json[] {
  return entry.kind === 'note' && entry.name === name ? [entry.value] : [];
}

/** A bundled suite is not in the folder of the agent; its runner passes the path of the sources. */
function fakesFolder(): string {
  return process.env['ACCORD_FAKES'] ?? fileURLToPath(new URL('.', import.meta.url));
}
