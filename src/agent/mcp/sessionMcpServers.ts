import type { McpServer } from '@agentclientprotocol/sdk';
import type { Disposable } from '../../core/disposableStore.ts';
import { t } from '../../core/l10n.ts';
import type { Agent } from '../connection/agent.ts';
import { findServerProblem, type McpClient } from './findServerProblem.ts';
import type { McpServerCandidate, SessionMcpServer } from '../../core/mcp/mcpServerCandidate.ts';
import type { SessionRouter } from '../requests/sessionRouter.ts';
import type { AgentMcpServer, OpenTools, SessionTools } from './sessionTools.ts';

/** Where the MCP servers of a session come from. */
export interface McpServerSources {
  /** The servers of the user, those of higher precedence first. */
  readonly mcpServers?: (() => Promise<readonly McpServerCandidate[]>) | undefined;
  /** The tools of the editor. */
  readonly tools?: SessionTools | undefined;
}

/** The MCP servers of one session: those of the user, and the tools of the editor unless the agent is on another machine. */
export class SessionMcpServers implements Disposable {
  readonly #sessionId: string;
  readonly #sources: McpServerSources;
  readonly #router: Pick<SessionRouter, 'mcpServers'>;
  readonly #listener: Disposable;
  #tools: OpenTools | undefined;
  #all: readonly SessionMcpServer[] = [];
  #isDisposed = false;

  constructor(
    sessionId: string,
    agent: Pick<Agent, 'onDidDisconnect'> & {
      readonly router: Pick<SessionRouter, 'mcpServers'>;
    },
    sources: McpServerSources,
  ) {
    this.#sessionId = sessionId;
    this.#router = agent.router;
    this.#sources = sources;
    this.#listener = agent.onDidDisconnect(() => this.#close());
  }

  /** What became of each server when the session was opened last. */
  get all(): readonly SessionMcpServer[] {
    return this.#all;
  }

  /** Opens the tools anew for each connection: a token is never used by two. */
  async open(client: McpClient): Promise<readonly AgentMcpServer[]> {
    const { mcpServers, tools } = this.#sources;
    const { http: supportsHttp, acp: supportsAcp } = client.capabilities.mcp;
    const session = { id: this.#sessionId, supportsHttp, supportsAcp };
    const candidates = (await mcpServers?.()) ?? []; // First: if it fails, no port is left open.
    const opened = client.remote ? undefined : await tools?.open(session);
    this.#close();
    if (this.#isDisposed) {
      opened?.dispose();
    } else {
      this.#tools = opened;
      this.#serve(opened);
    }
    return this.#select(candidates, opened?.server, client);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#listener.dispose();
    this.#close();
  }

  /** Agents know servers by their names, so each name is passed once. */
  #select(
    candidates: readonly McpServerCandidate[],
    own: AgentMcpServer | undefined,
    client: McpClient,
  ): readonly AgentMcpServer[] {
    const passed = new Map<string, McpServer>();
    const others = candidates.map(candidate => {
      const { name, source, server } = candidate;
      const isTaken = passed.has(name) || name === own?.name;
      const problem =
        findServerProblem(candidate, client) ??
        (isTaken ? t('Another server has this name.') : undefined);
      if (server && problem === undefined) {
        passed.set(name, server);
      }
      return { name, source, ...describe(server), ...(problem === undefined ? {} : { problem }) };
    });
    const ours = own ? [{ name: own.name, source: 'accord' } as const] : [];
    this.#all = [...others, ...ours];
    return own ? [...passed.values(), own] : [...passed.values()];
  }

  #serve({ server, messages }: Partial<OpenTools> = {}): void {
    if (messages && server && 'serverId' in server) {
      this.#router.mcpServers.set(server.serverId, messages);
    }
  }

  #close(): void {
    const { server } = this.#tools ?? {};
    if (server && 'serverId' in server) {
      this.#router.mcpServers.delete(server.serverId);
    }
    this.#tools?.dispose();
    this.#tools = undefined;
  }
}

/** Arguments, paths and queries may contain secrets. */
function describe(server: McpServer | undefined): Pick<SessionMcpServer, 'target'> {
  if (server && 'command' in server) {
    return { target: server.command };
  }
  return server && 'url' in server && URL.canParse(server.url)
    ? { target: new URL(server.url).origin }
    : {};
}
