import type { McpServer } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import type { McpTool } from '../../../../src/agent/mcp/mcpTool.ts';
import { openAcpTools } from '../../../../src/agent/mcp/openAcpTools.ts';
import type { McpServerCandidate } from '../../../../src/core/mcp/mcpServerCandidate.ts';
import { SessionMcpServers } from '../../../../src/agent/mcp/sessionMcpServers.ts';
import type { SessionTools, ToolSession } from '../../../../src/agent/mcp/sessionTools.ts';
import { parseAgentCapabilities } from '../../../../src/core/session/wire/agentCapabilities.ts';
import { textDraft, waitUntilIdle } from '../../../fakes/sessionFixture.ts';
import { step, turn } from '../../../fakes/step.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';
import { idle, initialize } from '../version2/version2Agent.ts';

const fixture = useSessionFixture();

const own: McpServer = {
  type: 'http',
  name: 'accord',
  url: 'http://127.0.0.1:1/mcp/x',
  headers: [],
};

const INFO = { name: 'accord', title: 'Accord', version: '1', instructions: '' };
const ECHO: McpTool = {
  name: 'echo',
  title: 'Echo',
  description: 'Says it again',
  inputSchema: {},
  isReadOnly: true,
  runsProgram: false,
  call: async ({ text }) => ({ text: `You said ${String(text)}` }),
};

/** Tools that remember who opened them and which were closed. */
class RecordedTools implements SessionTools {
  readonly opened: ToolSession[] = [];
  closed = 0;

  async open(session: ToolSession) {
    this.opened.push(session);
    return { server: own, dispose: () => (this.closed += 1) };
  }
}

const candidate = (name: string, more: Partial<McpServerCandidate> = {}): McpServerCandidate => ({
  name,
  source: 'settings',
  server: { ...own, name },
  ...more,
});

const namesIn = ({ params }: { readonly params?: unknown } = {}): readonly string[] =>
  (params as { readonly mcpServers: readonly McpServer[] }).mcpServers.map(({ name }) => name);

const refused = (): Promise<readonly McpServerCandidate[]> =>
  Promise.reject(new Error('No secret.'));

describe('the tools of the editor', () => {
  it('are passed to a session after the servers of the user, and closed with it', async () => {
    const tools = new RecordedTools();
    const { session, sessions, agent } = await fixture.play(
      { capabilities: { mcpCapabilities: { http: true } } },
      { tools, mcpServers: async () => [candidate('mine')] },
    );
    await waitUntilIdle(session);
    expect(namesIn((await agent.received('session/new'))[0])).toEqual(['mine', 'accord']);
    expect(tools.opened).toEqual([{ id: session.id, supportsHttp: true, supportsAcp: false }]);
    expect(tools.closed).toBe(0);
    sessions.close(session);
    expect(tools.closed).toBe(1);
  });

  it('are not opened if the servers of the user cannot be read', async () => {
    const tools = new RecordedTools();
    const agent = {
      onDidDisconnect: () => ({ dispose: () => undefined }),
      router: { mcpServers: new Map() },
    };
    const servers = new SessionMcpServers('s', agent, { tools, mcpServers: refused });
    const connection = {
      remote: undefined,
      capabilities: parseAgentCapabilities({ protocolVersion: 1 }),
    };
    await expect(servers.open(connection)).rejects.toThrow('No secret.');
    expect(tools.opened).toEqual([]);
  });

  it.each([1, 2] as const)(
    'are reached over the connection of an agent that can, in version %i',
    async protocolVersion => {
      const tools: SessionTools = {
        open: async ({ supportsAcp }) =>
          supportsAcp ? openAcpTools({ info: INFO, tools: [ECHO] }) : undefined,
      };
      const { session, agent } = await fixture.play(
        {
          capabilities: { mcpCapabilities: { acp: true } },
          on: [
            ...(protocolVersion === 2
              ? [initialize({ capabilities: { session: { mcp: { acp: {} } } } })]
              : []),
            turn(
              step.tool('echo', { text: 'hi' }),
              step.tool('unknown'),
              step.call('mcp/message', { serverId: 'none', requestId: 'r', method: 'ping' }),
              step.note('refused', '${answer.error}'),
              ...(protocolVersion === 2
                ? [step.reply({ messageId: 'p' }), idle()]
                : [step.stop('end_turn')]),
            ),
          ],
        },
        { tools, protocolVersion },
      );
      await session.send(textDraft('hi'));
      expect(await agent.noted('tool')).toMatchObject([
        { result: { content: [{ type: 'text', text: 'You said hi' }] } },
        { error: { code: -32_602 } },
      ]);
      expect(await agent.noted('refused')).toMatchObject([{ code: -32_602 }]);
    },
  );

  it('are opened anew when the agent is restarted', async () => {
    const tools = new RecordedTools();
    const { session, sessions } = await fixture.play({ capabilities: {} }, { tools });
    await waitUntilIdle(session);
    await sessions.restart(session);
    await waitUntilIdle(session);
    await waitUntil(() => tools.opened.length === 2);
    expect(tools.opened.map(({ supportsHttp }) => supportsHttp)).toEqual([false, false]);
    expect(tools.closed).toBe(1);
  });
});

describe('the servers of the user', () => {
  const agent = {
    onDidDisconnect: () => ({ dispose: () => undefined }),
    router: { mcpServers: new Map() },
  };
  const capabilities = parseAgentCapabilities({
    protocolVersion: 1,
    agentCapabilities: { mcpCapabilities: { http: true } },
  });
  const PRIVATE = {
    origin: 'https://agent.example',
    isPrivate: true,
    allowTerminal: false,
    allowWrite: false,
  };

  async function open(candidates: readonly McpServerCandidate[], remote?: typeof PRIVATE) {
    const sources = { tools: new RecordedTools(), mcpServers: async () => candidates };
    const servers = new SessionMcpServers('s', agent, sources);
    const passed = await servers.open({ remote, capabilities });
    return { passed: passed.map(({ name }) => name), all: servers.all };
  }

  it('are passed once per name, and never under the name of the tools of the editor', async () => {
    const { passed, all } = await open([
      candidate('one'),
      candidate('one', { source: 'userFile' }),
      candidate('accord'),
      candidate('bad', { problem: 'It is bad.' }),
    ]);
    expect(passed).toEqual(['one', 'accord']);
    expect(all.map(({ name, source, problem }) => [name, source, problem])).toEqual([
      ['one', 'settings', undefined],
      ['one', 'userFile', 'Another server has this name.'],
      ['accord', 'settings', 'Another server has this name.'],
      ['bad', 'settings', 'It is bad.'],
      ['accord', 'accord', undefined],
    ]);
    expect(all[0]?.target).toBe('http://127.0.0.1:1');
  });

  it('do not reach a remote agent if a file holds values for them', async () => {
    const { passed, all } = await open(
      [candidate('plain'), candidate('secret', { source: 'userFile', isLocalOnly: true })],
      PRIVATE,
    );
    expect(passed).toEqual(['plain']);
    expect(all[1]?.problem).toContain('mcp.json');
  });
});
