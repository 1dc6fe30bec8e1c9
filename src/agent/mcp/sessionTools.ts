import type { McpServer } from '@agentclientprotocol/sdk';
import type { Disposable } from '../../core/disposableStore.ts';

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
}

/** The tools of one session, until they are disposed. */
export interface OpenTools extends Disposable {
  readonly server: McpServer;
}
