import type { McpServer } from '@agentclientprotocol/sdk';
import { resolveCommand, type Environment } from './process/resolveCommand.ts';

/** The servers with their programs as absolute paths, which the protocol demands, and what was wrong with the others. */
export async function resolveMcpServers(
  servers: readonly McpServer[],
  search: { readonly environment: Environment; readonly workspaceRoots: readonly string[] },
): Promise<{ readonly servers: readonly McpServer[]; readonly problems: readonly string[] }> {
  const resolved = await Promise.all(
    servers.map(async server => {
      if ('type' in server) {
        return server;
      }
      const found = await resolveCommand(server.command, server.args, search);
      return found.kind === 'found'
        ? { ...server, command: found.program, args: [...found.args] }
        : `The MCP server "${server.name}" is left out: "${server.command}" was not found.`;
    }),
  );
  return {
    servers: resolved.filter(server => typeof server !== 'string'),
    problems: resolved.filter(server => typeof server === 'string'),
  };
}
