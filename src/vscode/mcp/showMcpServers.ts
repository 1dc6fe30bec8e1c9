import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import { UserError } from '../../core/errors.ts';
import { findReportedFailure } from '../../core/mcp/findReportedFailure.ts';
import type { McpServerSource, SessionMcpServer } from '../../core/mcp/mcpServerCandidate.ts';
import { visibleLine } from '../../core/text/visibleLine.ts';
import { COMMANDS } from '../commands.ts';
import { showQuickPick } from '../notifications.ts';

const LINE_LIMIT_CHARS = 300;

interface ServerItem extends vscode.QuickPickItem {
  run?(): Thenable<unknown>;
}

/** What can be done from the list. */
export interface McpServerActions {
  setUp(): Promise<void>;
  showLog(agentName: string): void;
  /** The last lines that an agent printed. */
  recentLines(agentName: string): readonly string[];
}

/** Lists the servers of a session: those that the agent got, those that failed, and those that were left out, and why. */
export async function showMcpServers(
  session: Session | undefined,
  actions: McpServerActions,
): Promise<void> {
  if (!session) {
    throw new UserError(vscode.l10n.t('No session is open. Start one with "Accord: New Session".'));
  }
  const { name: agentName } = session.agent;
  const lines = actions.recentLines(agentName);
  const all = session.mcpServers;
  const passed = all.filter(({ problem }) => problem === undefined);
  const leftOut = all.filter(({ problem }) => problem !== undefined);
  const items: readonly ServerItem[] = [
    ...section(vscode.l10n.t('Available to the agent'), passed, server => ({
      ...toItem(server, getReport(server, lines) ?? server.target),
      run: async () => actions.showLog(agentName),
    })),
    ...section(vscode.l10n.t('Skipped'), leftOut, server => ({
      ...toItem(server, server.problem),
      run: () => (isFile(server) ? actions.setUp() : openSetting()),
    })),
    separator(''),
    { label: vscode.l10n.t('Set Up mcp.json Servers'), run: () => actions.setUp() },
    { label: vscode.l10n.t('Edit in Settings'), run: openSetting },
    {
      label: vscode.l10n.t('Restart Agent'),
      run: () => vscode.commands.executeCommand(COMMANDS.restartAgent),
    },
  ];
  const chosen = await showQuickPick(items, {
    title: vscode.l10n.t('MCP Servers for {0}', agentName),
    matchOnDetail: true,
    ...(all.length === 0 && { placeHolder: vscode.l10n.t('This session has no MCP servers.') }),
  });
  await chosen?.run?.();
}

const section = (
  label: string,
  servers: readonly SessionMcpServer[],
  toServerItem: (server: SessionMcpServer) => ServerItem,
): readonly ServerItem[] =>
  servers.length === 0 ? [] : [separator(label), ...servers.map(toServerItem)];

const separator = (label: string): ServerItem => ({
  label,
  kind: vscode.QuickPickItemKind.Separator,
});

const toItem = ({ name, source }: SessionMcpServer, detail: string | undefined): ServerItem => ({
  label: plain(name),
  description: getSourceLabel(source),
  ...(detail === undefined ? {} : { detail: plain(detail) }),
});

function getReport({ name }: SessionMcpServer, lines: readonly string[]): string | undefined {
  const failure = findReportedFailure(lines, name);
  return failure === undefined
    ? undefined
    : vscode.l10n.t('The agent reported a problem: {0}', failure);
}

function getSourceLabel(source: McpServerSource): string {
  switch (source) {
    case 'settings':
      return 'accord.mcpServers';
    case 'userFile':
      return 'mcp.json';
    case 'workspaceFile':
      return '.vscode/mcp.json';
    case 'accord':
      return vscode.l10n.t('VS Code tools');
  }
}

const isFile = ({ source }: SessionMcpServer): boolean =>
  source === 'userFile' || source === 'workspaceFile';

const openSetting = (): Thenable<unknown> =>
  vscode.commands.executeCommand('workbench.action.openSettings', 'accord.mcpServers');

const plain = (text: string): string => visibleLine(text, LINE_LIMIT_CHARS);
