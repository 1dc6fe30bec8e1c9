import type { McpServer } from '@agentclientprotocol/sdk';
import type { Logger } from '../../core/logger.ts';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import { resolveMcpServers } from '../../agent/session/resolveMcpServers.ts';
import { parseMcpServers } from '../../core/catalog/parseMcpServers.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import { getSetting } from '../settings.ts';

/** The MCP servers of the user's settings, ready to be passed on. What cannot be found is logged and left out. */
export async function userMcpServers(
  login: LoginEnvironment,
  log: Logger,
): Promise<readonly McpServer[]> {
  const wanted = parseMcpServers(getSetting('mcpServers'));
  if (wanted.length === 0) {
    return [];
  }
  const { variables: environment } = await login.read();
  const search = { environment, workspaceRoots: getWorkspaceRoots() };
  const { servers, problems } = await resolveMcpServers(wanted, search);
  problems.forEach(problem => log.warn(problem));
  return servers;
}
