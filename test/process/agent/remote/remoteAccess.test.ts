import type { McpServer } from '@agentclientprotocol/sdk';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AgentKeys, readStoredSecrets } from '../../../../src/agent/authentication/agentKeys.ts';
import type { SecretStore } from '../../../../src/agent/authentication/secretStore.ts';
import type { RemoteAgent } from '../../../../src/agent/remote/remoteAgent.ts';
import { remoteHeaders } from '../../../../src/agent/remote/remoteHeaders.ts';
import { remoteProgram } from '../../../../src/agent/remote/remoteProgram.ts';
import { WorkspaceRequests } from '../../../../src/agent/requests/workspaceRequests.ts';
import type { Session } from '../../../../src/agent/session/session.ts';
import { Sessions } from '../../../../src/agent/session/sessions.ts';
import { MemoryDocuments } from '../../../fakes/memoryDocuments.ts';
import { remoteServer, type RemoteServer } from '../../../fakes/remoteServer.ts';
import type { Scenario } from '../../../fakes/scenario.ts';
import { scriptedAgent, type ScriptedAgent } from '../../../fakes/scriptedAgent.ts';
import { SessionFixture, textDraft } from '../../../fakes/sessionFixture.ts';
import { step, turn } from '../../../fakes/step.ts';
import { tableEncodings } from '../../../fakes/tableEncodings.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

let fixture: SessionFixture;
let server: RemoteServer | undefined;
let agent: ScriptedAgent;
let sessions: Sessions | undefined;

beforeEach(async () => {
  fixture = await new SessionFixture().open();
});

afterEach(async () => {
  await sessions?.stopAgents();
  sessions?.dispose();
  await fixture.close();
  await server?.die();
});

const OWN_TOOLS: McpServer = {
  type: 'http',
  name: 'accord',
  url: 'http://127.0.0.1:9/mcp/x',
  headers: [],
};

/** Opens a session with a remote agent that plays the scenario, with all capabilities of the client. */
async function play(
  scenario: Scenario,
  permissions: Partial<RemoteAgent> = {},
  mcpServers: readonly McpServer[] = [],
): Promise<Session> {
  agent = await scriptedAgent(fixture.folder, scenario);
  server = await remoteServer(agent.launch);
  const url = `ws://${server.address}`;
  const requests = new WorkspaceRequests({
    documents: new MemoryDocuments(),
    encodings: tableEncodings(),
    environment: async () => ({ PATH: process.env['PATH'] ?? '' }),
    shell: () => '/bin/sh',
  });
  sessions = new Sessions({
    promptBuilder: { build: async () => ({ blocks: [{ type: 'text', text: 'go' }], notes: [] }) },
    roots: () => [fixture.folder],
    mcpServers: async () =>
      mcpServers.map(one => ({ name: one.name, source: 'settings', server: one })),
    tools: { open: async () => ({ server: OWN_TOOLS, dispose: () => {} }) },
    resolveAgent: () => ({
      name: 'Remote',
      options: {
        clientRequests: { ...requests.forAgent(), signInTerminal: { run: async () => undefined } },
        logger: { info: () => {}, warn: () => {}, error: () => {} },
        clientVersion: '0.0.0',
        launch: async () =>
          remoteProgram(
            { kind: 'remote', name: 'Remote', url, headers: {}, ...permissions },
            () => {},
          ),
      },
    }),
  });
  return sessions.create('remote');
}

async function answer(session: Session, optionId: string): Promise<string> {
  await waitUntil(() => session.pendingRequestCount > 0);
  const request = session.conversation.transcript.entries.findLast(
    ({ kind }) => kind === 'permission',
  );
  session.answerPermission(request?.id ?? '', optionId);
  return JSON.stringify(request);
}

const capabilities = async (): Promise<unknown> => {
  const [initialize] = await agent.received('initialize');
  return initialize?.params;
};

const run = (name: string) =>
  step.call('terminal/create', { command: 'touch', args: ['--', name, 'a b'] });

describe('a remote agent', () => {
  it('has neither terminal nor write access, and its capabilities say so', async () => {
    const path = join(fixture.folder, 'a.txt');
    const session = await play({
      on: [
        turn(
          step.call('fs/write_text_file', { path, content: 'x' }, { save: 'write' }),
          step.call('terminal/create', { command: 'touch', args: ['b.txt'] }, { save: 'run' }),
          step.note('codes', '${write.error.code} ${run.error.code}'),
          step.stop('end_turn'),
        ),
      ],
    });
    await session.send(textDraft('go'));
    expect(await capabilities()).toMatchObject({
      clientCapabilities: {
        fs: { readTextFile: true, writeTextFile: false },
        terminal: false,
        auth: { terminal: false },
      },
    });
    expect(await agent.noted('codes')).toEqual(['-32601 -32601']);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    await expect(readFile(join(fixture.folder, 'b.txt'))).rejects.toThrow('ENOENT');
  });

  it('can write if the user has enabled it', async () => {
    const path = join(fixture.folder, 'a.txt');
    const session = await play(
      { on: [turn(step.writeText(path, 'x'), step.stop('end_turn'))] },
      { allowWrite: true },
    );
    await session.send(textDraft('go'));
    expect(await capabilities()).toMatchObject({
      clientCapabilities: { fs: { writeTextFile: true }, terminal: false },
    });
    expect(await readFile(path, 'utf8')).toBe('x');
  });

  it('needs confirmation of each command with all its arguments if the user has enabled the terminal', async () => {
    const session = await play(
      { on: [turn(run('one'), run('two'), step.note('two', '${answer}'), step.stop('end_turn'))] },
      { allowTerminal: true },
    );
    const ended = session.send(textDraft('go'));
    expect(await answer(session, 'deny')).toContain("touch -- one 'a b'");
    expect(await answer(session, 'once')).toContain("touch -- two 'a b'");
    await ended;
    await expect(readFile(join(fixture.folder, 'one'))).rejects.toThrow('ENOENT');
    await waitUntil(
      async () =>
        (await readFile(join(fixture.folder, 'two')).catch(() => undefined)) !== undefined,
    );
  });

  it('needs confirmation of all variables that it sets for a command', async () => {
    const command = {
      command: 'touch',
      args: ['one'],
      env: [{ name: 'ANY_NAME', value: 'any value' }],
    };
    const session = await play(
      { on: [turn(step.call('terminal/create', command), step.stop('end_turn'))] },
      { allowTerminal: true },
    );
    const ended = session.send(textDraft('go'));
    expect(await answer(session, 'deny')).toContain('ANY_NAME=any value');
    await ended;
  });

  it('does not receive MCP servers that run on this machine, nor the tools of the editor', async () => {
    const session = await play(
      { capabilities: { mcpCapabilities: { http: true, sse: true } } },
      {},
      [
        { name: 'local', command: '/bin/db', args: [], env: [{ name: 'PASSWORD', value: 'x1' }] },
        { type: 'http', name: 'web', url: 'https://mcp.example', headers: [] },
      ],
    );
    await session.send(textDraft('go'));
    const [opened] = await agent.received('session/new');
    expect(opened?.params).toMatchObject({ mcpServers: [{ name: 'web' }] });
    expect(JSON.stringify(opened)).not.toContain('127.0.0.1');
    expect(JSON.stringify(opened)).not.toContain('PASSWORD');
  });
});

describe('an unencrypted connection', () => {
  const remote = { kind: 'remote', name: 'Remote', headers: {} } as const;
  const urls = ['http://agent.example/acp', 'ws://192.168.1.2:9000', 'ws://127.0.0.1.example/'];

  it.each(urls)('to %s is refused', async url => {
    expect(() => remoteProgram({ ...remote, url }, () => {})).toThrow("isn't encrypted");
    const options = { agentId: 'remote', secrets: undefined, askAgain: false };
    await expect(remoteHeaders({ ...remote, url }, options)).rejects.toThrow("isn't encrypted");
  });

  it('is possible if the user accepts it, or within this machine', () => {
    expect(() =>
      remoteProgram({ ...remote, url: 'http://agent.example/', allowInsecure: true }, () => {}),
    ).not.toThrow();
    expect(() => remoteProgram({ ...remote, url: 'ws://[::1]:3000/' }, () => {})).not.toThrow();
  });
});

describe('secret headers', () => {
  it('are stored per origin: another scheme, host or port requires them again', async () => {
    const stored = new Map<string, string>();
    const asked: string[] = [];
    const secrets: SecretStore = {
      get: async name => stored.get(name),
      set: async (name, value) => {
        stored.set(name, value);
      },
      delete: async name => {
        stored.delete(name);
      },
      ask: async () => {
        asked.push('asked');
        return `secret-${asked.length}`;
      },
    };
    const headersFor = async (url: string): Promise<string | undefined> =>
      (
        await remoteHeaders(
          { kind: 'remote', name: 'Remote', url, headers: { 'X-Key': '${secret:KEY}' } },
          { agentId: 'remote', secrets, askAgain: false },
        )
      )['X-Key'];
    expect(await headersFor('https://agent.example/acp')).toBe('secret-1');
    expect(await headersFor('https://agent.example/other?x')).toBe('secret-1');
    expect(await headersFor('https://evil.example/acp')).toBe('secret-2');
    expect(await headersFor('https://agent.example:8443/acp')).toBe('secret-3');
    expect(await headersFor('wss://agent.example/acp')).toBe('secret-4');
    expect(await headersFor('https://agent.example/acp')).toBe('secret-1');
    expect(await readStoredSecrets('remote', secrets)).toHaveLength(4);
    expect((await new AgentKeys(secrets, 'remote').read()).variables).toEqual({});
  });
});
