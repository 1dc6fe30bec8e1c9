import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as vscode from 'vscode';
import type * as ExtensionModule from './extension.ts';
import type { SessionNode } from './vscode/history/sessionsView.ts';
import { openChatPage, type OpenChatPage } from './vscode/chat/chatHtml.ts';
import { COMMANDS } from './vscode/commands.ts';
import { getReviewFolder, PENDING_MARKER_FILE } from './vscode/review/documents/reviewFolder.ts';

/** The extension itself is a separate bundle, so that it costs nothing until it is needed. */
type Extension = typeof ExtensionModule;

const WELCOMED_KEY = 'accord.welcomed';

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
  await welcomeOnce(context).catch(() => {}); // An editor without walkthroughs has no such command.
}

/** Shows the walkthrough and the chat once after the installation, unless the user wants nothing to open at startup. */
async function welcomeOnce({
  globalState,
  extension: { id },
}: vscode.ExtensionContext): Promise<void> {
  const opensNothing =
    vscode.workspace.getConfiguration('workbench').get('startupEditor') === 'none';
  const isKnown = globalState.get(WELCOMED_KEY) ?? globalState.get('accord.lastAgent');
  if (!opensNothing && !isKnown) {
    await globalState.update(WELCOMED_KEY, true);
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${id}#start`, false);
    await vscode.commands.executeCommand('accord.chat.focus');
  }
}

export async function deactivate(): Promise<void> {
  await extension?.deactivate();
}

/** Registers the commands, the views and the URI handler, and loads the extension when one of them is used. */
class LazyExtension implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #registrations: vscode.Disposable;
  #commands: readonly vscode.Disposable[];
  readonly #sessions = new LazySessions(() => this.load().sessions);
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
        resolveWebviewView: async view => {
          const page = openChatPage(view.webview, context.extensionUri);
          (await this.#loadAfter(page)).chat.attachView(view, page);
        },
      }),
      vscode.window.registerTreeDataProvider('accord.sessions', this.#sessions),
      vscode.window.registerWebviewPanelSerializer('accord.chatEditor', {
        deserializeWebviewPanel: async (panel, state) => {
          const page = openChatPage(panel.webview, context.extensionUri);
          (await this.#loadAfter(page)).chat.attachPanel(panel, page, state);
        },
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

  /** Loading keeps a processor and this process busy, so the user sees the page first and can type. */
  async #loadAfter(page: OpenChatPage): Promise<ExtensionModule.ExtensionProviders> {
    if (!this.#providers) {
      await page.whenPainted;
    }
    return this.load();
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

/** The list of sessions, which loads the extension when it is first shown. */
class LazySessions implements vscode.TreeDataProvider<SessionNode> {
  readonly #load: () => vscode.TreeDataProvider<SessionNode>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #loaded: vscode.TreeDataProvider<SessionNode> | undefined;

  constructor(load: () => vscode.TreeDataProvider<SessionNode>) {
    this.#load = load;
  }

  getTreeItem(node: SessionNode): vscode.TreeItem | Thenable<vscode.TreeItem> {
    return this.#provider.getTreeItem(node);
  }

  getChildren(node?: SessionNode): vscode.ProviderResult<SessionNode[]> {
    return this.#provider.getChildren(node);
  }

  get #provider(): vscode.TreeDataProvider<SessionNode> {
    if (!this.#loaded) {
      this.#loaded = this.#load();
      this.#loaded.onDidChangeTreeData?.(() => this.#changed.fire(undefined));
    }
    return this.#loaded;
  }
}

function isReviewPending(context: vscode.ExtensionContext): Promise<boolean> {
  const file = vscode.Uri.joinPath(getReviewFolder(context), PENDING_MARKER_FILE).fsPath;
  return access(file).then(
    () => true,
    () => false,
  );
}
