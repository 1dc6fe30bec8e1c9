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
  /** Settles when all output has been read. */
  read: Promise<void>;
  hasEnded: boolean;
  exitCode?: number | undefined;
}

/** A command that the user has run, with its output so far as plain text. */
export interface UserCommand {
  readonly terminal: string;
  readonly commandLine: string;
  readonly output: string;
  readonly hasEnded: boolean;
  readonly exitCode: number | undefined;
}

/** Mentions of terminal output: the selection, and the last command with its output. */
export class TerminalMentions implements vscode.Disposable {
  readonly #captures: CaptureStore;
  readonly #disposables = new DisposableStore();
  #last: LastCommand | undefined;

  constructor(captures: CaptureStore) {
    this.#captures = captures;
    this.#disposables.add(
      vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
        this.#track(terminal, execution);
      }),
    );
    this.#disposables.add(
      vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
        if (this.#last?.execution === execution) {
          void setExitCodeAfterOutput(this.#last, exitCode);
        }
      }),
    );
  }

  /** The command line of the last command, if shell integration is active. */
  get lastCommandLine(): string | undefined {
    return this.#last?.commandLine;
  }

  /** The last command since the extension was loaded, without what only the clipboard can tell. */
  get lastTrackedCommand(): UserCommand | undefined {
    const last = this.#last;
    return (
      last && {
        terminal: last.terminal.name,
        commandLine: last.commandLine,
        output: plainOutput(last.output).trimEnd(),
        hasEnded: last.hasEnded,
        exitCode: last.exitCode,
      }
    );
  }

  /** The last command with its output so far. */
  async lastCommand(): Promise<TerminalMention | undefined> {
    const { activeTerminal } = vscode.window;
    const last = this.#last;
    if (last) {
      const hasEnded = last.exitCode !== undefined;
      const shown = hasEnded && last.terminal === activeTerminal ? await copyLastOutput() : '';
      const output = plainOutput(shown || last.output).trimEnd();
      const end = hasEnded ? `\n[exit code ${last.exitCode}]\n` : '';
      return this.#command(last.terminal, last.commandLine, output + end);
    }
    // The command ran before the extension was loaded.
    const commandLine = activeTerminal && (await readViaClipboard(`${TERMINAL}.copyLastCommand`));
    return commandLine
      ? this.#command(activeTerminal, commandLine, await copyLastOutput())
      : undefined;
  }

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

  #track(terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): void {
    const command: LastCommand = {
      terminal,
      execution,
      commandLine: execution.commandLine.value,
      output: '',
      read: Promise.resolve(),
      hasEnded: false,
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
 * The output of the last command as the active terminal shows it. The API misses what a command prints before the event of
 * its start.
 */
const copyLastOutput = (): Promise<string> => readViaClipboard(`${TERMINAL}.copyLastCommandOutput`);

/** VS Code may fire the end event before all output has been read. */
async function setExitCodeAfterOutput(
  command: LastCommand,
  exitCode: number | undefined,
): Promise<void> {
  await command.read;
  command.exitCode = exitCode;
  command.hasEnded = true;
}
