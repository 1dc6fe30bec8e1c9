import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { asRecord, asString } from '../../core/json.ts';
import type { AgentOutputChannels } from '../agents/agentOutputChannels.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { showMcpServers } from './showMcpServers.ts';
import type { UserMcpServers } from './userMcpServers.ts';

/** Registers the commands for the MCP servers of the user. A session that was opened in advance has the old ones. */
export const registerMcpServers = (
  sessions: Sessions,
  activeSession: () => Session | undefined,
  {
    mcpServers,
    channels,
    reporter,
  }: {
    readonly mcpServers: UserMcpServers;
    readonly channels: AgentOutputChannels;
    readonly reporter: ErrorReporter;
  },
): readonly vscode.Disposable[] => [
  mcpServers,
  mcpServers.onDidChange(() => sessions.discardPrepared()),
  vscode.commands.registerCommand(COMMANDS.showMcpServers, (argument: unknown) =>
    reporter.run(COMMANDS.showMcpServers, () => {
      const id = asString(asRecord(argument)?.['sessionId']);
      return showMcpServers(id === undefined ? activeSession() : sessions.find(id), {
        setUp: () => mcpServers.setUp(),
        showLog: agentName => channels.show(agentName),
        recentLines: agentName => channels.recentLines(agentName),
      });
    }),
  ),
  vscode.commands.registerCommand(COMMANDS.forgetMcpInputs, () =>
    reporter.run(COMMANDS.forgetMcpInputs, () => mcpServers.forgetInputs()),
  ),
];
