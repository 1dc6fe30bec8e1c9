import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CancellationError, UserError } from '../../../../src/core/errors.ts';
import { installOptions, writeShellScript, useCatalogFixture } from './catalogFixture.ts';
import { bytes, redirect } from './testServer.ts';
import type { Answer } from './testServer.ts';

const fixture = useCatalogFixture();

describe.skipIf(process.platform === 'win32')('an agent from PyPI', () => {
  it('is installed by uv as a separate tool', async () => {
    const bin = join(fixture.home, 'bin');
    await writeShellScript(
      join(bin, 'uv'),
      `mkdir -p "$UV_TOOL_BIN_DIR" && printf '#!/bin/sh\\necho snake "%s"\\n' "$4" > "$UV_TOOL_BIN_DIR/snake" && chmod +x "$UV_TOOL_BIN_DIR/snake"`,
    );
    const agent = {
      id: 'snake',
      name: 'Snake',
      version: '1.0.0',
      distribution: { uvx: { package: 'snake@1.0.0', args: ['acp'] } },
    };
    const path = `${bin}:/usr/bin:/bin`;
    const catalog = await fixture.catalogWith({ agents: [agent], path });
    await catalog.install('snake', installOptions());
    expect(await fixture.output(catalog, 'snake')).toBe('snake snake==1.0.0\n');
  });

  it('leaves nothing behind when uv fails', async () => {
    const bin = join(fixture.home, 'bin');
    await writeShellScript(join(bin, 'uv'), 'echo no network >&2; exit 2');
    const agent = {
      id: 'snake',
      name: 'Snake',
      version: '1.0.0',
      distribution: { uvx: { package: 'snake==1.0.0' } },
    };
    const catalog = await fixture.catalogWith({ agents: [agent], path: `${bin}:/usr/bin:/bin` });
    await expect(catalog.install('snake', installOptions())).rejects.toThrow(
      /code 2\.\nno network/,
    );
    expect(await catalog.entry('snake')).toMatchObject({ state: { kind: 'needsInstall' } });
  });
});

describe.skipIf(process.platform === 'win32')('agents on the PATH', () => {
  it('are offered, but not those in the workspace', async () => {
    const bin = join(fixture.home, 'bin');
    const workspace = join(fixture.home, 'workspace');
    await writeShellScript(join(bin, 'gemini'), 'echo gemini "$@"');
    await writeShellScript(join(workspace, 'opencode'), 'echo planted');
    const catalog = await fixture.catalogWith({
      path: `${bin}:${workspace}:/usr/bin:/bin`,
      options: { workspaceRoots: () => [workspace] },
    });
    expect(await catalog.entry('gemini')).toMatchObject({
      source: 'path',
      state: { kind: 'found', path: join(bin, 'gemini') },
    });
    await expect(catalog.entry('opencode')).rejects.toThrow('Agent "opencode" not found');
  });
});

const live = (name: string): string =>
  JSON.stringify({
    version: '1.0.0',
    agents: [
      {
        id: 'live',
        name,
        version: '1.0.0',
        distribution: { npx: { package: 'live@1.0.0' } },
      },
    ],
  });

describe('the registry', () => {
  const never = new AbortController().signal;

  it('is fetched only on request, cached for a day, and revalidated with its ETag', async () => {
    const tags: unknown[] = [];
    const catalog = await fixture.catalogWith({
      answers: {
        '/registry.json': (request, response) => {
          tags.push(request.headers['if-none-match']);
          if (tags.length > 1) {
            response.writeHead(304).end();
          } else {
            response.writeHead(200, { etag: '"one"' }).end(live('Live'));
          }
        },
      },
    });
    expect(await catalog.entries()).toEqual([]);
    expect(tags).toEqual([]);
    await catalog.refresh(never);
    expect(await catalog.entry('live')).toMatchObject({ name: 'Live' });
    await catalog.refresh(never);
    expect(tags).toEqual([undefined]);
    await catalog.refresh(never, true);
    expect(tags).toEqual([undefined, '"one"']);
    expect(await catalog.entry('live')).toMatchObject({ name: 'Live' });
    expect(await readFile(fixture.storage('registry.json'), 'utf8')).toContain(
      '"etag":"\\"one\\""',
    );
  });

  it('is fetched at most once a day for somebody who only looks, also if that fails', async () => {
    let count = 0;
    const answers: Record<string, Answer> = {
      '/registry.json': (request, response) => {
        count += 1;
        bytes(live('Live'))(request, response);
      },
    };
    const catalog = await fixture.catalogWith({ answers });
    let changes = 0;
    catalog.onDidChange(() => (changes += 1));
    await catalog.refreshDaily(never);
    await catalog.refreshDaily(never);
    expect(await catalog.entry('live')).toMatchObject({ name: 'Live' });
    expect([count, changes]).toEqual([1, 1]);
    const failing = await fixture.catalogWith({
      answers: {
        '/registry.json': (_request, response) => {
          count += 1;
          response.writeHead(500).end();
        },
      },
      options: { storageFolder: join(fixture.home, 'other') },
    });
    await expect(failing.refreshDaily(never)).rejects.toThrow(UserError);
    await failing.refreshDaily(never);
    expect(count).toBe(2);
  });

  it('is unchanged when it cannot be fetched or parsed', async () => {
    let answer: Answer = bytes(live('Live'));
    const catalog = await fixture.catalogWith({
      answers: { '/registry.json': (request, response) => answer(request, response) },
    });
    await catalog.refresh(never);
    for (const bad of [
      bytes('<html>'),
      bytes('{"version":"9.0.0","agents":[]}'),
      bytes(Buffer.alloc(5 * 1024 * 1024, ' ')),
      bytes(Buffer.from([0xff, 0xfe])),
      redirect('http://registry.example/registry.json'),
      (_request: unknown, response: { destroy(): void }) => response.destroy(),
      (_request: unknown, response: { writeHead(code: number): { end(): void } }) =>
        response.writeHead(500).end(),
    ] as Answer[]) {
      answer = bad;
      await expect(catalog.refresh(never, true)).rejects.toThrow(UserError);
      expect(await catalog.entry('live')).toMatchObject({ name: 'Live' });
    }
  });

  it('is read again if reading failed temporarily', async () => {
    const snapshotFile = join(fixture.home, 'late.json');
    const catalog = await fixture.catalogWith({ options: { snapshotFile } });
    await expect(catalog.entries()).rejects.toThrow('ENOENT');
    await writeFile(snapshotFile, JSON.stringify({ version: '1.0.0', agents: [] }));
    expect(await catalog.entries()).toEqual([]);
  });

  it('can be canceled by the user', async () => {
    const catalog = await fixture.catalogWith({ answers: { '/registry.json': () => {} } });
    const cancel = new AbortController();
    const refreshed = catalog.refresh(cancel.signal);
    const cancelled = expect(refreshed).rejects.toThrow(CancellationError);
    await expect.poll(() => fixture.server?.asked.length).toBe(1);
    cancel.abort();
    await cancelled;
  });
});

describe('the settings', () => {
  it('define further agents, and their problems are reported', async () => {
    const catalog = await fixture.catalogWith({
      options: { settings: () => ({ Mine: { command: '/bin/mine' }, Bad: 7 }) },
    });
    expect(await catalog.entry('Mine')).toMatchObject({
      source: 'settings',
      state: { kind: 'ready' },
    });
    expect(catalog.settingsProblems()).toHaveLength(1);
    await expect(catalog.install('Mine', installOptions())).rejects.toThrow(
      "doesn't need to be installed",
    );
  });
});
