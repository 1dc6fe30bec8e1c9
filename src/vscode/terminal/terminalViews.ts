import * as vscode from 'vscode';
import { OutputSanitizer } from '../../core/terminal/outputSanitizer.ts';
import { toCrLf } from '../../core/terminal/toCrLf.ts';
import type { TerminalSource } from './terminalSource.ts';

const NAME_LIMIT_CHARS = 60;

/** Shows commands of agents in VS Code terminals. What the user types goes to the command. */
export class TerminalViews implements vscode.Disposable {
  readonly #terminals = new Map<string, vscode.Terminal>();
  readonly #onDidClose = vscode.window.onDidCloseTerminal(closed => {
    for (const [id, terminal] of this.#terminals) {
      if (terminal === closed) {
        this.#terminals.delete(id);
      }
    }
  });

  /** Opens a terminal for the command, or reveals the one that it has. */
  show(source: TerminalSource): vscode.Terminal {
    const terminal = this.#terminals.get(source.id) ?? createTerminal(source);
    this.#terminals.set(source.id, terminal);
    terminal.show();
    return terminal;
  }

  dispose(): void {
    this.#onDidClose.dispose();
    this.#terminals.forEach(terminal => terminal.dispose());
  }
}

function createTerminal(source: TerminalSource): vscode.Terminal {
  return vscode.window.createTerminal({
    name: source.command.slice(0, NAME_LIMIT_CHARS) || vscode.l10n.t('Agent'),
    iconPath: new vscode.ThemeIcon('hubot'),
    isTransient: true,
    pty: createPseudoterminal(source),
  });
}

/** Closing the terminal does not end the command, which belongs to the agent. */
function createPseudoterminal(source: TerminalSource): vscode.Pseudoterminal {
  const onDidWrite = new vscode.EventEmitter<string>();
  const safe = new OutputSanitizer();
  const write = (text: string): void => onDidWrite.fire(toCrLf(safe.write(text)));
  let subscription: { dispose(): void } | undefined;
  const writeExit = (): void => {
    subscription?.dispose();
    const text = vscode.l10n.t('The command ended: {0}', source.exit() ?? '?');
    onDidWrite.fire(`\r\n\u001b[2m[${text}]\u001b[0m\r\n`);
  };
  return {
    onDidWrite: onDidWrite.event,
    open: size => {
      write(source.output());
      if (source.exit() !== undefined) {
        writeExit();
        return;
      }
      subscription = source.listen({ output: write, exit: writeExit });
      if (size) {
        source.resize?.(size.columns, size.rows);
      }
    },
    close: () => {
      subscription?.dispose();
      onDidWrite.dispose();
    },
    handleInput: text => source.write?.(text),
    setDimensions: size => {
      if (source.exit() === undefined) {
        source.resize?.(size.columns, size.rows);
      }
    },
  };
}
