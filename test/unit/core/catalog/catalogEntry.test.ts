import { describe, expect, it } from 'vitest';
import {
  createCatalogEntries,
  findCatalogEntry,
  getAgentLaunch,
} from '../../../../src/core/catalog/catalogEntry.ts';
import type {
  CatalogEntry,
  CatalogSources,
  FoundProgram,
} from '../../../../src/core/catalog/catalogEntry.ts';
import { getBuildTarget, createInstallPlan } from '../../../../src/core/catalog/installPlan.ts';
import { getNodeRuntime } from '../../../../src/core/catalog/nodeRuntime.ts';
import { KNOWN_PROGRAMS } from '../../../../src/core/catalog/knownPrograms.ts';
import { parseRegistry } from '../../../../src/core/catalog/registry.ts';
import type { RegistryAgent } from '../../../../src/core/catalog/registry.ts';

const registry = parseRegistry(
  JSON.stringify({
    version: '1.0.0',
    agents: [
      {
        id: 'gemini',
        name: 'Gemini CLI',
        version: '0.61.0',
        license: 'Apache-2.0',
        distribution: { npx: { package: '@google/gemini-cli@0.61.0', args: ['--acp'] } },
      },
      {
        id: 'claude-acp',
        name: 'Claude Agent',
        version: '0.99.1',
        distribution: { npx: { package: 'claude@0.99.1' } },
      },
      {
        id: 'snake',
        name: 'Snake',
        version: '1.0.0',
        distribution: { uvx: { package: 'snake==1.0.0' } },
      },
      {
        id: 'rock',
        name: 'Rock',
        version: '2.0.0',
        distribution: {
          npx: { package: 'rock@2.0.0' },
          binary: { 'linux-x86_64': { archive: 'https://a.example/rock.zip', cmd: './rock' } },
        },
      },
    ],
    listed: [
      { id: 'goose', name: 'goose', builds: ['linux-x86_64'] },
      { id: 'apple', name: 'Apple', builds: ['darwin-aarch64'] },
    ],
  }),
);

const machine = { build: 'linux-x86_64', hasNpm: true, hasUv: false } as const;

const none: CatalogSources = {
  configured: [],
  registry,
  installed: [],
  found: [],
  installing: new Set(),
  machine,
};

const found = (program: string): FoundProgram => {
  const known = KNOWN_PROGRAMS.find(one => one.program === program);
  if (!known) {
    throw new Error(`${program} is not known`);
  }
  return { program: known, path: `/bin/${program}` };
};

/** A catalog with a version of Gemini that we installed, and another one on the PATH. */
const withGemini = (text: string): CatalogSources => ({
  ...none,
  found: [found('gemini')],
  installed: [
    { id: 'gemini', name: 'Gemini', version: text, command: 'node', args: ['g.js'], env: {} },
  ],
});

const stateOf = (entries: readonly CatalogEntry[], id: string): unknown =>
  findCatalogEntry(entries, id)?.state;

describe('createCatalogEntries', () => {
  it('returns the install plan of each agent of the registry', () => {
    const entries = createCatalogEntries(none);
    expect(stateOf(entries, 'gemini')).toMatchObject({
      kind: 'needsInstall',
      plan: { kind: 'npx', spec: '@google/gemini-cli@0.61.0', version: '0.61.0', args: ['--acp'] },
    });
    expect(JSON.stringify(stateOf(entries, 'snake'))).toContain('"reason":"Needs uv');
    expect(stateOf(entries, 'goose')).toEqual({
      kind: 'unavailable',
      reason: 'Refresh the registry to install it.',
    });
    expect(stateOf(entries, 'apple')).toEqual({
      kind: 'unavailable',
      reason: 'Not available for this system.',
    });
  });

  it('offers programs on the PATH, with the arguments they need', () => {
    const entries = createCatalogEntries({ ...none, found: [found('gemini'), found('goose')] });
    expect(findCatalogEntry(entries, 'gemini')).toMatchObject({
      source: 'path',
      state: {
        kind: 'found',
        path: '/bin/gemini',
        launch: { command: 'gemini', args: ['--acp'] },
        plan: { version: '0.61.0' },
      },
    });
    expect(stateOf(entries, 'goose')).toMatchObject({
      kind: 'found',
      launch: { command: 'goose', args: ['acp'] },
    });
  });

  it('offers the adapter if the program itself does not support ACP', () => {
    const entries = createCatalogEntries({ ...none, found: [found('claude')] });
    expect(stateOf(entries, 'claude-acp')).toMatchObject({
      kind: 'needsInstall',
      note: 'Found /bin/claude. Needs its adapter.',
    });
  });

  it('prefers the installed agent and reports a newer version', () => {
    expect(stateOf(createCatalogEntries(withGemini('0.61.0')), 'gemini')).toEqual({
      kind: 'ready',
      launch: { kind: 'command', name: 'Gemini CLI', command: 'node', args: ['g.js'], env: {} },
    });
    const older = findCatalogEntry(createCatalogEntries(withGemini('0.60.0')), 'gemini');
    expect(older).toMatchObject({
      version: '0.60.0',
      state: { kind: 'updateAvailable', from: '0.60.0', plan: { version: '0.61.0' } },
    });
  });

  it('keeps an installed agent that the registry has dropped', () => {
    const installed = [
      { id: 'gone', name: 'Gone', version: '1.0.0', command: '/x', args: [], env: {} },
    ];
    expect(stateOf(createCatalogEntries({ ...none, installed }), 'gone')).toMatchObject({
      kind: 'ready',
    });
  });

  it('reports that an agent is being installed', () => {
    const entries = createCatalogEntries({ ...none, installing: new Set(['gemini']) });
    expect(stateOf(entries, 'gemini')).toMatchObject({ kind: 'installing' });
  });

  it("lists the user's own agents first, and instead of others with the same name", () => {
    const own = { kind: 'command', command: '/my/agent', args: [], env: {} } as const;
    const entries = createCatalogEntries({
      ...none,
      configured: [
        { ...own, name: 'Zeta' },
        { ...own, name: 'gemini' },
        { kind: 'remote', name: 'Far', url: 'https://a.example', headers: {} },
      ],
      demo: { ...own, name: 'Demo Agent' },
    });
    expect(entries.slice(0, 3).map(entry => entry.id)).toEqual(['Zeta', 'gemini', 'Far']);
    expect(entries.filter(entry => entry.id === 'gemini')).toHaveLength(1);
    expect(findCatalogEntry(entries, 'demo')).toMatchObject({ source: 'demo', name: 'Demo Agent' });
  });

  it("adds the user's variables to an agent of the registry", () => {
    const entries = createCatalogEntries({
      ...none,
      found: [found('gemini')],
      configured: [{ kind: 'registry', name: 'gemini', id: 'gemini', env: { A: 'b' } }],
    });
    const entry = findCatalogEntry(entries, 'gemini');
    expect(entry && getAgentLaunch(entry)).toMatchObject({ command: 'gemini', env: { A: 'b' } });
  });

  it('lists available agents before those that must be installed', () => {
    const entries = createCatalogEntries({ ...none, found: [found('gemini'), found('claude')] });
    expect(entries.map(entry => entry.id)).toEqual([
      'gemini',
      'claude-acp',
      'rock',
      'apple',
      'goose',
      'snake',
    ]);
  });
});

describe('findCatalogEntry', () => {
  it('prefers an id over a name, and ignores the case of names', () => {
    const entries = createCatalogEntries(none);
    expect(findCatalogEntry(entries, 'claude-acp')?.id).toBe('claude-acp');
    expect(findCatalogEntry(entries, 'gemini cli')?.id).toBe('gemini');
    expect(findCatalogEntry(entries, 'nobody')).toBeUndefined();
  });
});

describe('createInstallPlan', () => {
  const rock = registry.agents.find(agent => agent.id === 'rock') as RegistryAgent;

  it('prefers a package, then a build for this machine', () => {
    expect(createInstallPlan(rock, machine)).toMatchObject({ kind: 'npx', spec: 'rock@2.0.0' });
    expect(createInstallPlan(rock, { ...machine, hasNpm: false })).toMatchObject({
      kind: 'binary',
      url: 'https://a.example/rock.zip',
      cmd: './rock',
    });
  });

  it('downloads Node.js for a package if there is neither npm nor another way', () => {
    const { npx } = rock.distribution;
    const packageOnly = { ...rock, distribution: { npx } };
    const bare = { ...machine, hasNpm: false };
    expect(createInstallPlan(packageOnly, bare)).toMatchObject({
      kind: 'npx',
      spec: 'rock@2.0.0',
      runtime: getNodeRuntime('linux-x86_64'),
    });
    expect(createInstallPlan(packageOnly, machine)).not.toHaveProperty('runtime');
  });

  it('reports what is missing', () => {
    const bare = { build: undefined, hasNpm: false, hasUv: false };
    expect(createInstallPlan(rock, bare)).toContain('Needs Node.js');
  });

  it('finds builds by the platform names of the registry', () => {
    expect(getBuildTarget('linux', 'x64')).toBe('linux-x86_64');
    expect(getBuildTarget('darwin', 'arm64')).toBe('darwin-aarch64');
    expect(getBuildTarget('win32', 'arm64')).toBe('windows-aarch64');
    expect(getBuildTarget('freebsd', 'x64')).toBeUndefined();
    expect(getBuildTarget('linux', 'ia32')).toBeUndefined();
  });
});
