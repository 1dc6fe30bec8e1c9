import * as vscode from 'vscode';
import type { AgentTerminal } from '../../agent/terminal/agentTerminal.ts';
import { SafeOutput } from '../../core/terminal/safeOutput.ts';

const NAME_LIMIT_CHARS = 60;

/** Shows commands of agents as terminals of VS Code, live; what the user types goes to the command. */
export class TerminalViews implements vscode.Disposable {
  readonly #shown = new Map<string, vscode.Terminal>();
  readonly #closing = vscode.window.onDidCloseTerminal(closed => {
    for (const [id, terminal] of this.#shown) {
      if (terminal === closed) {
        this.#shown.delete(id);
      }
    }
  });

  /** Opens the terminal, or brings it to the front if it is open. */
  show(source: AgentTerminal): void {
    const { id, command } = source.facts;
    const terminal = this.#shown.get(id) ?? createTerminal(command, source);
    this.#shown.set(id, terminal);
    terminal.show();
  }

  dispose(): void {
    this.#closing.dispose();
    this.#shown.forEach(terminal => terminal.dispose());
  }
}

function createTerminal(command: string, source: AgentTerminal): vscode.Terminal {
  return vscode.window.createTerminal({
    name: command.slice(0, NAME_LIMIT_CHARS),
    iconPath: new vscode.ThemeIcon('hubot'),
    isTransient: true,
    pty: terminalOf(source),
  });
}

/** Closing the view leaves the command alone: it is the agent's. */
function terminalOf(source: AgentTerminal): vscode.Pseudoterminal {
  const written = new vscode.EventEmitter<string>();
  const safe = new SafeOutput();
  const write = (text: string): void => written.fire(withReturns(safe.next(text)));
  let watching: readonly { dispose(): void }[] = [];
  const tellExit = (): void => {
    watching.forEach(one => one.dispose());
    const { exitCode = null, signal = null } = source.exit ?? {};
    const how = signal ?? `code ${exitCode ?? '?'}`;
    written.fire(`\r\n\u001b[2m[${vscode.l10n.t('The command has ended: {0}', how)}]\u001b[0m\r\n`);
  };
  return {
    onDidWrite: written.event,
    open: size => {
      write(source.output().output);
      if (source.exit) {
        tellExit();
        return;
      }
      watching = [source.attach(write), source.onDidExit(tellExit)];
      resize(source, size);
    },
    close: () => {
      watching.forEach(one => one.dispose());
      written.dispose();
    },
    handleInput: text => source.write(text),
    setDimensions: size => resize(source, size),
  };
}

/** On a pipe a line ends without going back to its start. */
const withReturns = (text: string): string => text.replaceAll(/\r*\n/g, '\r\n');

function resize(source: AgentTerminal, size: vscode.TerminalDimensions | undefined): void {
  if (size && !source.exit) {
    source.resize(size.columns, size.rows);
  }
}
