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
  // The program that runs this demo is at hand for sure, also where it is VS Code itself.
  return {
    label: 'node --version',
    command: process.execPath,
    args: ['--version'],
    env: [{ name: 'ELECTRON_RUN_AS_NODE', value: '1' }],
  };
}

/** A line the user typed; their shell takes it apart. */
export function createShellCommand(line: string): TerminalCommand {
  return { label: line, command: line };
}

/** Runs a command with its output in view, and says how it ended, or why it did not start. */
export async function runCommand(voice: DemoTurn, command: TerminalCommand): Promise<void> {
  const refusal = whyNot(voice);
  if (refusal !== undefined) {
    await voice.say(refusal);
    return;
  }
  try {
    let ended = '';
    await voice.runTool(card(command), async toolCallId => {
      ended = await runInTerminal(voice, command, terminalId =>
        voice.update({
          sessionUpdate: 'tool_call_update',
          toolCallId,
          content: [{ type: 'terminal', terminalId }],
        }),
      );
      return {};
    });
    await voice.say(`The command ended with ${ended}.`);
  } catch (error) {
    voice.signal.throwIfAborted();
    await voice.say(`I could not run \`${command.label}\`: ${getErrorMessage(error)}`);
  }
}

/** Runs what the user typed, once they have confirmed it. */
export async function confirmAndRunCommand(
  voice: DemoTurn,
  command: TerminalCommand,
): Promise<void> {
  const refusal = whyNot(voice);
  if (refusal !== undefined) {
    await voice.say(refusal);
    return;
  }
  const leave = await requestPermission(voice, 'run', {
    toolCallId: randomUUID(),
    ...card(command),
  });
  if (leave === 'refused') {
    await voice.say('You said no, so I ran nothing.');
    return;
  }
  await runCommand(voice, command);
}

function card({ label: shown }: TerminalCommand) {
  return { title: shown, kind: 'execute' as const, rawInput: { command: shown } };
}

function whyNot({ session }: DemoTurn): string | undefined {
  if (session.options.mode === 'look') {
    return 'You have set the mode to **Only Look**, so I run nothing.';
  }
  return session.capabilities.terminal
    ? undefined
    : 'Your editor does not offer terminals to agents, so I run nothing.';
}
