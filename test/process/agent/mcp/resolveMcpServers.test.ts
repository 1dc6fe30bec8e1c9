import type { McpServer } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import type { McpServerCandidate } from '../../../../src/core/mcp/mcpServerCandidate.ts';
import { resolveMcpServers } from '../../../../src/agent/mcp/resolveMcpServers.ts';
import { parseMcpServers } from '../../../../src/core/mcp/parseMcpServers.ts';
import { waitUntilIdle } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';

const fixture = useSessionFixture();

const toCandidate = (server: McpServer): McpServerCandidate => ({
  name: server.name,
  source: 'settings',
  server,
});

describe('MCP servers', () => {
  const servers = parseMcpServers({
    files: { command: 'node', args: ['server.js'], env: { A: 'b' } },
    web: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer x' } },
    old: { type: 'sse', url: 'https://example.com/sse' },
    broken: { args: [] },
    local: { url: 'file:///etc' },
  });

  it.each([
    [{}, ['files']],
    [{ http: true }, ['files', 'web']],
    [{ http: true, sse: true }, ['files', 'web', 'old']],
  ])('are passed on if the agent supports their transport: %o', async (mcpCapabilities, names) => {
    const { session, agent } = await fixture.play(
      { capabilities: { mcpCapabilities } },
      { mcpServers: async () => servers.map(toCandidate) },
    );
    await waitUntilIdle(session);
    const [opened] = await agent.received('session/new');
    const params = opened?.params as { readonly mcpServers: readonly { readonly name: string }[] };
    expect(params.mcpServers.map(({ name }) => name)).toEqual(names);
    const leftOut = session.mcpServers.filter(({ problem }) => problem !== undefined);
    expect(leftOut.map(({ name }) => name)).toEqual(
      ['web', 'old'].filter(name => !names.includes(name)),
    );
    expect(params.mcpServers[0]).toEqual({
      name: 'files',
      command: 'node',
      args: ['server.js'],
      env: [{ name: 'A', value: 'b' }],
    });
  });

  it('that are programs get their full path; those that are not found are left out', async () => {
    const search = { environment: { PATH: process.env['PATH'] ?? '' }, workspaceRoots: [] };
    const wanted = parseMcpServers({ ok: { command: 'node' }, bad: { command: 'no-such-server' } });
    const [ok, bad] = await resolveMcpServers(wanted.map(toCandidate), search);
    expect(JSON.stringify(ok?.server)).toMatch(/"name":"ok","command":"\/[^"]*node"/);
    expect(bad?.server).toBeUndefined();
    expect(bad?.problem).toContain('no-such-server');
  });
});
