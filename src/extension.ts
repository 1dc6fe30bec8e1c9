import 'vscode-jsonrpc/node';
import * as vscode from 'vscode';
import { LoginEnvironment } from './agent/process/loginEnvironment.ts';
import { Watchdog } from './agent/process/watchdog.ts';
import { Sessions } from './agent/session/sessions.ts';
import type { WorkspaceRequests } from './agent/requests/workspaceRequests.ts';
import { asList, asRecord, asString } from './core/json.ts';
import { setTranslator } from './core/l10n.ts';
import { AgentOutputChannels } from './vscode/agents/agentOutputChannels.ts';
import { createAgentList } from './vscode/agents/createAgentList.ts';
import type { AgentList } from './vscode/agents/agentList.ts';
import { lastConfigOptions } from './vscode/agents/lastConfigOptions.ts';
import { AgentLauncher, type AgentLauncherOptions } from './vscode/agents/agentLauncher.ts';
import { createSignInUi } from './vscode/agents/createSignInUi.ts';
import { SessionNotifier } from './vscode/chat/sessionNotifier.ts';
import { ChatCommands } from './vscode/chat/chatCommands.ts';
import { ChatViewProvider } from './vscode/chat/chatViewProvider.ts';
import type { ChatWebviewOptions } from './vscode/chat/chatWebview.ts';
import { FavoriteValues } from './vscode/chat/favoriteValues.ts';
import { setWalkthroughContextKeys } from './vscode/chat/walkthroughContextKeys.ts';
import { createChatShell } from './vscode/chat/createChatShell.ts';
import { getWorkspaceRoots } from './vscode/workspaceRoots.ts';
import { ChatRequests, type ChatActions } from './vscode/chat/chatRequests.ts';
import { registerCheckpointCommands } from './vscode/checkpoint/registerCheckpointCommands.ts';
import { PromptContext } from './vscode/context/promptContext.ts';
import { createClientRequests } from './vscode/files/createClientRequests.ts';
import { registerAgentFollower } from './vscode/files/agentFollower.ts';
import { SessionPersistence } from './vscode/history/sessionPersistence.ts';
import type { SessionNode } from './vscode/history/sessionsView.ts';
import { ErrorReporter } from './vscode/errorReporter.ts';
import { Review } from './vscode/review/review.ts';
import { UserPermissions } from './vscode/permission/userPermissions.ts';
import { TextPreviews } from './vscode/files/textPreviews.ts';
import { IdeTools } from './vscode/tools/ideTools.ts';
import { TerminalViews } from './vscode/terminal/terminalViews.ts';
import { performTerminalAction } from './vscode/terminal/performTerminalAction.ts';
import { readInputSecrets } from './vscode/mcp/mcpInputs.ts';
import { registerMcpServers } from './vscode/mcp/registerMcpServers.ts';
import { createUserMcpServers, type UserMcpServers } from './vscode/mcp/userMcpServers.ts';
import { registerTrafficCommands } from './vscode/traffic/registerTrafficCommands.ts';
import { TrafficRecorder } from './vscode/traffic/trafficRecorder.ts';
import { onDidChangeSettings } from './vscode/settings.ts';

// Before any text is shown: the strings of the other layers go through VS Code's translation.
setTranslator(vscode.l10n.t);

/** What `deactivate` has to close. */
let active:
  | {
      readonly sessions: Sessions;
      readonly clientRequests: WorkspaceRequests;
      readonly persistence: SessionPersistence;
      readonly review: Review;
    }
  | undefined;

/** What VS Code calls directly, besides commands. */
export interface ExtensionProviders {
  readonly chat: Pick<ChatViewProvider, 'attachView' | 'attachPanel'>;
  readonly sessions: vscode.TreeDataProvider<SessionNode>;
  readonly uriHandler: vscode.UriHandler;
}

/** Creates the parts of the extension and connects them. Agents do not start before the user talks to one. */
export function activate(context: vscode.ExtensionContext): ExtensionProviders {
  const logger = vscode.window.createOutputChannel('Accord', { log: true });
  const reporter = new ErrorReporter(logger, getCommandTitles(context));
  const channels = new AgentOutputChannels();
  const traffic = new TrafficRecorder();
  const watchdog = createWatchdog(context);
  const login = new LoginEnvironment({ watchdog: () => createWatchdog(context) });
  const agents = createAgentList(context, login, watchdog, reporter);
  const launcher = createLauncher(context, { agents, channels, watchdog, login, logger, traffic });
  const review = new Review(context, reporter, logger);
  const permissions = new UserPermissions(context, reporter, logger);
  const { policy: permissionPolicy } = permissions;
  const clientRequests = createClientRequests({ login, watchdog, review, permissionPolicy });
  const tools = createIdeTools(context, { clientRequests, review, logger }, () => promptContext);
  const mcpServers = createUserMcpServers(context, login, logger);
  const persistence = new SessionPersistence(context, reporter);
  const { history } = persistence;
  const promptContext = new PromptContext(context, reporter, history, () => sessions);
  const signInUi = createSignInUi(context.secrets, login, getRunnerFolder(context));
  const sessions: Sessions = new Sessions({
    promptBuilder: tools.problems.wrapBuilder(promptContext.promptBuilder),
    turnParticipant: persistence.flushBefore(tools.problems.wrapParticipant(review.lifecycle)),
    roots: getWorkspaceRoots,
    permissionPolicy,
    pickerPreferences: lastConfigOptions(context.globalState),
    mcpServers: () => mcpServers.read(),
    tools,
    resolveAgent: (id, knownName) =>
      launcher.find(id, { ...clientRequests.forAgent(), ...signInUi }, knownName),
  });
  review.attachSessions(sessions, clientRequests, () => persistence.sessionIds(sessions));
  const commands = new ChatCommands(sessions, agents, () => chat.activeSession, reporter);
  const favorites = new FavoriteValues(context.globalState);
  const [terminalViews, previews] = [new TerminalViews(), new TextPreviews()];
  const services = { permissions, clientRequests, terminalViews, previews, review };
  const actions = createChatActions(commands, channels, promptContext, services);
  const chat: ChatViewProvider = createChatView(
    context.extensionUri,
    { sessions, agents, favorites, review, persistence },
    [promptContext, review.chat, favorites, new ChatRequests(sessions, actions, reporter)],
  );
  const sessionsView = persistence.createSessionsView(sessions, chat, review.pendingFiles);
  active = { sessions, clientRequests, persistence, review };
  context.subscriptions.push(
    vscode.Disposable.from(logger, channels, watchdog, agents, terminalViews, previews, tools),
    ...persistence.register(sessions, chat, review.checkpoints.collector),
    review,
    sessions,
    ...registerAgentFollower(sessions, clientRequests),
    ...chat.register(reporter),
    ...promptContext.register(chat),
    ...observeSessions(sessions, chat, { channels, agents, reporter, mcpServers }),
    ...updateChatOnChanges(chat, agents, favorites),
    ...commands.register(),
    ...registerCheckpointCommands(review.checkpoints, { sessions, chat, history }, reporter),
    registerTrafficCommands(traffic, reporter),
    ...permissions.register(),
  );
  return { chat, sessions: sessionsView, uriHandler: promptContext.uriHandler };
}

/** VS Code waits a few seconds for this, which is enough for every agent and every command to end. */
export async function deactivate(): Promise<void> {
  if (active) {
    const { sessions, clientRequests, persistence, review } = active;
    await persistence.close();
    await Promise.all([sessions.stopAgents(), clientRequests.close()]);
    await review.flush();
  }
}

const createWatchdog = (context: vscode.ExtensionContext): Watchdog =>
  new Watchdog(context.asAbsolutePath('dist/watchdog.cjs'));

/** The titles of our commands in the user's language, by their ids. */
function getCommandTitles({ extension }: vscode.ExtensionContext): ReadonlyMap<string, string> {
  const manifest: unknown = extension.packageJSON;
  const commands = asRecord(asRecord(manifest)?.['contributes'])?.['commands'];
  return new Map(
    asList(commands, one => {
      const [id, title] = ['command', 'title'].map(key => asString(asRecord(one)?.[key]));
      return id === undefined || title === undefined ? undefined : ([id, title] as const);
    }),
  );
}

const getRunnerFolder = ({ globalStorageUri }: vscode.ExtensionContext): string =>
  vscode.Uri.joinPath(globalStorageUri, 'runner').fsPath;

const getVersion = ({ extension }: vscode.ExtensionContext): string => {
  const manifest: unknown = extension.packageJSON;
  return asString(asRecord(manifest)?.['version']) ?? '0.0.0';
};

const createIdeTools = (
  context: vscode.ExtensionContext,
  {
    clientRequests,
    review,
    logger,
  }: {
    readonly clientRequests: WorkspaceRequests;
    readonly review: Review;
    readonly logger: vscode.LogOutputChannel;
  },
  promptContext: () => PromptContext,
): IdeTools =>
  new IdeTools({
    requests: clientRequests,
    review: review.toolSource,
    lastCommand: () => promptContext().lastCommand,
    version: getVersion(context),
    bridge: context.asAbsolutePath('dist/mcpBridge.cjs'),
    logger,
  });

const createLauncher = (
  context: vscode.ExtensionContext,
  options: Omit<AgentLauncherOptions, 'noBrowser' | 'runnerFolder' | 'version' | 'inputSecrets'>,
): AgentLauncher => {
  return new AgentLauncher({
    ...options,
    runnerFolder: getRunnerFolder(context),
    version: getVersion(context),
    inputSecrets: () => readInputSecrets(context.secrets),
    noBrowser: vscode.env.remoteName !== undefined,
  });
};

const createChatActions = (
  commands: ChatCommands,
  channels: AgentOutputChannels,
  promptContext: PromptContext,
  services: Parameters<typeof performTerminalAction>[2] & {
    readonly permissions: UserPermissions;
    readonly review: Review;
    readonly previews: TextPreviews;
  },
): ChatActions => ({
  newSession: agentId => commands.createSession(agentId),
  prepareSession: async () => {
    if (await commands.prepareSession()) {
      services.review.lifecycle.prepare(true);
    }
  },
  selectAgent: agentId => commands.selectAgent(agentId),
  dismissInstallation: agentId => commands.dismissInstallation(agentId),
  showLog: agent => channels.show(agent),
  signIn: session => commands.signIn(session),
  manageAccount: session => commands.manageAccount(session),
  activeEditor: () => promptContext.activeEditor,
  performTerminalAction: (session, use) => performTerminalAction(session, use, services),
  alwaysAllow: (session, entryId) => services.permissions.alwaysAllow(session, entryId),
  previews: services.previews,
});

interface ChatParts {
  readonly sessions: Sessions;
  readonly agents: AgentList;
  readonly favorites: FavoriteValues;
  readonly review: Review;
  readonly persistence: SessionPersistence;
}

function createChatView(
  root: vscode.Uri,
  { sessions, agents, favorites, review, persistence }: ChatParts,
  requests: ChatWebviewOptions['requests'],
): ChatViewProvider {
  const chat = new ChatViewProvider({
    root,
    sessions,
    shell: () => createChatShell(sessions, agents, favorites),
    drafts: persistence.drafts,
    whenPersisted: () => persistence.whenPersisted(),
    whenRestored: () => persistence.whenRestored(),
    onDidShow: () => prepareForPrompt(agents, review, persistence),
    requests,
  });
  review.attachChat(chat);
  return chat;
}

/** The user looks at the chat, so the next prompt may come soon. */
function prepareForPrompt(
  agents: AgentList,
  review: Review,
  persistence: SessionPersistence,
): void {
  agents.loadInBackground();
  review.lifecycle.prepare();
  persistence.resumeSessions();
}

const observeSessions = (
  sessions: Sessions,
  chat: ChatViewProvider,
  observers: {
    readonly channels: AgentOutputChannels;
    readonly agents: AgentList;
    readonly reporter: ErrorReporter;
    readonly mcpServers: UserMcpServers;
  },
): readonly vscode.Disposable[] => [
  ...registerMcpServers(sessions, () => chat.activeSession, observers),
  new SessionNotifier(sessions, chat, observers.reporter),
  ...setWalkthroughContextKeys(sessions, observers.agents),
  onDidChangeSettings('all', () => sessions.discardPrepared()),
  sessions.onDidLog(({ agent, line }) => observers.channels.log(agent, line)),
  sessions.onDidChange(({ change }) => observers.agents.updateSignInStatus(change)),
];

const updateChatOnChanges = (
  chat: ChatViewProvider,
  agents: AgentList,
  favorites: FavoriteValues,
): readonly vscode.Disposable[] => [
  favorites.onDidChange(() => chat.updateShell()),
  agents.onDidChange(() => chat.updateShell()),
  onDidChangeSettings('all', () => chat.updateShell()),
  vscode.workspace.onDidGrantWorkspaceTrust(() => chat.reset()),
  vscode.workspace.onDidChangeWorkspaceFolders(() => chat.reset()),
];
