import type { McpServer } from '@agentclientprotocol/sdk';
import { resolveCommand, type ProcessEnvironment } from '../process/resolveCommand.ts';
import { prepareRunner } from '../process/runnerFolder.ts';
import { t } from '../../core/l10n.ts';

/** The servers with their programs as absolute paths, which the protocol demands, and what was wrong with the others. */
export async function resolveMcpServers(
  servers: readonly McpServer[],
  search: {
    readonly environment: ProcessEnvironment;
    readonly workspaceRoots: readonly string[];
    readonly runnerFolder?: string;
  },
): Promise<{ readonly servers: readonly McpServer[]; readonly problems: readonly string[] }> {
  const resolved = await Promise.all(
    servers.map(async server => {
      if ('type' in server) {
        return server;
      }
      const found = await resolveCommand(server.command, server.args, search);
      if (found.kind !== 'found') {
        return t('MCP server "{0}" was skipped: "{1}" not found.', server.name, server.command);
      }
      // The agent starts it in the workspace.
      const { program, args } = await prepareRunner(server, found, search.runnerFolder);
      return { ...server, command: program, args: [...args] };
    }),
  );
  return {
    servers: resolved.filter(server => typeof server !== 'string'),
    problems: resolved.filter(server => typeof server === 'string'),
  };
}
