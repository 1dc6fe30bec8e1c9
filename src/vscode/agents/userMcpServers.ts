import type { McpServer } from '@agentclientprotocol/sdk';
import type { Logger } from '../../core/logger.ts';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import { resolveMcpServers } from '../../agent/session/resolveMcpServers.ts';
import { parseMcpServers } from '../../core/catalog/parseMcpServers.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import { getSetting } from '../settings.ts';

/** The MCP servers of the settings, with their programs resolved. Servers that cannot be found are logged and left out. */
export async function userMcpServers(
  login: LoginEnvironment,
  logger: Logger,
  runnerFolder: string,
): Promise<readonly McpServer[]> {
  const configured = parseMcpServers(getSetting('mcpServers'));
  if (configured.length === 0) {
    return [];
  }
  const { variables: environment } = await login.read();
  const search = { environment, workspaceRoots: getWorkspaceRoots(), runnerFolder };
  const { servers, problems } = await resolveMcpServers(configured, search);
  problems.forEach(problem => logger.warn(problem));
  return servers;
}
