import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Catalog } from '../../../../src/agent/catalog/catalog.ts';
import type { CatalogOptions } from '../../../../src/agent/catalog/catalog.ts';
import type { InstallOptions } from '../../../../src/agent/catalog/installAgent.ts';
import { startAgent } from '../../../../src/agent/process/startAgent.ts';
import { launchOf } from '../../../../src/core/catalog/catalogEntry.ts';
import { buildFor } from '../../../../src/core/catalog/installPlan.ts';
import { Cancelled, UserError } from '../../../../src/core/errors.ts';
import { tarGz, zip } from './archives.ts';
import { bytes, redirect, startServer } from './server.ts';
import type { Answer, TestServer } from './server.ts';

const BUILD = buildFor(process.platform, process.arch) ?? '';
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

let home = '';
let server: TestServer | undefined;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'accord-catalog-'));
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(home, { recursive: true });
});

interface Setup {
  readonly agents?: readonly object[];
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly path?: string;
  readonly variables?: Record<string, string>;
  readonly options?: Partial<CatalogOptions>;
}

async function catalogWith(setup: Setup): Promise<Catalog> {
  server = await startServer(setup.answers ?? {});
  const snapshotFile = join(home, 'snapshot.json');
  await writeFile(snapshotFile, JSON.stringify({ version: '1.0.0', agents: setup.agents ?? [] }));
  return new Catalog({
    storageFolder: join(home, 'storage'),
    snapshotFile,
    settings: () => ({}),
    environment: async () => ({ PATH: setup.path ?? '', HOME: home, ...setup.variables }),
    workspaceRoots: () => [],
    fetch: server.fetch,
    registryUrl: 'https://registry.example/registry.json',
    ...setup.options,
  });
}

const agree = (over: Partial<InstallOptions> = {}): InstallOptions => ({
  signal: new AbortController().signal,
  consent: async () => true,
  ...over,
});

const program = (says: string): Buffer =>
  tarGz([{ name: 'bin/agent', content: `#!/bin/sh\necho ${says} "$@" $OWN\n`, mode: 0o755 }]);

const binaryAgent = (version: string, fields: object = {}): object => ({
  id: 'stone',
  name: 'Stone',
  version,
  distribution: {
    binary: {
      [BUILD]: {
        archive: `https://files.example/stone-${version}.tar.gz`,
        cmd: './bin/agent',
        args: ['acp'],
        env: { OWN: 'variable' },
        ...fields,
      },
    },
  },
});

async function output(catalog: Catalog, id: string): Promise<string> {
  const launch = launchOf(await catalog.entry(id));
  if (launch?.kind !== 'command') {
    throw new Error(`${id} is not ready`);
  }
  const environment = { PATH: process.env['PATH'] ?? '' };
  const agent = await startAgent(launch, { environment, cwd: home });
  return text(agent.stdout);
}

const storage = (...path: string[]): string => join(home, 'storage', ...path);

describe.skipIf(process.platform === 'win32')('a binary agent', () => {
  it('is downloaded, checked, unpacked and ready, and says how far it is', async () => {
    const archive = program('one');
    const catalog = await catalogWith({
      agents: [binaryAgent('1.0.0', { sha256: sha256(archive).toUpperCase() })],
      answers: {
        '/stone-1.0.0.tar.gz': redirect('https://cdn.example/real'),
        '/real': bytes(archive),
      },
    });
    expect(await catalog.entry('stone')).toMatchObject({ state: { kind: 'needsInstall' } });
    const progress: unknown[] = [];
    await catalog.install(
      'stone',
      agree({ consent: async () => false, onProgress: step => progress.push(step.fraction) }),
    );
    expect(progress).toContain(1);
    expect(await catalog.entry('Stone')).toMatchObject({
      version: '1.0.0',
      state: { kind: 'ready', launch: { args: ['acp'], env: { OWN: 'variable' } } },
    });
    expect(await output(catalog, 'stone')).toBe('one acp variable\n');
    expect(await readdir(storage('agents'))).toEqual(['stone']);
    expect((await readdir(storage('agents', 'stone'))).toSorted()).toEqual(['1.0.0', 'current']);
  });

  it('is asked about when nothing vouches for it, and not loaded when the answer is no', async () => {
    const catalog = await catalogWith({
      agents: [binaryAgent('1.0.0')],
      answers: { '/stone-1.0.0.tar.gz': bytes(program('one')) },
    });
    const asked: string[] = [];
    const refuse = agree({ consent: async plan => (asked.push(plan.name), false) });
    await expect(catalog.install('stone', refuse)).rejects.toThrow(Cancelled);
    expect(asked).toEqual(['Stone']);
    expect(server?.asked).toEqual([]);
    await catalog.install('stone', agree());
    expect(await output(catalog, 'stone')).toBe('one acp variable\n');
  });

  it('is updated by choice only, and the old version is used until then', async () => {
    const answers = {
      '/stone-1.0.0.tar.gz': bytes(program('one')),
      '/stone-1.1.0.tar.gz': bytes(program('two')),
      '/stone-1.2.0.tar.gz': bytes(program('three')),
    };
    const first = await catalogWith({ agents: [binaryAgent('1.0.0')], answers });
    await first.install('stone', agree());
    await server?.close();
    const second = await catalogWith({ agents: [binaryAgent('1.1.0')], answers });
    expect(await second.entry('stone')).toMatchObject({
      version: '1.0.0',
      state: { kind: 'updateAvailable', from: '1.0.0', plan: { version: '1.1.0' } },
    });
    expect(await output(second, 'stone')).toBe('one acp variable\n');
    await second.install('stone', agree());
    expect(await output(second, 'stone')).toBe('two acp variable\n');
    // The version that may still run is kept, an older one is not.
    expect(await readdir(storage('agents', 'stone'))).toEqual(
      expect.arrayContaining(['1.0.0', '1.1.0']),
    );
    await server?.close();
    const third = await catalogWith({ agents: [binaryAgent('1.2.0')], answers });
    await third.install('stone', agree());
    expect((await readdir(storage('agents', 'stone'))).toSorted()).toEqual([
      '1.1.0',
      '1.2.0',
      'current',
    ]);
  });

  it('is removed with its folder, and nothing else is', async () => {
    const catalog = await catalogWith({
      agents: [binaryAgent('1.0.0')],
      answers: { '/stone-1.0.0.tar.gz': bytes(program('one')) },
    });
    await catalog.install('stone', agree());
    await mkdir(storage('agents', 'other'));
    await catalog.uninstall('stone');
    expect(await readdir(storage('agents'))).toEqual(['other']);
    await expect(catalog.uninstall('../agents')).rejects.toThrow();
    await expect(catalog.uninstall('')).rejects.toThrow();
    expect(await readdir(storage('agents'))).toEqual(['other']);
    expect(await catalog.entry('stone')).toMatchObject({ state: { kind: 'needsInstall' } });
  });

  it('can be cancelled on the way, and leaves nothing', async () => {
    const catalog = await catalogWith({
      agents: [binaryAgent('1.0.0')],
      answers: {
        '/stone-1.0.0.tar.gz': (_request, response) => {
          response.writeHead(200, { 'content-length': '1000000' }).write('x'.repeat(1000));
        },
      },
    });
    const cancel = new AbortController();
    const installation = catalog.install(
      'stone',
      agree({ signal: cancel.signal, onProgress: () => cancel.abort() }),
    );
    await expect(installation).rejects.toThrow(Cancelled);
    expect(await readdir(storage('agents'))).toEqual([]);
  });

  it('is installed once when it is asked for twice', async () => {
    const catalog = await catalogWith({
      agents: [binaryAgent('1.0.0')],
      answers: { '/stone-1.0.0.tar.gz': bytes(program('one')) },
    });
    let seen: unknown;
    catalog.onDidChange(() => {
      seen ??= catalog.entry('stone').then(entry => entry.state.kind);
    });
    await Promise.all([catalog.install('stone', agree()), catalog.install('stone', agree())]);
    expect(server?.asked).toHaveLength(1);
    expect(await seen).toBe('installing');
  });

  const failures: Readonly<
    Record<string, readonly [object, Readonly<Record<string, Answer>>, RegExp]>
  > = {
    'another SHA-256 than promised': [
      { sha256: 'a'.repeat(64) },
      { '/stone-1.0.0.tar.gz': bytes(program('one')) },
      /is not the one the registry describes/,
    ],
    'an archive that climbs out': [
      {},
      { '/stone-1.0.0.tar.gz': bytes(tarGz([{ name: '../evil', content: 'x' }])) },
      /cannot be used: its entry "\.\.\/evil" is not a path inside\. Nothing was installed/,
    ],
    'a redirect to http': [
      {},
      { '/stone-1.0.0.tar.gz': redirect('http://files.example/x') },
      /is not encrypted/,
    ],
    'redirects without end': [
      {},
      { '/stone-1.0.0.tar.gz': redirect('https://files.example/stone-1.0.0.tar.gz') },
      /without end/,
    ],
    'a download that breaks off': [
      {},
      {
        '/stone-1.0.0.tar.gz': (_request, response) => {
          response.writeHead(200, { 'content-length': '100000' });
          response.write('x'.repeat(1000), () => response.destroy());
        },
      },
      /could not be downloaded|broke off/,
    ],
    'a download of claimed 100 GB': [
      {},
      {
        '/stone-1.0.0.tar.gz': (_request, response) => {
          response.writeHead(200, { 'content-length': '100000000000' }).write('x');
        },
      },
      /larger than an agent should be/,
    ],
    'an address that is not there': [{}, {}, /answers with 404/],
    'a page in the place of an archive': [
      {},
      { '/stone-1.0.0.tar.gz': bytes('<html>Log in</html>') },
      /cannot be used: it is damaged/,
    ],
  };

  for (const [what, [fields, answers, words]] of Object.entries(failures)) {
    it(`is not installed from ${what}`, async () => {
      const catalog = await catalogWith({ agents: [binaryAgent('1.0.0', fields)], answers });
      const error: unknown = await catalog.install('stone', agree()).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(UserError);
      expect(String(error)).toMatch(words);
      expect(await readdir(storage('agents'))).toEqual([]);
      expect((await readdir(home)).toSorted()).toEqual(['snapshot.json', 'storage']);
    });
  }

  it('of a version that is already complete is taken as it is', async () => {
    const catalog = await catalogWith({
      agents: [binaryAgent('1.0.0')],
      answers: { '/stone-1.0.0.tar.gz': bytes(program('one')) },
    });
    await catalog.install('stone', agree());
    await rm(storage('agents', 'stone', 'current'));
    expect(await catalog.entry('stone')).toMatchObject({ state: { kind: 'needsInstall' } });
    await catalog.install('stone', agree());
    expect(await output(catalog, 'stone')).toBe('one acp variable\n');
  });

  it('that somebody changed to lead elsewhere is as if it were not installed', async () => {
    const catalog = await catalogWith({
      agents: [binaryAgent('1.0.0')],
      answers: { '/stone-1.0.0.tar.gz': bytes(zip([])) },
    });
    const record = {
      id: 'stone',
      name: 'Stone',
      version: '1.0.0',
      onPath: false,
      args: [],
      env: {},
    };
    for (const value of [
      { ...record, program: '../../../../bin/sh' },
      { ...record, program: '/bin/sh' },
    ]) {
      await mkdir(storage('agents', 'stone', '1.0.0'), { recursive: true });
      await writeFile(storage('agents', 'stone', '1.0.0', 'accord.json'), JSON.stringify(value));
      await writeFile(storage('agents', 'stone', 'current'), '1.0.0');
      expect(await catalog.entry('stone')).toMatchObject({ state: { kind: 'needsInstall' } });
    }
    await writeFile(storage('agents', 'stone', 'current'), '../../..');
    expect(await catalog.entry('stone')).toMatchObject({ state: { kind: 'needsInstall' } });
  });
});

/** A package of npm as its registry sends it. */
function npmPackage(name: string, versions: Record<string, Buffer>): Answer {
  return (request, response) => {
    const origin = `http://${request.headers.host}`;
    const listed = Object.entries(versions).map(([version, packed]) => [
      version,
      {
        name,
        version,
        dist: {
          tarball: `${origin}/${version}.tgz`,
          integrity: `sha512-${createHash('sha512').update(packed).digest('base64')}`,
        },
      },
    ]);
    const latest = Object.keys(versions).at(-1);
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest },
        versions: Object.fromEntries(listed) as object,
      }),
    );
  };
}

const tarball = (
  version: string,
  fields: object = {},
  files: Record<string, string> = {},
): Buffer =>
  tarGz(
    Object.entries({
      'package.json': JSON.stringify({
        name: '@tests/agent',
        version,
        bin: { agent: './bin/agent.js' },
        ...fields,
      }),
      'bin/agent.js': `#!/usr/bin/env node\nconsole.log('version ${version}', ...process.argv.slice(2));\n`,
      ...files,
    }).map(([name, content]) => ({ name: `package/${name}`, content })),
  );

const write = (file: string): string => `require('node:fs').writeFileSync('${file}', '');`;

const npmAgent = (fields: object = {}): object => ({
  id: 'paper',
  name: 'Paper',
  version: '1.0.0',
  distribution: { npx: { package: '@tests/agent@1.0.0', args: ['--acp'], ...fields } },
});

async function npmCatalog(
  versions: Record<string, Buffer>,
  agents = [npmAgent()],
  answer: Answer = npmPackage('@tests/agent', versions),
): Promise<Catalog> {
  const tarballs = Object.entries(versions).map(([version, content]) => [
    `/${version}.tgz`,
    bytes(content),
  ]);
  const variables: Record<string, string> = {}; // The registry's address is known only when it runs.
  const catalog = await catalogWith({
    agents,
    answers: {
      '/@tests/agent': answer,
      ...(Object.fromEntries(tarballs) as Record<string, Answer>),
    },
    path: process.env['PATH'] ?? '',
    variables,
  });
  Object.assign(variables, {
    npm_config_registry: `${server?.origin}/`,
    npm_config_cache: join(home, 'npm-cache'),
  });
  return catalog;
}

describe.skipIf(process.platform === 'win32')('an agent from npm', () => {
  it('is installed in the version that the registry names, not in the newest', async () => {
    const catalog = await npmCatalog({ '1.0.0': tarball('1.0.0'), '1.1.0': tarball('1.1.0') });
    const progress: string[] = [];
    await catalog.install('paper', agree({ onProgress: step => progress.push(step.message) }));
    expect(await output(catalog, 'paper')).toBe('version 1.0.0 --acp\n');
    expect(progress.at(-1)).toMatch(/^[1-9]\d* files fetched$/);
    // Also at the next start, whatever has been published since.
    expect(await output(catalog, 'paper')).toBe('version 1.0.0 --acp\n');
  });

  it('runs its own set-up, but none of its dependencies and none that needs a shell', async () => {
    const files = { 'setup.js': write('done'), 'other.js': write('evil') };
    const scripts = { postinstall: 'node ./setup.js || true' };
    const catalog = await npmCatalog({ '1.0.0': tarball('1.0.0', { scripts }, files) });
    await catalog.install('paper', agree());
    const folder = storage('agents', 'paper', '1.0.0', 'node_modules', '@tests', 'agent');
    expect(await readdir(folder)).toContain('done');
    await catalog.uninstall('paper');
    await server?.close();
    const shell = {
      postinstall: 'node ./setup.js && node ./other.js',
      preinstall: 'node other.js',
    };
    const other = await npmCatalog({ '1.0.0': tarball('1.0.0', { scripts: shell }, files) });
    await other.install('paper', agree());
    expect(await readdir(folder)).not.toEqual(expect.arrayContaining(['done']));
    expect(await readdir(folder)).not.toEqual(expect.arrayContaining(['evil']));
  });

  it('may bring a program in the place of a script', async () => {
    const files = { 'bin/native': '#!/bin/sh\necho native "$@"\n' };
    const content = tarball('1.0.0', { bin: { one: 'bin/native', two: 'bin/agent.js' } }, files);
    const catalog = await npmCatalog({ '1.0.0': content }, [npmAgent({ cmd: 'one' })]);
    await catalog.install('paper', agree());
    expect(await output(catalog, 'paper')).toBe('native --acp\n');
  });

  it('is not installed without a command of its own', async () => {
    const catalog = await npmCatalog({ '1.0.0': tarball('1.0.0', { bin: {} }) });
    await expect(catalog.install('paper', agree())).rejects.toThrow('holds no command for Paper');
    expect(await readdir(storage('agents'))).toEqual([]);
  });

  it("is not installed when npm fails, and npm's words are told", async () => {
    const catalog = await npmCatalog({ '2.0.0': tarball('2.0.0') });
    await expect(catalog.install('paper', agree())).rejects.toThrow(
      /Installing Paper failed[^]*ETARGET/,
    );
    expect(await readdir(storage('agents'))).toEqual([]);
  });

  it('can be cancelled while npm runs', async () => {
    const catalog = await npmCatalog({}, [npmAgent()], () => {}); // npm waits for an answer.
    const answers = server?.asked ?? [];
    const cancel = new AbortController();
    const installation = catalog.install('paper', agree({ signal: cancel.signal }));
    const cancelled = expect(installation).rejects.toThrow(Cancelled);
    await expect.poll(() => answers.length > 0, { timeout: 10_000 }).toBe(true);
    cancel.abort();
    await cancelled;
    expect(await readdir(storage('agents'))).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('an agent from PyPI', () => {
  it('is installed by uv as a tool of its own', async () => {
    const bin = join(home, 'bin');
    await script(
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
    const catalog = await catalogWith({ agents: [agent], path });
    await catalog.install('snake', agree());
    expect(await output(catalog, 'snake')).toBe('snake snake==1.0.0\n');
  });

  it('leaves nothing when uv fails', async () => {
    const bin = join(home, 'bin');
    await script(join(bin, 'uv'), 'echo no network >&2; exit 2');
    const agent = {
      id: 'snake',
      name: 'Snake',
      version: '1.0.0',
      distribution: { uvx: { package: 'snake==1.0.0' } },
    };
    const catalog = await catalogWith({ agents: [agent], path: `${bin}:/usr/bin:/bin` });
    await expect(catalog.install('snake', agree())).rejects.toThrow(/code 2\.\nno network/);
    expect(await catalog.entry('snake')).toMatchObject({ state: { kind: 'needsInstall' } });
  });
});

describe.skipIf(process.platform === 'win32')('agents on the PATH', () => {
  it('are offered as they are, but not those planted in the workspace', async () => {
    const bin = join(home, 'bin');
    const workspace = join(home, 'workspace');
    await script(join(bin, 'gemini'), 'echo gemini "$@"');
    await script(join(workspace, 'opencode'), 'echo planted');
    const catalog = await catalogWith({
      path: `${bin}:${workspace}:/usr/bin:/bin`,
      options: { workspaceRoots: () => [workspace] },
    });
    expect(await catalog.entry('gemini')).toMatchObject({
      source: 'path',
      state: { kind: 'found', path: join(bin, 'gemini') },
    });
    await expect(catalog.entry('opencode')).rejects.toThrow('There is no agent called "opencode"');
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

  it('is asked only on request, then kept for a day, and asked again with its tag', async () => {
    const tags: unknown[] = [];
    const catalog = await catalogWith({
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
    expect(await readFile(storage('registry.json'), 'utf8')).toContain('"etag":"\\"one\\""');
  });

  it('stays as it was when it cannot be reached or is not understood', async () => {
    let answer: Answer = bytes(live('Live'));
    const catalog = await catalogWith({
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

  it('can be left waiting no longer than the user likes', async () => {
    const catalog = await catalogWith({ answers: { '/registry.json': () => {} } });
    const cancel = new AbortController();
    const refreshed = catalog.refresh(cancel.signal);
    const cancelled = expect(refreshed).rejects.toThrow(Cancelled);
    await expect.poll(() => server?.asked.length).toBe(1);
    cancel.abort();
    await cancelled;
  });
});

describe('the settings', () => {
  it('bring agents of their own, and their problems are told', async () => {
    const catalog = await catalogWith({
      options: { settings: () => ({ Mine: { command: '/bin/mine' }, Bad: 7 }) },
    });
    expect(await catalog.entry('Mine')).toMatchObject({
      source: 'settings',
      state: { kind: 'ready' },
    });
    expect(catalog.settingsProblems()).toHaveLength(1);
    await expect(catalog.install('Mine', agree())).rejects.toThrow('needs no installation');
  });
});

async function script(path: string, body: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
}
