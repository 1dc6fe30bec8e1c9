import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentCatalog } from '../../../../src/agent/catalog/agentCatalog.ts';
import { AgentIcons } from '../../../../src/agent/catalog/agentIcons.ts';
import { parseRegistry } from '../../../../src/core/catalog/registry.ts';
import { useCatalogFixture } from './catalogFixture.ts';
import { bytes, redirect, type Answer } from './testServer.ts';

const fixture = useCatalogFixture();
const never = new AbortController().signal;
const DAY_MS = 24 * 60 * 60 * 1000;

const svg = (path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" onload="x"><path d="${path}"/></svg>`;
const rebuilt = (path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="currentColor"><path d="${path}"></path></svg>`;

const registry = (icons: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    version: '1.0.0',
    agents: Object.entries(icons).map(([id, icon]) => ({
      id,
      name: id,
      version: '1.0.0',
      license: 'MIT',
      distribution: { npx: { package: `${id}@1.0.0` } },
      icon,
    })),
  });

/** A catalog whose registry has the agent `one` with an icon. */
const catalogWithIcon = (icon: Answer, path = '/one.svg'): Promise<AgentCatalog> =>
  fixture.catalogWith({
    answers: {
      '/registry.json': bytes(registry({ one: 'https://registry.example/one.svg' })),
      [path]: icon,
    },
  });

const iconOf = async (catalog: AgentCatalog, id: string): Promise<string | undefined> =>
  (await catalog.entry(id)).icon;

/** An icon in our storage. */
const kept = (text: string): object => ({ url: 'https://a', svg: text, fetchedMs: 0 });

describe('the icon of an agent', () => {
  it('is fetched with the registry, and only then, and kept in our storage', async () => {
    const catalog = await catalogWithIcon(bytes(svg('M1 1')));
    let changes = 0;
    catalog.onDidChange(() => (changes += 1));
    await catalog.entries();
    expect(fixture.server?.asked).toEqual([]);
    await catalog.refreshDaily(never);
    expect(changes).toBe(2); // The agents are shown before their icons are there.
    expect(await iconOf(catalog, 'one')).toBe(rebuilt('M1 1'));
    expect(fixture.server?.asked).toEqual(['/registry.json', '/one.svg']);
    expect(await readFile(fixture.storage('icons.json'), 'utf8')).not.toContain('onload');
    await catalog.refresh(never, true);
    expect(fixture.server?.asked).toEqual(['/registry.json', '/one.svg', '/registry.json']);
  });

  it.each<[string, Answer]>([
    ['is missing', (_request, response) => void response.writeHead(404).end()],
    ['contains a script', bytes('<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>')],
    ['is too large', bytes(Buffer.alloc(64 * 1024, ' '))],
    ['is not text', bytes(Buffer.from([0xff, 0xfe]))],
    ['is elsewhere', redirect('https://registry.example/two.svg')],
    ['does not arrive', (_request, response) => void response.destroy()],
  ])('that %s is left out, and the agent stays', async (_what, answer) => {
    const catalog = await catalogWithIcon(answer);
    await catalog.refresh(never);
    expect(await catalog.entry('one')).toMatchObject({ name: 'one', license: 'MIT' });
    expect(await iconOf(catalog, 'one')).toBeUndefined();
    expect(fixture.server?.asked).toEqual(['/registry.json', '/one.svg']);
  });

  it('is fetched only from the host of the registry', async () => {
    const others = {
      other: 'https://other.example/one.svg',
      plain: 'http://registry.example/one.svg',
      named: 'https://user@registry.example/one.svg',
      data: 'data:image/svg+xml,<svg/>',
      wrong: 7,
    };
    const catalog = await fixture.catalogWith({
      answers: { '/registry.json': bytes(registry(others)), '/one.svg': bytes(svg('M1 1')) },
    });
    await catalog.refresh(never);
    expect(fixture.server?.asked).toEqual(['/registry.json']);
    const names = (await catalog.entries()).map(({ id }) => id);
    expect(names.toSorted()).toEqual(Object.keys(others).toSorted());
  });

  it('is fetched again after a month, and when its address changes', async () => {
    const asked: string[] = [];
    let nowMs = DAY_MS;
    const icons = new AgentIcons({
      file: join(fixture.home, 'icons.json'),
      registryUrl: 'https://registry.example/registry.json',
      fetch: async url => {
        asked.push(url);
        return new Response(svg(`M${asked.length} 0`));
      },
      nowMs: () => nowMs,
    });
    const refresh = (name: string): Promise<boolean> =>
      icons.refresh(
        parseRegistry(registry({ one: `https://registry.example/${name}.svg` })).agents,
        never,
      );
    expect([await refresh('a'), await refresh('a'), await refresh('b')]).toEqual([
      true,
      false,
      true,
    ]);
    nowMs += 30 * DAY_MS;
    expect(await refresh('b')).toBe(true);
    expect(asked).toHaveLength(3);
    expect([...(await icons.read())]).toEqual([['one', rebuilt('M3 0')]]);
  });

  it('is rebuilt when it is read, whatever is in our storage', async () => {
    const file = join(fixture.home, 'icons.json');
    const read = (): Promise<ReadonlyMap<string, string>> =>
      new AgentIcons({ file, registryUrl: 'https://registry.example/' }).read();
    expect([...(await read())]).toEqual([]);
    await writeFile(file, '{');
    expect([...(await read())]).toEqual([]);
    await writeFile(
      file,
      JSON.stringify({ one: kept(svg('M1 1')), two: kept('<svg><script/></svg>') }),
    );
    expect([...(await read())]).toEqual([['one', rebuilt('M1 1')]]);
  });
});
