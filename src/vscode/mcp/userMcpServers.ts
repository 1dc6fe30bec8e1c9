import * as vscode from 'vscode';
import { withEnvFile } from '../../agent/mcp/mcpFiles.ts';
import { resolveMcpServers } from '../../agent/mcp/resolveMcpServers.ts';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import type { Logger } from '../../core/logger.ts';
import type { McpServerCandidate } from '../../core/mcp/mcpServerCandidate.ts';
import { getMissingInputs, type MissingInput } from '../../core/mcp/missingInputs.ts';
import { getDisabledServers, parseMcpServers } from '../../core/mcp/parseMcpServers.ts';
import { prepareServers, type PreparedServer } from '../../core/mcp/prepareServers.ts';
import { showInformationMessage, showWarningMessage } from '../notifications.ts';
import { getSetting } from '../settings.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import { COMMANDS } from '../commands.ts';
import { ConfirmedMcpFiles } from './confirmedMcpFiles.ts';
import { loadMcpFiles, type LoadedMcpFile } from './loadMcpFiles.ts';
import { McpInputs } from './mcpInputs.ts';

export interface UserMcpServersOptions {
  readonly login: LoginEnvironment;
  readonly logger: Logger;
  readonly runnerFolder: string;
  /** The folder of VS Code with the user's `mcp.json`. */
  readonly userFolder: string;
  readonly secrets: vscode.SecretStorage;
  readonly workspaceState: vscode.Memento;
}

/** A file and its servers, and whether the user has allowed it. */
interface PreparedFile extends LoadedMcpFile {
  readonly servers: readonly PreparedServer[];
  readonly isAllowed: boolean | undefined;
}

/**
 * The MCP servers of the user: those of the setting, and those of VS Code's `mcp.json` files. A session never waits for the
 * user: a server that needs a value or an answer is left out until the user has given it.
 */
export class UserMcpServers {
  readonly #options: UserMcpServersOptions;
  readonly #inputs: McpInputs;
  readonly #confirmed: ConfirmedMcpFiles;
  /** What the user has been told about in this window. */
  readonly #told = new Set<string>();
  readonly #didChange = new vscode.EventEmitter<void>();
  /** The user has entered values, or has allowed a file. */
  readonly onDidChange = this.#didChange.event;

  constructor(options: UserMcpServersOptions) {
    this.#options = options;
    this.#inputs = new McpInputs(options.secrets);
    this.#confirmed = new ConfirmedMcpFiles(options.workspaceState);
  }

  /** The servers for a new session, with their programs resolved. */
  async read(): Promise<readonly McpServerCandidate[]> {
    const setting = getSetting('mcpServers');
    const fromSetting = parseMcpServers(setting).map((server): McpServerCandidate => ({
      name: server.name,
      source: 'settings',
      server,
    }));
    const files = await this.#prepareFiles();
    this.#tell(files);
    const fromFiles = await Promise.all(files.flatMap(file => toCandidates(file)));
    const disabled = getDisabledServers(setting);
    const candidates = [
      ...fromSetting,
      ...fromFiles.filter(({ name }) => !disabled.includes(name)),
    ];
    if (candidates.length === 0) {
      return [];
    }
    const { login, logger, runnerFolder } = this.#options;
    const { variables: environment } = await login.read();
    const search = { environment, workspaceRoots: getWorkspaceRoots(), runnerFolder };
    const resolved = await resolveMcpServers(candidates, search);
    for (const { name, problem } of resolved.filter(one => one.problem !== undefined)) {
      logger.warn(`The MCP server "${name}" is left out: ${problem}`);
    }
    return resolved;
  }

  /** Asks for everything that is missing: whether files of the workspace may be used, then for values. */
  async setUp(): Promise<void> {
    let hasMore = false;
    for (const file of await this.#prepareFiles()) {
      if (file.source === 'workspaceFile' && !file.isAllowed && file.servers.length > 0) {
        hasMore = (await this.#confirmed.ask(file)) || hasMore;
      }
    }
    const missing = getMissing(await this.#prepareFiles());
    hasMore = (missing.length > 0 && (await this.#inputs.ask(missing))) || hasMore;
    this.#didChange.fire();
    if (hasMore) {
      await this.#offerRestart();
    }
  }

  /** Forgets all values that the user has entered. */
  async forgetInputs(): Promise<void> {
    await this.#inputs.forget();
    this.#told.clear();
    this.#didChange.fire();
    await showInformationMessage(
      vscode.l10n.t(
        'Values for MCP servers were deleted. Running agents keep them until they restart.',
      ),
    );
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  async #prepareFiles(): Promise<readonly PreparedFile[]> {
    if (getSetting('useMcpJson') === 'off') {
      return [];
    }
    const { login, userFolder } = this.#options;
    const { variables } = await login.read();
    const stored = await this.#inputs.read();
    return (await loadMcpFiles(userFolder, variables)).map(file => ({
      ...file,
      servers: prepareServers(file.file, { ...file, stored }),
      isAllowed: file.source === 'userFile' || this.#confirmed.get(file),
    }));
  }

  /** Says once what the user can do so that more servers are passed on. */
  #tell(files: readonly PreparedFile[]): void {
    for (const { path, text, problem } of files) {
      if (problem !== undefined) {
        const message = vscode.l10n.t('"{0}" can\'t be used: {1}', path, problem);
        const open = vscode.l10n.t('Open File');
        void this.#tellOnce(`${message}\n${text}`, message, open, () =>
          vscode.window.showTextDocument(vscode.Uri.file(path)),
        );
      }
    }
    const isAsked = files.some(
      ({ isAllowed, servers }) => isAllowed === undefined && servers.length > 0,
    );
    const missing = getMissing(files);
    if (isAsked || missing.length > 0) {
      const message = isAsked
        ? vscode.l10n.t('This workspace has MCP servers for agents in ".vscode/mcp.json".')
        : vscode.l10n.t(
            'Agents can use these MCP servers after you enter values: {0}',
            [...new Set(missing.flatMap(({ servers }) => servers))].join(', '),
          );
      const texts = files.map(({ text }) => text).join('\n');
      void this.#tellOnce(`${message}\n${texts}`, message, vscode.l10n.t('Set Up'), () =>
        this.setUp(),
      );
    }
  }

  async #tellOnce(
    key: string,
    message: string,
    button: string,
    run: () => Thenable<unknown>,
  ): Promise<void> {
    if (this.#told.has(key)) {
      return;
    }
    this.#told.add(key);
    if ((await showWarningMessage(message, button)) === button) {
      await run();
    }
  }

  async #offerRestart(): Promise<void> {
    const restart = vscode.l10n.t('Restart Agent');
    const message = vscode.l10n.t(
      'New sessions use the MCP servers. Restart the agent to use them in open sessions.',
    );
    if ((await showInformationMessage(message, restart)) === restart) {
      await vscode.commands.executeCommand(COMMANDS.restartAgent);
    }
  }
}

/** The folder of the user's `mcp.json` is two above that of the extension's own data. */
export const createUserMcpServers = (
  { globalStorageUri, secrets, workspaceState }: vscode.ExtensionContext,
  login: LoginEnvironment,
  logger: Logger,
): UserMcpServers =>
  new UserMcpServers({
    login,
    logger,
    secrets,
    workspaceState,
    runnerFolder: vscode.Uri.joinPath(globalStorageUri, 'runner').fsPath,
    userFolder: vscode.Uri.joinPath(globalStorageUri, '..', '..').fsPath,
  });

/** Nothing of a file reaches an agent before the user has allowed it. */
const toCandidates = ({
  servers,
  isAllowed,
}: PreparedFile): readonly Promise<McpServerCandidate>[] =>
  servers.map(async ({ envFile, ...candidate }) => {
    if (isAllowed) {
      return withEnvFile(candidate, envFile);
    }
    const { name, source } = candidate;
    const problem =
      isAllowed === false
        ? vscode.l10n.t("You chose not to share this workspace's servers with agents.")
        : vscode.l10n.t("You haven't allowed this workspace's servers yet.");
    return { name, source, problem };
  });

/** The values to ask for. Those of a file that is not allowed wait. */
const getMissing = (files: readonly PreparedFile[]): readonly MissingInput[] =>
  files.flatMap(({ path, servers, isAllowed }) =>
    isAllowed ? getMissingInputs(path, servers) : [],
  );
