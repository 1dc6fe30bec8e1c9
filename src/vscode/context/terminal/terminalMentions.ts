import * as vscode from 'vscode';
import type { CaptureStore } from '../../../agent/context/captureStore.ts';
import { DisposableStore } from '../../../core/disposableStore.ts';
import type { TerminalMention } from '../../../core/prompt/mention/mention.ts';
import { readViaClipboard } from './readViaClipboard.ts';
import { plainOutput } from '../../../core/terminal/plainOutput.ts';

const OUTPUT_LIMIT_CHARACTERS = 1_000_000;
const TERMINAL = 'workbench.action.terminal';

interface LastCommand {
  readonly terminal: vscode.Terminal;
  readonly execution: vscode.TerminalShellExecution;
  readonly commandLine: string;
  output: string;
  /** Settles when all its output has come. */
  read: Promise<void>;
  exitCode?: number | undefined;
}

/** Terminals as something to mention: the selection, and the last command with its output. */
export class TerminalMentions implements vscode.Disposable {
  readonly #captures: CaptureStore;
  readonly #disposables = new DisposableStore();
  #last: LastCommand | undefined;

  constructor(captures: CaptureStore) {
    this.#captures = captures;
    this.#disposables.add(
      vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
        this.#follow(terminal, execution);
      }),
    );
    this.#disposables.add(
      vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
        if (this.#last?.execution === execution) {
          void endAfterOutput(this.#last, exitCode);
        }
      }),
    );
  }

  /** The command that was started last, where the shell tells of its commands. */
  get lastCommandLine(): string | undefined {
    return this.#last?.commandLine;
  }

  /** The last command with what it has printed so far. */
  async lastCommand(): Promise<TerminalMention | undefined> {
    const { activeTerminal } = vscode.window;
    const last = this.#last;
    if (last) {
      const isOver = last.exitCode !== undefined;
      const shown = isOver && last.terminal === activeTerminal ? await lastOutputShown() : '';
      const output = plainOutput(shown || last.output).trimEnd();
      const end = isOver ? `\n[exit code ${last.exitCode}]\n` : '';
      return this.#command(last.terminal, last.commandLine, output + end);
    }
    // It ran before we were there to hear of it.
    const commandLine = activeTerminal && (await readViaClipboard(`${TERMINAL}.copyLastCommand`));
    return commandLine
      ? this.#command(activeTerminal, commandLine, await lastOutputShown())
      : undefined;
  }

  /** What is selected in the active terminal. */
  async selection(): Promise<TerminalMention | undefined> {
    const terminal = vscode.window.activeTerminal;
    if (!terminal) {
      return undefined;
    }
    const text = await readViaClipboard(`${TERMINAL}.copySelection`);
    return text === ''
      ? undefined
      : { kind: 'terminal', name: terminal.name, capture: await this.#captures.store(text, 'txt') };
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #command(
    { name }: vscode.Terminal,
    command: string,
    output: string,
  ): Promise<TerminalMention> {
    const capture = await this.#captures.store(`$ ${command}\n${output}`, 'txt');
    return { kind: 'terminal', name, capture, command };
  }

  #follow(terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): void {
    const command: LastCommand = {
      terminal,
      execution,
      commandLine: execution.commandLine.value,
      output: '',
      read: Promise.resolve(),
    };
    this.#last = command;
    command.read = this.#read(command);
  }

  async #read(command: LastCommand): Promise<void> {
    for await (const data of command.execution.read()) {
      if (this.#last !== command || this.#disposables.isDisposed) {
        return;
      }
      command.output = (command.output + data).slice(-OUTPUT_LIMIT_CHARACTERS);
    }
  }
}

/**
 * What the active terminal shows of its last command. VS Code hands over nothing of what a command prints before it has
 * told of the start, but it shows that too.
 */
const lastOutputShown = (): Promise<string> =>
  readViaClipboard(`${TERMINAL}.copyLastCommandOutput`);

/** VS Code may tell of the end before it has handed over the last output. */
async function endAfterOutput(command: LastCommand, exitCode: number | undefined): Promise<void> {
  await command.read;
  command.exitCode = exitCode;
}
