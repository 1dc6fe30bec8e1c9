import type { McpServer } from '@agentclientprotocol/sdk';
import { t } from '../../core/l10n.ts';
import type { AgentConnection } from '../connection/agentConnection.ts';
import type { RemoteAccess } from '../connection/agentProgram.ts';
import type { McpServerCandidate } from '../../core/mcp/mcpServerCandidate.ts';

/** The part of a connection that decides which servers an agent can use. */
export type McpClient = Pick<AgentConnection, 'remote' | 'capabilities'>;

/** Why an agent does not get a server; `undefined` if it does. */
export function findServerProblem(
  { server, problem, isLocalOnly = false }: McpServerCandidate,
  { remote, capabilities }: McpClient,
): string | undefined {
  if (problem !== undefined || !server) {
    return problem ?? t("It can't be used.");
  }
  if (!supportsServer(capabilities.mcp, server)) {
    return t("The agent doesn't support servers of this type.");
  }
  return remote && findRemoteProblem(server, isLocalOnly, remote);
}

/** Every agent supports MCP servers on stdio; the other transports are capabilities. */
function supportsServer(mcp: McpClient['capabilities']['mcp'], server: McpServer): boolean {
  if (!('type' in server)) {
    return true;
  }
  return server.type === 'http' ? mcp.http : server.type === 'sse' && mcp.sse;
}

/**
 * Why a remote agent must not know a server. A program of this machine is of no use to it, and its environment may contain
 * secrets. Headers are not sent where others can read them.
 */
function findRemoteProblem(
  server: McpServer,
  isLocalOnly: boolean,
  { isPrivate }: RemoteAccess,
): string | undefined {
  if (!('headers' in server)) {
    return t("Remote agents can't use programs on this machine.");
  }
  if (isLocalOnly) {
    return t(
      'Remote agents don\'t get values from "mcp.json". To share this server, add it to "accord.mcpServers".',
    );
  }
  return isPrivate || server.headers.length === 0
    ? undefined
    : t("Headers aren't sent over an unencrypted connection.");
}
