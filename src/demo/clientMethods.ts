import { readFile } from 'node:fs/promises';
import {
  type RequestPermissionRequest,
  type TerminalHandle,
  methods,
} from '@agentclientprotocol/sdk';
import { getErrorMessage } from '../core/errors.ts';
import type { DemoTurn } from './demoTurn.ts';

const MAX_OUTPUT_BYTES = 64 * 1024;

/** A command as it is run: a program with arguments, or one line for the user's shell. */
export interface TerminalCommand {
  readonly label: string;
  readonly command: string;
  readonly args?: string[];
  readonly env?: { name: string; value: string }[];
}

/** How asking for leave ended. */
export type PermissionDecision = 'granted' | 'refused';

/** Reads through the editor, which knows unsaved text; from disk if the editor does not serve files. */
export async function readTextFile(voice: DemoTurn, path: string): Promise<string> {
  const { client, session } = voice;
  if (!session.capabilities.fs?.readTextFile) {
    return readFile(path, 'utf8');
  }
  const request = client.request(methods.client.fs.readTextFile, { sessionId: session.id, path });
  return (await voice.wait(request)).content;
}

/** Writes through the editor. The demo never writes to disk itself: what it does, you can review. */
export async function writeTextFile(voice: DemoTurn, path: string, content: string): Promise<void> {
  const { client, session } = voice;
  const request = { sessionId: session.id, path, content };
  await voice.wait(client.request(methods.client.fs.writeTextFile, request));
}

/** Asks the user, unless the mode or an earlier "always" has answered already. */
export async function requestPermission(
  voice: DemoTurn,
  what: 'edit' | 'run',
  toolCall: RequestPermissionRequest['toolCall'],
): Promise<PermissionDecision> {
  const { client, session } = voice;
  if (session.options.mode === 'go' || session.alwaysAllowed.has(what)) {
    return 'granted';
  }
  const question: RequestPermissionRequest = { sessionId: session.id, toolCall, options: OPTIONS };
  const answer = client.request(methods.client.session.requestPermission, question);
  const { outcome } = await voice.wait(answer);
  if (outcome.outcome !== 'selected') {
    return 'refused';
  }
  if (outcome.optionId === ALWAYS) {
    session.alwaysAllowed.add(what);
  }
  return outcome.optionId === ALWAYS || outcome.optionId === ONCE ? 'granted' : 'refused';
}

/** Runs a command in a terminal of the editor; `onStart` gets the terminal's id while the command runs. */
export async function runInTerminal(
  voice: DemoTurn,
  { command, args, env = [] }: TerminalCommand,
  onStart: (terminalId: string) => Promise<void>,
): Promise<string> {
  const { client, session } = voice;
  const created = client.createTerminal({
    sessionId: session.id,
    cwd: session.cwd,
    outputByteLimit: MAX_OUTPUT_BYTES,
    command,
    ...(args && { args }),
    env,
  });
  const terminal = await voice.wait(created).catch((error: unknown) => {
    // Cancelled while the terminal was being made: it must not stay.
    void created.then(release, () => {});
    throw error;
  });
  try {
    await onStart(terminal.id);
    const { exitCode, signal } = await voice.wait(terminal.waitForExit());
    return exitCode === 0 ? 'exit code 0' : `exit code ${exitCode ?? signal ?? 'unknown'}`;
  } finally {
    await release(terminal);
  }
}

/** Releasing ends the command as well. The connection may be gone by then, and the terminal with it. */
async function release(terminal: TerminalHandle): Promise<void> {
  await terminal.release().catch((error: unknown) => {
    process.stderr.write(`Accord Demo: ${getErrorMessage(error)}\n`);
  });
}

const ONCE = 'once';
const ALWAYS = 'always';
const OPTIONS: RequestPermissionRequest['options'] = [
  { optionId: ONCE, name: 'Yes, go ahead', kind: 'allow_once' },
  { optionId: ALWAYS, name: 'Yes, and do not ask again in this session', kind: 'allow_always' },
  { optionId: 'no', name: 'No, leave everything as it is', kind: 'reject_once' },
];
