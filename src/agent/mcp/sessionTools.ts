import type { McpServer } from '@agentclientprotocol/sdk';
import type { Disposable } from '../../core/disposableStore.ts';
import type { McpMessages } from './mcpMessages.ts';

/** Offers the tools of the editor to the sessions of a window. */
export interface SessionTools {
  /** Returns `undefined` if the user has switched all tools off. */
  open(session: ToolSession): Promise<OpenTools | undefined>;
}

/** The session that gets the tools. */
export interface ToolSession {
  /** Our own id. */
  readonly id: string;
  /** Whether the agent can connect to MCP servers over HTTP. */
  readonly supportsHttp: boolean;
  /** Whether it can send messages to MCP servers over its own connection, so that no port is needed. */
  readonly supportsAcp: boolean;
}

/** An MCP server, or tools of ours that the agent reaches over its own connection, which is not part of the stable protocol. */
export type AgentMcpServer =
  | McpServer
  | { readonly type: 'acp'; readonly name: string; readonly serverId: string };

/** The tools of one session, until they are disposed. */
export interface OpenTools extends Disposable {
  readonly server: AgentMcpServer;
  /** Answers the messages that come over the agent's connection. */
  readonly messages?: McpMessages;
}
