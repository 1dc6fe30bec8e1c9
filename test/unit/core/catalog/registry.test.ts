import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { affectsProgramLoading } from '../../../../src/core/catalog/affectsProgramLoading.ts';
import { parseRegistry } from '../../../../src/core/catalog/registry.ts';

const HASH = 'a'.repeat(64);

const good = {
  id: 'good-agent',
  name: 'Good Agent',
  version: '1.2.3',
  description: 'Does good',
  authors: ['Somebody'],
  license: 'MIT',
  website: 'https://good.example',
  icon: 'https://cdn.example/good-agent.svg',
  distribution: {
    npx: { package: '@good/agent@1.2.3', args: ['--acp'], env: { GOOD_UPDATE: '0' } },
    uvx: { package: 'good-agent==1.2.3' },
    binary: {
      'linux-x86_64': {
        archive: 'https://good.example/agent-linux.tar.gz',
        cmd: './bin/agent',
        args: ['acp'],
        sha256: HASH,
      },
      'windows-x86_64': { archive: 'https://good.example/a.zip', cmd: '.\\bin\\agent.exe' },
    },
  },
};

const registryOf = (...agents: unknown[]): string => JSON.stringify({ version: '1.0.0', agents });

const npx = (fields: object): object => ({
  distribution: { npx: { package: 'good@1.0.0', ...fields } },
});
const uvx = (fields: object): object => ({
  distribution: { uvx: { package: 'good==1.0.0', ...fields } },
});
const binary = (fields: object, build = 'linux-x86_64'): object => ({
  distribution: {
    binary: { [build]: { archive: 'https://a.example/a.zip', cmd: './a', ...fields } },
  },
});

const bad: readonly (readonly [string, unknown])[] = [
  ...[
    '../evil',
    'a/b',
    'a\\b',
    '..',
    '.',
    '',
    'Upper',
    '1st',
    '-a',
    'a-',
    'a--b',
    'a b',
    'a\n',
    'a.b',
    'con:',
    'a'.repeat(65),
    7,
    null,
  ].map(id => [`the id ${JSON.stringify(id)}`, { ...good, id }] as const),
  ...[
    '../1.0.0',
    '1.0.0/../..',
    '1.0.0/x',
    '1..0',
    '..',
    'latest',
    '^1.0.0',
    '1.x',
    '*',
    '',
    '1',
    '1.0.0 ',
    '1.0.0\u0000',
    3,
  ].map(version => [`the version ${JSON.stringify(version)}`, { ...good, version }] as const),
  ...[
    'good',
    'good@latest',
    'good@^1.0.0',
    'good@1.x',
    'good@1',
    'good@*',
    '-g@1.0.0',
    '--registry=http://evil@1.0.0',
    'git+https://evil.example/x.git',
    'https://evil.example/x.tgz',
    'file:../x',
    '../x@1.0.0',
    'good@npm:evil@1.0.0',
    'a b@1.0.0',
    '@../x@1.0.0',
  ].map(name => [`the npm package ${name}`, { ...good, ...npx({ package: name }) }] as const),
  ...[
    'good',
    'good>=1.0',
    'good==1.*',
    '--index-url=x==1.0',
    'git+https://evil.example/x',
    'good @ https://evil.example/x.whl',
    './x==1.0',
  ].map(name => [`the Python package ${name}`, { ...good, ...uvx({ package: name }) }] as const),
  ...[
    'PATH',
    'Path',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
    'npm_config_registry',
    'PYTHONPATH',
    'BASH_ENV',
    'GIT_SSH_COMMAND',
    'HTTPS_PROXY',
    'ELECTRON_RUN_AS_NODE',
    'HOME',
    'ACCORD_SPAWN',
    'A=B',
    'A B',
    '',
  ].map(
    name =>
      [
        `the variable ${JSON.stringify(name)}`,
        { ...good, ...npx({ env: { [name]: 'x' } }) },
      ] as const,
  ),
  ['a variable that is a number', { ...good, ...npx({ env: { A: 1 } }) }],
  ['a variable with a line break', { ...good, ...npx({ env: { A: 'a\nb' } }) }],
  ['65 arguments', { ...good, ...npx({ args: Array.from({ length: 65 }, () => 'a') }) }],
  ['an argument with a NUL', { ...good, ...npx({ args: ['a\u0000b'] }) }],
  ['arguments that are a text', { ...good, ...npx({ args: '--acp' }) }],
  ['a command of the package that is an option', { ...good, ...npx({ cmd: '-c' }) }],
  ['a command of the package that is a path', { ...good, ...npx({ cmd: '../x' }) }],
  ...[
    '/bin/sh',
    '../agent',
    './../agent',
    'a/../../agent',
    'a\\..\\..\\agent',
    'C:\\Windows\\cmd.exe',
    'C:agent',
    '\\\\host\\share\\agent',
    '//host/agent',
    './',
    '',
    'a//b',
    'a\u0000b',
    'agent:stream',
  ].map(cmd => [`the program ${JSON.stringify(cmd)}`, { ...good, ...binary({ cmd }) }] as const),
  ...[
    'http://a.example/a.zip',
    'file:///etc/passwd',
    'ftp://a.example/a.zip',
    'javascript:alert(1)',
    '//a.example/a.zip',
    'https://user:pass@a.example/a.zip',
    'https://a.example@evil.example/a.zip',
    '/a.zip',
    '',
    `https://a.example/${'a'.repeat(2048)}`,
  ].map(
    archive =>
      [`the address ${archive.slice(0, 40)}`, { ...good, ...binary({ archive }) }] as const,
  ),
  ['a SHA-256 that is too short', { ...good, ...binary({ sha256: 'abc' }) }],
  ['a SHA-256 that is empty', { ...good, ...binary({ sha256: '' }) }],
  ['an unknown build', { ...good, ...binary({}, 'linux-mips') }],
  ['no build', { ...good, distribution: { binary: {} } }],
  ['no distribution', { ...good, distribution: {} }],
  ['an unknown distribution', { ...good, distribution: { curl: { url: 'https://a.example' } } }],
  ['a name with a line break', { ...good, name: 'a\nb' }],
  ['an empty name', { ...good, name: '' }],
  ['a name of 101 characters', { ...good, name: 'a'.repeat(101) }],
  ['a description of 1 MB', { ...good, description: 'a'.repeat(1_000_000) }],
  ['a text in its place', 'agent'],
  ['nothing in its place', null],
  ['a list in its place', []],
];

describe('parseRegistry', () => {
  it('reads the published format', () => {
    const { agents, refused } = parseRegistry(registryOf(good));
    expect(refused).toEqual([]);
    expect(agents).toMatchObject([
      {
        id: 'good-agent',
        version: '1.2.3',
        distribution: {
          npx: { package: '@good/agent@1.2.3', args: ['--acp'], env: { GOOD_UPDATE: '0' } },
          uvx: { package: 'good-agent==1.2.3', args: [], env: {} },
          binary: { 'linux-x86_64': { cmd: './bin/agent', sha256: HASH } },
        },
      },
    ]);
  });

  it('has more than 80 bad entries to refuse', () => {
    expect(bad.length).toBeGreaterThanOrEqual(80);
  });

  for (const [what, entry] of bad) {
    it(`refuses ${what}, and accepts the others`, () => {
      const other = { ...good, id: 'other' };
      const { agents, refused } = parseRegistry(registryOf(entry, other));
      expect(agents.map(agent => agent.id)).toEqual(['other']);
      expect(refused).toHaveLength(1);
    });
  }

  it('drops an icon and a website that cannot be shown', () => {
    const entry = { ...good, icon: '<svg onload=alert(1)>', website: 'javascript:alert(1)' };
    const [agent] = parseRegistry(registryOf(entry)).agents;
    expect(agent).toBeDefined();
    expect(JSON.stringify(agent)).not.toContain('alert');
  });

  it('accepts an id only once', () => {
    expect(parseRegistry(registryOf(good, good)).refused).toEqual(['good-agent: listed twice']);
  });

  it('accepts ids that are names of object properties', () => {
    const text = registryOf(good).replace('"args"', '"__proto__":{"polluted":1},"args"');
    expect(parseRegistry(text).agents).toHaveLength(1);
    expect({}).not.toHaveProperty('polluted');
  });

  it('rejects data that is not a registry or is too large', () => {
    for (const text of [
      '',
      '[]',
      '{}',
      'null',
      '{"version":"2.0.0","agents":[]}',
      '{"version":"1.0.0"}',
    ]) {
      expect(() => parseRegistry(text)).toThrow();
    }
    expect(() => parseRegistry(`${' '.repeat(4 * 1024 * 1024)}{}`)).toThrow('larger than');
  });

  it('reads the snapshot that ships with the extension', () => {
    const file = fileURLToPath(new URL('../../../../media/registry.json', import.meta.url));
    const { agents, listed, refused } = parseRegistry(readFileSync(file, 'utf8'));
    expect(refused).toEqual([]);
    expect(agents.length + listed.length).toBe(41);
    expect(agents.map(agent => agent.id)).toEqual(
      expect.arrayContaining(['claude-acp', 'codex-acp', 'gemini', 'opencode', 'qwen-code']),
    );
  });
});

describe('affectsProgramLoading', () => {
  it('lets the variables pass that agents of the registry really use', () => {
    const used = [
      'AUGMENT_DISABLE_AUTO_UPDATE',
      'DROID_DISABLE_AUTO_UPDATE',
      'FAST_AGENT_MODEL',
      'VT_ACP_ENABLED',
    ];
    expect(used.filter(affectsProgramLoading)).toEqual([]);
  });
});
