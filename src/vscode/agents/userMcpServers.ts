import type { McpServer } from '@agentclientprotocol/sdk';
import type { Log } from '../../agent/ports.ts';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import { resolveMcpServers } from '../../agent/resolveMcpServers.ts';
import { mcpServers } from '../../core/catalog/mcpServers.ts';
import { workspaceRoots } from '../chat/shell.ts';
import { setting } from '../settings.ts';

/** The MCP servers of the user's settings, ready to be passed on. What cannot be found is logged and left out. */
export async function userMcpServers(
  login: LoginEnvironment,
  log: Log,
): Promise<readonly McpServer[]> {
  const wanted = mcpServers(setting('mcpServers'));
  if (wanted.length === 0) {
    return [];
  }
  const { variables: environment } = await login.read();
  const search = { environment, workspaceRoots: workspaceRoots() };
  const { servers, problems } = await resolveMcpServers(wanted, search);
  problems.forEach(problem => log.warn(problem));
  return servers;
}
