import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getAgentIcon } from '../../../../src/core/catalog/agentIcon.ts';
import {
  createAgentSuggestions,
  getAgentNeeds,
} from '../../../../src/core/catalog/agentSuggestions.ts';
import {
  createCatalogEntries,
  findCatalogEntry,
  type CatalogEntry,
  type CatalogSources,
} from '../../../../src/core/catalog/catalogEntry.ts';
import { KNOWN_PROGRAMS } from '../../../../src/core/catalog/knownPrograms.ts';
import { POPULAR_AGENTS } from '../../../../src/core/catalog/popularAgents.ts';
import { parseRegistry } from '../../../../src/core/catalog/registry.ts';

const demo = { kind: 'command', name: 'Demo', command: 'demo', args: [], env: {} } as const;

const sources: CatalogSources = {
  configured: [],
  registry: parseRegistry(readFileSync('media/registry.json', 'utf8')),
  installed: [],
  found: [],
  installing: new Set(),
  machine: { build: 'linux-x86_64', hasNpm: true, hasUv: false },
  demo,
};

const found = (...names: readonly string[]): CatalogSources => ({
  ...sources,
  found: KNOWN_PROGRAMS.filter(({ program }) => names.includes(program)).map(program => ({
    program,
    path: `/bin/${program.program}`,
  })),
});

const popularIds = POPULAR_AGENTS.map(({ id }) => id);

describe('createAgentSuggestions', () => {
  it('offers the popular agents of the bundled registry with what they need', () => {
    const suggestions = createAgentSuggestions(createCatalogEntries(sources));
    expect(suggestions.map(({ id }) => id)).toEqual(popularIds);
    expect(suggestions[0]).toEqual({
      id: 'claude-acp',
      name: 'Claude Agent',
      icon: getAgentIcon({ id: 'claude-acp' }),
      group: 'popular',
      needs: ['Claude plan or Anthropic API key', 'Node.js 22+', '140 MB download'],
    });
    expect(suggestions.every(({ needs }) => needs.length >= 2)).toBe(true);
  });

  it('shows the icon of the registry, and else a mark of ours', () => {
    const icons = new Map([['claude-acp', '<svg/>']]);
    const [claude, codex] = createAgentSuggestions(createCatalogEntries({ ...sources, icons }));
    expect([claude?.icon, codex?.icon]).toEqual(['<svg/>', getAgentIcon({ id: 'codex-acp' })]);
  });

  it('offers what is on this machine first, and never the demo', () => {
    const entries = createCatalogEntries({
      ...found('claude', 'goose', 'opencode'),
      configured: [{ ...demo, name: 'Mine' }],
    });
    const suggestions = createAgentSuggestions(entries);
    expect(suggestions.map(({ id, group }) => `${group} ${id}`)).toEqual([
      'found Mine',
      'found opencode',
      'found goose',
      'found claude-acp',
      'popular codex-acp',
      'popular gemini',
      'popular github-copilot-cli',
    ]);
    expect(suggestions[0]?.needs).toEqual(['From your settings']);
    expect(suggestions[1]?.needs).toEqual(['Found at /bin/opencode']);
    expect(suggestions[3]?.needs).toEqual([
      'Found /bin/claude. Needs its adapter.',
      'Node.js 22+',
      '140 MB download',
    ]);
  });

  it('says what is missing on this machine', () => {
    const machine = { build: 'linux-x86_64', hasNpm: false, hasUv: false } as const;
    const suggestions = createAgentSuggestions(createCatalogEntries({ ...sources, machine }));
    expect(suggestions.map(({ id }) => id)).toEqual(popularIds);
    expect(suggestions[0]?.needs).toEqual([
      'Claude plan or Anthropic API key',
      '200 MB download with Node.js',
    ]);
    const other = { ...sources, machine: { ...machine, build: undefined } };
    const [first] = createAgentSuggestions(createCatalogEntries(other));
    expect(first?.needs.join('')).toContain('Needs Node.js');
  });
});

describe('the list of all agents', () => {
  it('has the popular agents before the others', () => {
    const entries = createCatalogEntries(sources);
    expect(entries.slice(1, 1 + popularIds.length).map(({ id }) => id)).toEqual(popularIds);
    expect(entries[0]?.id).toBe('demo');
  });

  it('says what each agent needs', () => {
    const entries = createCatalogEntries({
      ...sources,
      machine: { ...sources.machine, hasUv: true },
    });
    const needsOf = (id: string): readonly string[] =>
      getAgentNeeds(findCatalogEntry(entries, id) as CatalogEntry);
    expect(needsOf('cline')).toEqual(['Node.js', 'download']);
    expect(needsOf('fast-agent')).toEqual(['uv', 'download']);
    expect(needsOf('demo')).toEqual([]);
    const machine = { ...sources.machine, hasNpm: false };
    const bare = createCatalogEntries({ ...sources, machine });
    const cline = findCatalogEntry(bare, 'cline') as CatalogEntry;
    expect(getAgentNeeds(cline)).toEqual(['download with Node.js']);
  });
});
