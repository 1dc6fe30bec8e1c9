import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorMessage } from '../core/errors.ts';
import { type TerminalCommand, requestPermission, runInTerminal } from './clientMethods.ts';
import type { DemoTurn } from './demoTurn.ts';

/** A command that changes nothing and works nearly everywhere. */
export function createHarmlessCommand(cwd: string): TerminalCommand {
  if (existsSync(join(cwd, '.git'))) {
    return { label: 'git status --short', command: 'git', args: ['status', '--short'] };
  }
  // The program that runs this demo is always available, also if it is VS Code itself.
  return {
    label: 'node --version',
    command: process.execPath,
    args: ['--version'],
    env: [{ name: 'ELECTRON_RUN_AS_NODE', value: '1' }],
  };
}

/** A command line of the user, for their shell. */
export function createShellCommand(line: string): TerminalCommand {
  return { label: line, command: line };
}

/** Runs a command in a terminal, and says how it ended or why it did not start. */
export async function runCommand(turn: DemoTurn, command: TerminalCommand): Promise<void> {
  const refusal = getRefusal(turn);
  if (refusal !== undefined) {
    await turn.say(refusal);
    return;
  }
  try {
    let ended = '';
    await turn.runTool(createToolCall(command), async toolCallId => {
      ended = await runInTerminal(turn, command, terminalId =>
        turn.update({
          sessionUpdate: 'tool_call_update',
          toolCallId,
          content: [{ type: 'terminal', terminalId }],
        }),
      );
      return {};
    });
    await turn.say(`The command ended with ${ended}.`);
  } catch (error) {
    turn.signal.throwIfAborted();
    await turn.say(`I couldn't run \`${command.label}\`: ${getErrorMessage(error)}`);
  }
}

/** Runs a command after the user has allowed it. */
export async function confirmAndRunCommand(
  turn: DemoTurn,
  command: TerminalCommand,
): Promise<void> {
  const refusal = getRefusal(turn);
  if (refusal !== undefined) {
    await turn.say(refusal);
    return;
  }
  const decision = await requestPermission(turn, 'run', {
    toolCallId: randomUUID(),
    ...createToolCall(command),
  });
  if (decision === 'refused') {
    await turn.say("You declined, so I didn't run it.");
    return;
  }
  await runCommand(turn, command);
}

function createToolCall({ label }: TerminalCommand) {
  return { title: label, kind: 'execute' as const, rawInput: { command: label } };
}

function getRefusal({ session }: DemoTurn): string | undefined {
  if (session.options.mode === 'look') {
    return "You're in **Only Look** mode, so I won't run anything.";
  }
  return session.capabilities.terminal
    ? undefined
    : "Your editor doesn't offer terminals to agents, so I won't run anything.";
}
