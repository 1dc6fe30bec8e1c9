import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as vscode from 'vscode';
import type * as Whole from './extension.ts';
import { COMMANDS } from './vscode/commands.ts';
import { getReviewFolder, PENDING_MARKER_FILE } from './vscode/review/reviewFolder.ts';

/** The view and everything behind it: a bundle of its own, so that it costs nothing until it is needed. */
type Extension = typeof Whole;

let extension: Extension | undefined;

/**
 * VS Code calls this when a window has started, or earlier when a command or the chat is asked for. All that happens by
 * itself is one look whether changes wait for a decision here; only then, or when asked, the extension is loaded.
 */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const sleeper = new Sleeper(context);
  const look = async (): Promise<void> => {
    if (vscode.workspace.isTrusted && (await isReviewWaiting(context))) {
      sleeper.wake();
    }
  };
  context.subscriptions.push(
    sleeper,
    vscode.workspace.onDidGrantWorkspaceTrust(() => void look()),
  );
  await look();
}

/** Only what was loaded has anything to end. */
export async function deactivate(): Promise<void> {
  await extension?.deactivate();
}

/** Stands in for the commands, the views and the links until one of them is used. */
class Sleeper implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #doors: vscode.Disposable;
  #commands: readonly vscode.Disposable[];
  #awake: Whole.ExtensionProviders | undefined;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
    this.#commands = Object.values(COMMANDS).map(id =>
      vscode.commands.registerCommand(id, (...args: unknown[]) => {
        this.wake();
        return vscode.commands.executeCommand(id, ...args);
      }),
    );
    this.#doors = vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider('accord.chat', {
        resolveWebviewView: (view, resolving, token) =>
          this.wake().chat.resolveWebviewView(view, resolving, token),
      }),
      vscode.window.registerWebviewPanelSerializer('accord.chatEditor', {
        deserializeWebviewPanel: (panel, state) =>
          this.wake().chat.deserializeWebviewPanel(panel, state),
      }),
      vscode.window.registerUriHandler({ handleUri: uri => this.wake().uriHandler.handleUri(uri) }),
    );
  }

  /** Loads the extension, which registers the same commands itself. */
  wake(): Whole.ExtensionProviders {
    if (!this.#awake) {
      this.#disposeCommands();
      const load = createRequire(this.#context.asAbsolutePath('dist/'));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own bundle, made from that file
      extension = load('./extension.cjs') as Extension;
      this.#awake = extension.activate(this.#context);
    }
    return this.#awake;
  }

  dispose(): void {
    this.#disposeCommands();
    this.#doors.dispose();
  }

  #disposeCommands(): void {
    vscode.Disposable.from(...this.#commands).dispose();
    this.#commands = [];
  }
}

function isReviewWaiting(context: vscode.ExtensionContext): Promise<boolean> {
  const file = vscode.Uri.joinPath(getReviewFolder(context), PENDING_MARKER_FILE).fsPath;
  return access(file).then(
    () => true,
    () => false,
  );
}
