import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as vscode from 'vscode';
import type * as ExtensionModule from './extension.ts';
import { COMMANDS } from './vscode/commands.ts';
import { getReviewFolder, PENDING_MARKER_FILE } from './vscode/review/documents/reviewFolder.ts';

/** The extension itself is a separate bundle, so that it costs nothing until it is needed. */
type Extension = typeof ExtensionModule;

let extension: Extension | undefined;

/**
 * VS Code calls this after a window has started, or earlier when a command or the chat view is used. It only checks
 * whether changes wait for review in this workspace. The extension is loaded if they do, or when it is first used.
 */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const lazyExtension = new LazyExtension(context);
  const loadIfReviewPending = async (): Promise<void> => {
    if (vscode.workspace.isTrusted && (await isReviewPending(context))) {
      lazyExtension.load();
    }
  };
  context.subscriptions.push(
    lazyExtension,
    vscode.workspace.onDidGrantWorkspaceTrust(() => void loadIfReviewPending()),
  );
  await loadIfReviewPending();
}

export async function deactivate(): Promise<void> {
  await extension?.deactivate();
}

/** Registers the commands, the views and the URI handler, and loads the extension when one of them is used. */
class LazyExtension implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #registrations: vscode.Disposable;
  #commands: readonly vscode.Disposable[];
  #providers: ExtensionModule.ExtensionProviders | undefined;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
    this.#commands = Object.values(COMMANDS).map(id =>
      vscode.commands.registerCommand(id, (...args: unknown[]) => {
        this.load();
        return vscode.commands.executeCommand(id, ...args);
      }),
    );
    this.#registrations = vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider('accord.chat', {
        resolveWebviewView: (view, resolveContext, token) =>
          this.load().chat.resolveWebviewView(view, resolveContext, token),
      }),
      vscode.window.registerWebviewPanelSerializer('accord.chatEditor', {
        deserializeWebviewPanel: (panel, state) =>
          this.load().chat.deserializeWebviewPanel(panel, state),
      }),
      vscode.window.registerUriHandler({ handleUri: uri => this.load().uriHandler.handleUri(uri) }),
    );
  }

  /** Loads the extension, which registers the same commands itself. */
  load(): ExtensionModule.ExtensionProviders {
    if (!this.#providers) {
      this.#disposeCommands();
      const require = createRequire(this.#context.asAbsolutePath('dist/'));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own bundle, built from that file
      extension = require('./extension.cjs') as Extension;
      this.#providers = extension.activate(this.#context);
    }
    return this.#providers;
  }

  dispose(): void {
    this.#disposeCommands();
    this.#registrations.dispose();
  }

  #disposeCommands(): void {
    vscode.Disposable.from(...this.#commands).dispose();
    this.#commands = [];
  }
}

function isReviewPending(context: vscode.ExtensionContext): Promise<boolean> {
  const file = vscode.Uri.joinPath(getReviewFolder(context), PENDING_MARKER_FILE).fsPath;
  return access(file).then(
    () => true,
    () => false,
  );
}
