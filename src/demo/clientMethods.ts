import { readFile } from 'node:fs/promises';
import {
  type RequestPermissionRequest,
  type TerminalHandle,
  methods,
} from '@agentclientprotocol/sdk';
import { getErrorMessage } from '../core/errors.ts';
import type { DemoTurn } from './demoTurn.ts';

const MAX_OUTPUT_BYTES = 64 * 1024;

/** A program with arguments, or one line for the user's shell. */
export interface TerminalCommand {
  readonly label: string;
  readonly command: string;
  readonly args?: string[];
  readonly env?: { name: string; value: string }[];
}

export type DemoPermissionDecision = 'granted' | 'refused';

/** Reads through the client, which has unsaved text, or from disk if the client does not support it. */
export async function readTextFile(turn: DemoTurn, path: string): Promise<string> {
  const { client, session } = turn;
  if (!session.capabilities.fs?.readTextFile) {
    return readFile(path, 'utf8');
  }
  const request = client.request(methods.client.fs.readTextFile, { sessionId: session.id, path });
  return (await turn.wait(request)).content;
}

/** Writes through the client. The demo never writes to disk itself, so that the user can review its changes. */
export async function writeTextFile(turn: DemoTurn, path: string, content: string): Promise<void> {
  const { client, session } = turn;
  const request = { sessionId: session.id, path, content };
  await turn.wait(client.request(methods.client.fs.writeTextFile, request));
}

/** Asks the user, unless the mode or an earlier "always" allows it already. */
export async function requestPermission(
  turn: DemoTurn,
  action: 'edit' | 'run',
  toolCall: RequestPermissionRequest['toolCall'],
): Promise<DemoPermissionDecision> {
  const { client, session } = turn;
  if (session.options.mode === 'go' || session.alwaysAllowed.has(action)) {
    return 'granted';
  }
  const params: RequestPermissionRequest = { sessionId: session.id, toolCall, options: OPTIONS };
  const answer = client.request(methods.client.session.requestPermission, params);
  const { outcome } = await turn.wait(answer);
  if (outcome.outcome !== 'selected') {
    return 'refused';
  }
  if (outcome.optionId === ALWAYS) {
    session.alwaysAllowed.add(action);
  }
  return outcome.optionId === ALWAYS || outcome.optionId === ONCE ? 'granted' : 'refused';
}

/** Runs a command in a terminal of the client. `onStart` gets the id of the terminal while the command runs. */
export async function runInTerminal(
  turn: DemoTurn,
  { command, args, env = [] }: TerminalCommand,
  onStart: (terminalId: string) => Promise<void>,
): Promise<string> {
  const { client, session } = turn;
  const created = client.createTerminal({
    sessionId: session.id,
    cwd: session.cwd,
    outputByteLimit: MAX_OUTPUT_BYTES,
    command,
    ...(args && { args }),
    env,
  });
  const terminal = await turn.wait(created).catch((error: unknown) => {
    // Canceled while the terminal was created: it must be released.
    void created.then(release, () => {});
    throw error;
  });
  try {
    await onStart(terminal.id);
    const { exitCode, signal } = await turn.wait(terminal.waitForExit());
    return exitCode === 0 ? 'exit code 0' : `exit code ${exitCode ?? signal ?? 'unknown'}`;
  } finally {
    await release(terminal);
  }
}

/** Releases a terminal, which also ends its command. Fails if the connection is closed already. */
async function release(terminal: TerminalHandle): Promise<void> {
  await terminal.release().catch((error: unknown) => {
    process.stderr.write(`Accord Demo: ${getErrorMessage(error)}\n`);
  });
}

const ONCE = 'once';
const ALWAYS = 'always';
const OPTIONS: RequestPermissionRequest['options'] = [
  { optionId: ONCE, name: 'Yes, go ahead', kind: 'allow_once' },
  { optionId: ALWAYS, name: "Yes, and don't ask again in this session", kind: 'allow_always' },
  { optionId: 'no', name: 'No, leave everything as it is', kind: 'reject_once' },
];
