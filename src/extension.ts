import 'vscode-jsonrpc/node';
import * as vscode from 'vscode';
import { LoginEnvironment } from './agent/process/loginEnvironment.ts';
import { Watchdog } from './agent/process/watchdog.ts';
import { Sessions, type SessionsParts } from './agent/sessions.ts';
import type { WorkspaceHands } from './agent/workspaceHands.ts';
import { asRecord, asString } from './core/json.ts';
import { speakWith } from './core/words.ts';
import { AgentChannels } from './vscode/agents/agentChannels.ts';
import { AgentList } from './vscode/agents/agentList.ts';
import { lastChoices } from './vscode/agents/lastChoices.ts';
import { Launcher } from './vscode/agents/launcher.ts';
import { openCatalog } from './vscode/agents/openCatalog.ts';
import { userMcpServers } from './vscode/agents/userMcpServers.ts';
import { signInHands } from './vscode/agents/signInHands.ts';
import { Attention } from './vscode/chat/attention.ts';
import { ChatCommands } from './vscode/chat/chatCommands.ts';
import { ChatView } from './vscode/chat/chatView.ts';
import { FavouriteValues } from './vscode/chat/favouriteValues.ts';
import { chatShell, workspaceRoots } from './vscode/chat/shell.ts';
import { ViewRequests, type ChatActions } from './vscode/chat/viewRequests.ts';
import { checkpointCommands } from './vscode/checkpoint/checkpointCommands.ts';
import { Context } from './vscode/context/context.ts';
import { editorHands } from './vscode/files/editorHands.ts';
import { followAgent } from './vscode/files/following.ts';
import { SessionMemory } from './vscode/history/sessionMemory.ts';
import { Report } from './vscode/report.ts';
import { Review } from './vscode/review/review.ts';
import { TerminalViews } from './vscode/terminal/terminalViews.ts';
import { useTerminal } from './vscode/terminal/useTerminal.ts';
import { registerTraffic } from './vscode/traffic/registerTraffic.ts';
import { Traffic } from './vscode/traffic/traffic.ts';
import { onDidChangeSettings } from './vscode/settings.ts';

// Before anything is said: words of the other layers go through VS Code's translation.
speakWith(vscode.l10n.t);

let running: readonly [Sessions, WorkspaceHands, SessionMemory, Review] | undefined;

/** What VS Code calls by itself, besides commands. */
export interface Doors {
  readonly chat: vscode.WebviewViewProvider & vscode.WebviewPanelSerializer;
  readonly links: vscode.UriHandler;
}

/** Makes the parts and joins them. Starts nothing: agents start when somebody talks to them. */
export function activate(context: vscode.ExtensionContext): Doors {
  const log = vscode.window.createOutputChannel('Accord', { log: true });
  const report = new Report(log);
  const channels = new AgentChannels();
  const traffic = new Traffic();
  const watchdog = newWatchdog(context);
  const login = new LoginEnvironment({ watchdog: () => newWatchdog(context) });
  const agents = new AgentList(openCatalog(context, login, watchdog), context.globalState, report);
  const noBrowser = vscode.env.remoteName !== undefined;
  const surroundings = { agents, channels, watchdog, login, log, traffic };
  const launcher = new Launcher({ ...surroundings, noBrowser, version: versionOf(context) });
  const review = new Review(context, report, log);
  const hands = editorHands({ login, watchdog, review }, context.subscriptions);
  const terminals = new TerminalViews();
  const around = new Context(context, report, () => ({ sessions, history: memory.history }));
  const memory = new SessionMemory(context, report);
  const sessions: Sessions = new Sessions({
    prompts: around.prompts,
    turns: memory.before(review),
    roots: workspaceRoots,
    ...usersOwn(context, login, log),
    agent: (id, knownAs) =>
      launcher.agent(id, { ...hands.forAgent(), ...signInHands(context.secrets, login) }, knownAs),
  });
  review.follow(sessions, hands, () => memory.sessionIds(sessions));
  const commands = new ChatCommands(sessions, agents, () => chat.session, report);
  const actions = chatActions(commands, channels, { hands, views: terminals }, around);
  const favourites = new FavouriteValues(context.globalState);
  const chat: ChatView = new ChatView({
    root: context.extensionUri,
    sessions,
    shell: () => chatShell(sessions, agents, favourites),
    drafts: memory.drafts,
    written: () => memory.written(),
    onDidShow: () => turnTo(agents, review, memory),
    requests: [around, review.chat, favourites, new ViewRequests(sessions, actions, report)],
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
    ...followAgent(sessions, hands),
    chat,
    ...around.register(chat),
    ...chat.register(report),
    ...hearSessions(sessions, { channels, agents, chat, report }),
    ...keepCurrent(chat, agents, favourites),
    ...commands.register(),
    ...checkpointCommands(review, { sessions, chat, history: memory.history }, report),
    traffic,
    registerTraffic(traffic, report),
  );
  return { chat, links: around.links };
}

const newWatchdog = (context: vscode.ExtensionContext): Watchdog =>
  new Watchdog(context.asAbsolutePath('dist/watchdog.cjs'));

/** The user looks at the chat: what the next prompt needs can be got ready. */
function turnTo(agents: AgentList, review: Review, memory: SessionMemory): void {
  agents.wake();
  review.warm();
  memory.shown();
}

/** What the user has chosen and set up for all sessions. */
const usersOwn = (
  { globalState }: vscode.ExtensionContext,
  login: LoginEnvironment,
  log: vscode.LogOutputChannel,
): Pick<SessionsParts, 'choices' | 'mcpServers'> => ({
  choices: lastChoices(globalState),
  mcpServers: () => userMcpServers(login, log),
});

/** Those who hear what happens in sessions. */
interface Ears {
  readonly channels: AgentChannels;
  readonly agents: AgentList;
  readonly chat: ChatView;
  readonly report: Report;
}

/** What sessions tell besides the conversation. */
const hearSessions = (
  sessions: Sessions,
  { channels, agents, chat, report }: Ears,
): readonly vscode.Disposable[] => [
  new Attention(sessions, chat, report),
  sessions.onDidNote(({ agent, line }) => channels.note(agent, line)),
  sessions.onDidChange(({ change }) => agents.hear(change)),
];

const chatActions = (
  commands: ChatCommands,
  channels: AgentChannels,
  terminals: Parameters<typeof useTerminal>[2],
  around: Context,
): ChatActions => ({
  newSession: agentId => commands.createSession(agentId),
  chooseAgent: () => commands.selectAgent(),
  showLog: agent => channels.show(agent),
  signIn: session => commands.signIn(session),
  editor: () => around.editor,
  useTerminal: (session, use) => useTerminal(session, use, terminals),
});

/** The chat shows what surrounds it as it is now. */
const keepCurrent = (
  chat: ChatView,
  agents: AgentList,
  favourites: FavouriteValues,
): readonly vscode.Disposable[] => [
  favourites.onDidChange(() => chat.shellChanged()),
  agents.onDidChange(() => chat.shellChanged()),
  onDidChangeSettings(['agents', 'defaultAgent', 'chat.enterSends'], () => chat.shellChanged()),
  vscode.workspace.onDidGrantWorkspaceTrust(() => chat.reset()),
  vscode.workspace.onDidChangeWorkspaceFolders(() => chat.reset()),
];

/** VS Code waits a few seconds for this: time enough for every agent and every command to end. */
export async function deactivate(): Promise<void> {
  const [sessions, hands, memory, review] = running ?? [];
  await memory?.close();
  await Promise.all([sessions?.stopAgents(), hands?.close()]);
  await review?.close();
}

function versionOf({ extension }: vscode.ExtensionContext): string {
  const manifest: unknown = extension.packageJSON;
  return asString(asRecord(manifest)?.['version']) ?? '0.0.0';
}
