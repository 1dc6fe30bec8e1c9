import * as vscode from 'vscode';
import { OutputSanitizer } from '../../core/terminal/outputSanitizer.ts';
import { toCrLf } from '../../core/terminal/toCrLf.ts';
import type { TerminalSource } from './terminalSource.ts';

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
  show(source: TerminalSource): vscode.Terminal {
    const terminal = this.#shown.get(source.id) ?? createTerminal(source);
    this.#shown.set(source.id, terminal);
    terminal.show();
    return terminal;
  }

  dispose(): void {
    this.#closing.dispose();
    this.#shown.forEach(terminal => terminal.dispose());
  }
}

function createTerminal(source: TerminalSource): vscode.Terminal {
  return vscode.window.createTerminal({
    name: source.command.slice(0, NAME_LIMIT_CHARS) || vscode.l10n.t('Agent'),
    iconPath: new vscode.ThemeIcon('hubot'),
    isTransient: true,
    pty: terminalOf(source),
  });
}

/** Closing the view leaves the command alone: it is the agent's. */
function terminalOf(source: TerminalSource): vscode.Pseudoterminal {
  const written = new vscode.EventEmitter<string>();
  const safe = new OutputSanitizer();
  const write = (text: string): void => written.fire(toCrLf(safe.write(text)));
  let following: { dispose(): void } | undefined;
  const tellExit = (): void => {
    following?.dispose();
    const words = vscode.l10n.t('The command has ended: {0}', source.exit() ?? '?');
    written.fire(`\r\n\u001b[2m[${words}]\u001b[0m\r\n`);
  };
  return {
    onDidWrite: written.event,
    open: size => {
      write(source.output());
      if (source.exit() !== undefined) {
        tellExit();
        return;
      }
      following = source.follow({ output: write, exit: tellExit });
      if (size) {
        source.resize?.(size.columns, size.rows);
      }
    },
    close: () => {
      following?.dispose();
      written.dispose();
    },
    handleInput: text => source.write?.(text),
    setDimensions: size => {
      if (source.exit() === undefined) {
        source.resize?.(size.columns, size.rows);
      }
    },
  };
}
