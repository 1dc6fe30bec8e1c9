import type { McpServer } from '@agentclientprotocol/sdk';

/** Where a server comes from: the setting, the `mcp.json` of the user or of the workspace, or Accord itself. */
export type McpServerSource = 'settings' | 'userFile' | 'workspaceFile' | 'accord';

/** A server that may be passed to an agent, or what prevents it. */
export interface McpServerCandidate {
  readonly name: string;
  readonly source: McpServerSource;
  readonly server?: McpServer;
  /** Why it is left out, for the user. */
  readonly problem?: string;
  /** It holds values that were not meant for other machines. */
  readonly isLocalOnly?: boolean;
}

/** What became of a server in a session. Without a `problem` it was passed to the agent. */
export interface SessionMcpServer extends Pick<McpServerCandidate, 'name' | 'source' | 'problem'> {
  /** The program or the address without its path, which may contain secrets. */
  readonly target?: string;
}
