import type { McpServer } from '@agentclientprotocol/sdk';
import type { Disposable } from '../../core/disposableStore.ts';
import type { Agent } from '../connection/agent.ts';
import type { AgentConnection } from '../connection/agentConnection.ts';
import type { OpenTools, SessionTools } from './sessionTools.ts';

/** Where the MCP servers of a session come from. */
export interface McpServerSources {
  /** The servers from the user's settings. */
  readonly mcpServers?: (() => Promise<readonly McpServer[]>) | undefined;
  /** The tools of the editor. */
  readonly tools?: SessionTools | undefined;
}

/** The MCP servers of one session: those of the user, and the tools of the editor unless the agent is on another machine. */
export class SessionMcpServers implements Disposable {
  readonly #sessionId: string;
  readonly #sources: McpServerSources;
  readonly #listener: Disposable;
  #tools: OpenTools | undefined;
  #isDisposed = false;

  constructor(sessionId: string, agent: Pick<Agent, 'onDidDisconnect'>, sources: McpServerSources) {
    this.#sessionId = sessionId;
    this.#sources = sources;
    this.#listener = agent.onDidDisconnect(() => this.#close());
  }

  /** Opens the tools anew for each connection: a token is never used by two. */
  async open({
    remote,
    capabilities,
  }: Pick<AgentConnection, 'remote' | 'capabilities'>): Promise<readonly McpServer[]> {
    const { mcpServers, tools } = this.#sources;
    const session = { id: this.#sessionId, supportsHttp: capabilities.mcp.http };
    const servers = (await mcpServers?.()) ?? []; // First: if it fails, no port is left open.
    const opened = remote ? undefined : await tools?.open(session);
    this.#close();
    if (this.#isDisposed) {
      opened?.dispose();
    } else {
      this.#tools = opened;
    }
    return opened ? [...servers, opened.server] : servers;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#listener.dispose();
    this.#close();
  }

  #close(): void {
    this.#tools?.dispose();
    this.#tools = undefined;
  }
}
