import { describe, expect, it } from 'vitest';
import { parseMcpFile, type McpFile } from '../../../../src/core/mcp/mcpFile.ts';
import { getMissingInputs } from '../../../../src/core/mcp/missingInputs.ts';
import { prepareServers, type PreparedServer } from '../../../../src/core/mcp/prepareServers.ts';
import {
  getInputSecrets,
  parseStoredInputs,
  withInput,
  type StoredInputs,
} from '../../../../src/core/mcp/storedInputs.ts';

const FILE = '/user/mcp.json';

function parse(value: unknown): McpFile {
  const parsed = parseMcpFile(typeof value === 'string' ? value : JSON.stringify(value));
  if ('message' in parsed) {
    throw new Error(parsed.message);
  }
  return parsed;
}

const prepare = (value: unknown, stored: StoredInputs = {}): readonly PreparedServer[] =>
  prepareServers(parse(value), {
    path: FILE,
    source: 'userFile',
    variables: { workspaceFolder: '/work', 'env:TOKEN': 'from env' },
    stored,
  });

const TOKEN = { type: 'promptString', id: 'token', description: 'The token', password: true };

const web = (url: string): object => ({
  inputs: [TOKEN],
  servers: { web: { type: 'http', url, headers: { Authorization: 'Bearer ${input:token}' } } },
});

const withHeader = (url: string): object => ({ url, headers: { A: '${input:token}' } });

const program = (more: object): object => ({
  inputs: [TOKEN],
  servers: { one: { command: 'node', args: ['a.js', '${input:token}'], ...more } },
});

/** The user enters a value for everything that is missing. */
const enter = (servers: readonly PreparedServer[], value: string): StoredInputs =>
  getMissingInputs(FILE, servers).reduce<StoredInputs>(
    (stored, { file, input: { id, isPassword }, destinations }) =>
      withInput(stored, file, id, { value, isPassword, destinations }),
    {},
  );

describe('a file with MCP servers', () => {
  it('may have comments, programs, addresses and inputs', () => {
    const file = parse(`{
      // mine
      "inputs": [${JSON.stringify(TOKEN)}, { "type": "pickString", "id": "p", "options": ["a", { "label": "B", "value": "b" }], },
        { "type": "command", "id": "c", "command": "run.me" }],
      "servers": {
        "files": { "command": "npx", "args": ["-y", "server", 7], "env": { "A": "b", "N": 1, "X": null }, },
        "web": { "type": "http", "url": "https://mcp.example/mcp" },
        "old": { "type": "sse", "url": "https://mcp.example/sse" },
      },
    }`);
    expect(file.inputs).toEqual([
      { id: 'token', description: 'The token', isPassword: true },
      {
        id: 'p',
        description: 'p',
        isPassword: false,
        options: [
          { label: 'a', value: 'a' },
          { label: 'B', value: 'b' },
        ],
      },
    ]);
    expect(file.servers.map(entry => ('server' in entry ? entry.server : entry))).toEqual([
      {
        name: 'files',
        command: 'npx',
        args: ['-y', 'server'],
        env: [
          { name: 'A', value: 'b' },
          { name: 'N', value: '1' },
        ],
      },
      { type: 'http', name: 'web', url: 'https://mcp.example/mcp', headers: [] },
      { type: 'sse', name: 'old', url: 'https://mcp.example/sse', headers: [] },
    ]);
  });

  it.each([
    ['{', "It isn't valid JSON"],
    ['[]', 'must be an object'],
    ['{ "servers": [] }', 'must be an object'],
    [
      JSON.stringify({
        servers: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, {}])),
      }),
      'more than {0} servers',
    ],
  ])('that is %.20s cannot be used', (text, message) => {
    const parsed = parseMcpFile(text);
    expect('message' in parsed && parsed.message).toContain(message);
  });

  it.each(['', '{}', '{ "servers": {} }'])('may be empty: %j', text => {
    expect(parse(text).servers).toEqual([]);
  });

  it.each([
    [{ args: [] }, 'neither'],
    ['text', 'neither'],
    [{ url: 'file:///etc/passwd' }, 'neither'],
    [{ url: 'unix:///run/mcp.sock' }, 'neither'],
    [{ command: 'a', cwd: '/tmp' }, 'cwd'],
    [{ command: 'a', sandboxEnabled: true }, 'sandbox'],
    [{ command: 'a', args: ['${command:pick.something}'] }, '${command:pick.something}'],
    [{ command: 'a', args: ['${input:unknown}'] }, '${input:unknown}'],
    [{ command: 'a', args: ['${constructor}'] }, '${constructor}'],
  ])('leaves out the server %j', (entry, problem) => {
    const [server] = prepare({ servers: { one: entry } });
    expect(server?.server).toBeUndefined();
    expect(server?.problem).toContain(problem);
    expect(server?.missing).toEqual([]);
  });
});

describe('the variables of a server', () => {
  it('are replaced once', () => {
    const entry = {
      command: '${workspaceFolder}/server',
      args: ['${input:token}'],
      env: { TOKEN: '${env:TOKEN}' },
      envFile: '${workspaceFolder}/.env',
    };
    const value = { inputs: [TOKEN], servers: { one: entry } };
    const [server] = prepare(value, enter(prepare(value), '${env:TOKEN}'));
    expect(server?.server).toEqual({
      name: 'one',
      command: '/work/server',
      args: ['${env:TOKEN}'],
      env: [{ name: 'TOKEN', value: 'from env' }],
    });
    expect(server?.envFile).toBe('/work/.env');
    expect(server?.isLocalOnly).toBe(true);
  });

  it('are asked for once, and go to no other origin', () => {
    const [first] = prepare(web('https://mcp.example/a'));
    expect(first?.problem).toBe('It needs a value: The token');
    expect(first?.missing).toEqual([{ id: 'token', description: 'The token', isPassword: true }]);
    const stored = enter(prepare(web('https://mcp.example/a')), 'secret');
    const [known] = prepare(web('https://MCP.example/b'), stored);
    expect(JSON.stringify(known?.server)).toContain('Bearer secret');
    for (const url of [
      'https://evil.example/a',
      'http://mcp.example/a',
      'https://mcp.example:444/a',
      'https://mcp.example@evil.example/a',
      'https://mcp.example.evil.example/a',
    ]) {
      const [other] = prepare(web(url), stored);
      expect(JSON.stringify(other)).not.toContain('secret');
      expect(other?.missing).toHaveLength(1);
    }
  });

  it('are asked for once for all servers that use them', () => {
    const one = { inputs: [TOKEN], servers: { a: withHeader('https://a.example') } };
    const two = { ...one, servers: { ...one.servers, b: withHeader('https://b.example') } };
    const missing = getMissingInputs(FILE, prepare(two, enter(prepare(one), 'secret')));
    expect(missing.map(({ servers }) => servers)).toEqual([['a', 'b']]);
    const filled = prepare(two, enter(prepare(two), 'other'));
    expect(filled.map(({ problem }) => problem)).toEqual([undefined, undefined]);
  });

  it('go to no other program, nor to the same one with other arguments or variables', () => {
    const stored = enter(prepare(program({})), 'secret');
    expect(prepare(program({}), stored)[0]?.server).toBeDefined();
    for (const more of [
      { command: 'evil' },
      { args: ['b.js', '${input:token}'] },
      { env: { NODE_OPTIONS: '--require evil' } },
    ]) {
      expect(prepare(program(more), stored)[0]?.server).toBeUndefined();
    }
  });

  it('of one file are not used for another one', () => {
    const stored = enter(prepare(web('https://mcp.example/')), 'secret');
    const [other] = prepareServers(parse(web('https://mcp.example/')), {
      path: '/work/.vscode/mcp.json',
      source: 'workspaceFile',
      variables: {},
      stored,
    });
    expect(other?.missing).toHaveLength(1);
  });
});

describe('stored inputs', () => {
  it('are what was stored, or nothing', () => {
    const stored = enter(prepare(web('https://mcp.example/')), 'secret');
    expect(parseStoredInputs(JSON.stringify(stored))).toEqual(stored);
    expect(getInputSecrets(stored)).toEqual(['secret']);
    for (const text of [undefined, '', '{', '[]', '{"a":7}', '{"a":{"b":7}}']) {
      expect(getInputSecrets(parseStoredInputs(text))).toEqual([]);
    }
  });
});
