import * as vscode from 'vscode';
import type { Captures } from '../../agent/context/captures.ts';
import { Lifetime } from '../../core/lifetime.ts';
import type { TerminalMention } from '../../core/prompt/mention.ts';
import { overClipboard } from './overClipboard.ts';
import { plainOutput } from '../../core/prompt/plainOutput.ts';

const OUTPUT_LIMIT_CHARACTERS = 1_000_000;

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
export class TerminalTexts implements vscode.Disposable {
  readonly #captures: Captures;
  readonly #lifetime = new Lifetime();
  #last: LastCommand | undefined;

  constructor(captures: Captures) {
    this.#captures = captures;
    this.#lifetime.own(
      vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
        this.#follow(terminal, execution);
      }),
    );
    this.#lifetime.own(
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
    const last = this.#last;
    if (!last) {
      return undefined;
    }
    const end = last.exitCode === undefined ? '' : `\n[exit code ${last.exitCode}]\n`;
    const text = `$ ${last.commandLine}\n${plainOutput(last.output).trimEnd()}${end}`;
    const capture = await this.#captures.keep(text, 'txt');
    return { kind: 'terminal', name: last.terminal.name, capture, command: last.commandLine };
  }

  /** What is selected in the active terminal. */
  async selection(): Promise<TerminalMention | undefined> {
    const terminal = vscode.window.activeTerminal;
    if (!terminal) {
      return undefined;
    }
    const text = await overClipboard('workbench.action.terminal.copySelection');
    return text === ''
      ? undefined
      : { kind: 'terminal', name: terminal.name, capture: await this.#captures.keep(text, 'txt') };
  }

  dispose(): void {
    this.#lifetime.dispose();
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
      if (this.#last !== command || this.#lifetime.ended) {
        return;
      }
      command.output = (command.output + data).slice(-OUTPUT_LIMIT_CHARACTERS);
    }
  }
}

/** VS Code may tell of the end before it has handed over the last output. */
async function endAfterOutput(command: LastCommand, exitCode: number | undefined): Promise<void> {
  await command.read;
  command.exitCode = exitCode;
}
