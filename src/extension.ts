import 'vscode-jsonrpc/node';
import * as vscode from 'vscode';
import { LoginEnvironment } from './agent/process/loginEnvironment.ts';
import { Watchdog } from './agent/process/watchdog.ts';
import { Sessions, type SessionsOptions } from './agent/session/sessions.ts';
import type { WorkspaceRequests } from './agent/requests/workspaceRequests.ts';
import { asRecord, asString } from './core/json.ts';
import { setTranslator } from './core/l10n.ts';
import { AgentOutputChannels } from './vscode/agents/agentOutputChannels.ts';
import { AgentList } from './vscode/agents/agentList.ts';
import { lastConfigOptions } from './vscode/agents/lastConfigOptions.ts';
import { AgentLauncher } from './vscode/agents/agentLauncher.ts';
import { createCatalog } from './vscode/agents/createCatalog.ts';
import { userMcpServers } from './vscode/agents/userMcpServers.ts';
import { createSignInUi } from './vscode/agents/createSignInUi.ts';
import { SessionNotifier } from './vscode/chat/sessionNotifier.ts';
import { ChatCommands } from './vscode/chat/chatCommands.ts';
import { ChatViewProvider } from './vscode/chat/chatViewProvider.ts';
import { FavoriteValues } from './vscode/chat/favoriteValues.ts';
import { createChatShell, getWorkspaceRoots } from './vscode/workspaceRoots.ts';
import { ChatRequests, type ChatActions } from './vscode/chat/chatRequests.ts';
import { registerCheckpointCommands } from './vscode/checkpoint/registerCheckpointCommands.ts';
import { PromptContext } from './vscode/context/promptContext.ts';
import { createClientRequests } from './vscode/files/createClientRequests.ts';
import { registerAgentFollower } from './vscode/files/agentFollower.ts';
import { SessionPersistence } from './vscode/history/sessionPersistence.ts';
import { ErrorReporter } from './vscode/errorReporter.ts';
import { Review } from './vscode/review/review.ts';
import { TerminalViews } from './vscode/terminal/terminalViews.ts';
import { performTerminalAction } from './vscode/terminal/performTerminalAction.ts';
import { registerTrafficCommands } from './vscode/traffic/registerTrafficCommands.ts';
import { TrafficRecorder } from './vscode/traffic/trafficRecorder.ts';
import { onDidChangeSettings } from './vscode/settings.ts';

// Before anything is said: words of the other layers go through VS Code's translation.
setTranslator(vscode.l10n.t);

let running: readonly [Sessions, WorkspaceRequests, SessionPersistence, Review] | undefined;

/** What VS Code calls by itself, besides commands. */
export interface ExtensionProviders {
  readonly chat: vscode.WebviewViewProvider & vscode.WebviewPanelSerializer;
  readonly uriHandler: vscode.UriHandler;
}

/** Makes the parts and joins them. Starts nothing: agents start when somebody talks to them. */
export function activate(context: vscode.ExtensionContext): ExtensionProviders {
  const log = vscode.window.createOutputChannel('Accord', { log: true });
  const report = new ErrorReporter(log);
  const channels = new AgentOutputChannels();
  const traffic = new TrafficRecorder();
  const watchdog = newWatchdog(context);
  const login = new LoginEnvironment({ watchdog: () => newWatchdog(context) });
  const agents = new AgentList(
    createCatalog(context, login, watchdog),
    context.globalState,
    report,
  );
  const noBrowser = vscode.env.remoteName !== undefined;
  const surroundings = { agents, channels, watchdog, login, log, traffic };
  const launcher = new AgentLauncher({ ...surroundings, noBrowser, version: versionOf(context) });
  const review = new Review(context, report, log);
  const hands = createClientRequests({ login, watchdog, review }, context.subscriptions);
  const terminals = new TerminalViews();
  const around = new PromptContext(context, report, () => ({ sessions, history: memory.history }));
  const memory = new SessionPersistence(context, report);
  const sessions: Sessions = new Sessions({
    promptBuilder: around.prompts,
    turnParticipant: memory.flushBefore(review),
    roots: getWorkspaceRoots,
    ...usersOwn(context, login, log),
    resolveAgent: (id, knownAs) =>
      launcher.find(
        id,
        { ...hands.forAgent(), ...createSignInUi(context.secrets, login) },
        knownAs,
      ),
  });
  review.attachSessions(sessions, hands, () => memory.sessionIds(sessions));
  const commands = new ChatCommands(sessions, agents, () => chat.activeSession, report);
  const actions = chatActions(commands, channels, { hands, views: terminals }, around);
  const favourites = new FavoriteValues(context.globalState);
  const chat: ChatViewProvider = new ChatViewProvider({
    root: context.extensionUri,
    sessions,
    shell: () => createChatShell(sessions, agents, favourites),
    drafts: memory.drafts,
    whenPersisted: () => memory.whenPersisted(),
    onDidShow: () => turnTo(agents, review, memory),
    requests: [around, review.chat, favourites, new ChatRequests(sessions, actions, report)],
  });
  running = [sessions, hands, memory, review];
  context.subscriptions.push(
    log,
    channels,
    watchdog,
    agents,
    terminals,
    ...memory.register(sessions, chat, review.storage),
    review,
    sessions,
    ...registerAgentFollower(sessions, hands),
    chat,
    ...around.register(chat),
    ...chat.register(report),
    ...hearSessions(sessions, { channels, agents, chat, report }),
    ...keepCurrent(chat, agents, favourites),
    ...commands.register(),
    ...registerCheckpointCommands(review, { sessions, chat, history: memory.history }, report),
    traffic,
    registerTrafficCommands(traffic, report),
  );
  return { chat, uriHandler: around.uriHandler };
}

const newWatchdog = (context: vscode.ExtensionContext): Watchdog =>
  new Watchdog(context.asAbsolutePath('dist/watchdog.cjs'));

/** The user looks at the chat: what the next prompt needs can be got ready. */
function turnTo(agents: AgentList, review: Review, memory: SessionPersistence): void {
  agents.loadInBackground();
  review.prepare();
  memory.resumeSessions();
}

/** What the user has chosen and set up for all sessions. */
const usersOwn = (
  { globalState }: vscode.ExtensionContext,
  login: LoginEnvironment,
  log: vscode.LogOutputChannel,
): Pick<SessionsOptions, 'pickerPreferences' | 'mcpServers'> => ({
  pickerPreferences: lastConfigOptions(globalState),
  mcpServers: () => userMcpServers(login, log),
});

/** Those who hear what happens in sessions. */
interface Ears {
  readonly channels: AgentOutputChannels;
  readonly agents: AgentList;
  readonly chat: ChatViewProvider;
  readonly report: ErrorReporter;
}

/** What sessions tell besides the conversation. */
const hearSessions = (
  sessions: Sessions,
  { channels, agents, chat, report }: Ears,
): readonly vscode.Disposable[] => [
  new SessionNotifier(sessions, chat, report),
  sessions.onDidLog(({ agent, line }) => channels.log(agent, line)),
  sessions.onDidChange(({ change }) => agents.updateSignInStatus(change)),
];

const chatActions = (
  commands: ChatCommands,
  channels: AgentOutputChannels,
  terminals: Parameters<typeof performTerminalAction>[2],
  around: PromptContext,
): ChatActions => ({
  newSession: agentId => commands.createSession(agentId),
  selectAgent: () => commands.selectAgent(),
  showLog: agent => channels.show(agent),
  signIn: session => commands.signIn(session),
  activeEditor: () => around.activeEditor,
  performTerminalAction: (session, use) => performTerminalAction(session, use, terminals),
});

/** The chat shows what surrounds it as it is now. */
const keepCurrent = (
  chat: ChatViewProvider,
  agents: AgentList,
  favourites: FavoriteValues,
): readonly vscode.Disposable[] => [
  favourites.onDidChange(() => chat.updateShell()),
  agents.onDidChange(() => chat.updateShell()),
  onDidChangeSettings(['agents', 'defaultAgent', 'chat.enterSends'], () => chat.updateShell()),
  vscode.workspace.onDidGrantWorkspaceTrust(() => chat.reset()),
  vscode.workspace.onDidChangeWorkspaceFolders(() => chat.reset()),
];

/** VS Code waits a few seconds for this: time enough for every agent and every command to end. */
export async function deactivate(): Promise<void> {
  const [sessions, hands, memory, review] = running ?? [];
  await memory?.close();
  await Promise.all([sessions?.stopAgents(), hands?.close()]);
  await review?.flush();
}

function versionOf({ extension }: vscode.ExtensionContext): string {
  const manifest: unknown = extension.packageJSON;
  return asString(asRecord(manifest)?.['version']) ?? '0.0.0';
}
