import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentCatalog } from '../../../../src/agent/catalog/agentCatalog.ts';
import type { NodeRequirement } from '../../../../src/agent/catalog/nodeSelector.ts';
import type { NodeRuntime } from '../../../../src/core/catalog/nodeRuntime.ts';
import { CancellationError } from '../../../../src/core/errors.ts';
import { tarGz } from './archives.ts';
import { installOptions, useCatalogFixture, writeShellScript } from './catalogFixture.ts';
import { bytes } from './testServer.ts';
import type { Answer } from './testServer.ts';

const fixture = useCatalogFixture();

/** Installs a package that says which Node runs it, and supports the versions in ENGINES. */
const NPM = `
const fs = require('node:fs');
const args = process.argv.slice(2);
if (args[0] === 'config') {
  console.log('https://mirror.example/npm/');
} else if (args[0] === 'view') {
  console.log(JSON.stringify(process.env.ENGINES));
} else {
  const spec = args.at(-1);
  const name = spec.slice(0, spec.lastIndexOf('@'));
  const home = args[args.indexOf('--prefix') + 1] + '/node_modules/' + name;
  fs.mkdirSync(home, { recursive: true });
  const engines = { node: process.env.ENGINES };
  const version = spec.slice(spec.lastIndexOf('@') + 1);
  fs.writeFileSync(home + '/package.json', JSON.stringify({ name, version, bin: 'agent.js', engines }));
  fs.writeFileSync(home + '/agent.js', 'console.log("runs on", process.env.NODE_NAME)');
}`;

/** A Node that reports a version and a name, and else is the one that runs this test. */
const nodeScript = (version: string, name: string): string =>
  `[ "$1" = --version ] && echo v${version} && exit\nNODE_NAME=${name} exec '${process.execPath}' "$@"`;

const nodeTarball = (version: string, script = nodeScript(version, 'ours')): Buffer =>
  tarGz([
    { name: 'package/include/node.h', content: 'not needed' },
    { name: 'package/bin/node', content: `#!/bin/sh\n${script}\n`, mode: 0o755 },
  ]);
const npmTarball = tarGz([{ name: 'package/bin/npm-cli.js', content: NPM }]);

const pinned = (name: string, version: string, tarball: Buffer): NodeRuntime['node'] => ({
  name,
  version,
  integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
});

interface Setup {
  /** The version of the user's own Node, with npm. */
  readonly own?: string;
  readonly engines?: string;
  readonly tarball?: Buffer;
  readonly version?: string;
  readonly answers?: Readonly<Record<string, Answer>>;
}

const agent = (id: string): object => ({
  id,
  name: id,
  version: '1.0.0',
  distribution: { npx: { package: `${id}@1.0.0` } },
});

async function catalogWith(setup: Setup = {}): Promise<AgentCatalog> {
  const { own, version = '90.0.0', tarball = nodeTarball(version), engines = '>=90' } = setup;
  const bin = join(fixture.home, 'bin');
  await rm(bin, { recursive: true, force: true });
  await mkdir(bin);
  if (own) {
    await writeFile(join(fixture.home, 'npm.js'), NPM);
    await writeShellScript(join(bin, 'node'), nodeScript(own, 'own'));
    const script = join(fixture.home, 'npm.js');
    await writeShellScript(join(bin, 'npm'), `exec '${process.execPath}' '${script}' "$@"`);
  }
  await fixture.server?.close();
  return fixture.catalogWith({
    agents: [agent('paper'), agent('rock')],
    path: bin,
    variables: { ENGINES: engines, npm_config_registry: 'https://variable.example' },
    answers: {
      [`/npm/node-test/-/node-test-${version}.tgz`]: bytes(tarball),
      [`/node-test/-/node-test-${version}.tgz`]: bytes(tarball),
      '/npm/npm/-/npm-1.2.3.tgz': bytes(npmTarball),
      '/npm/-/npm-1.2.3.tgz': bytes(npmTarball),
      ...setup.answers,
    },
    options: {
      nodeRuntime: {
        version,
        downloadMb: 60,
        node: pinned('node-test', version, tarball),
        npm: pinned('npm', '1.2.3', npmTarball),
      },
    },
  });
}

const refuse = async (): Promise<boolean> => false;

const brokenOff: Answer = (_request, response) => {
  response.writeHead(200, { 'content-length': 500 }).write('short', () => response.destroy());
};

const NODE_PATH = '/npm/node-test/-/node-test-90.0.0.tgz';
const runtimeFolder = (...path: string[]): string => fixture.storage('agents', '.node', ...path);
const nodeProgram = (): string => runtimeFolder('90.0.0', 'node', 'package', 'bin', 'node');
const stored = async (): Promise<readonly string[]> =>
  (await readdir(fixture.storage('agents'))).toSorted();
const downloads = (): number =>
  fixture.server?.asked.filter(path => path.includes('node-test')).length ?? 0;

describe.skipIf(process.platform === 'win32')('an agent that the own Node does not suit', () => {
  it('is installed and started with a Node that the user agreed to download', async () => {
    const catalog = await catalogWith({ own: '20.1.0' });
    const asked: NodeRequirement[] = [];
    const progress: string[] = [];
    await catalog.install(
      'paper',
      installOptions({
        onProgress: step => progress.push(step.message),
        confirmNode: async requirement => asked.push(requirement) > 0,
      }),
    );
    expect(await fixture.output(catalog, 'paper')).toBe('runs on ours\n');
    expect(asked).toMatchObject([
      {
        agentName: 'paper',
        mismatch: { range: '>=90', installed: 'v20.1.0' },
        runtime: { version: '90.0.0', downloadMb: 60 },
      },
    ]);
    expect(progress).toContainEqual(expect.stringMatching(/^Node\.js: .* MB$/));
    expect(fixture.server?.asked).toEqual([NODE_PATH, '/npm/npm/-/npm-1.2.3.tgz']);
    expect(await readdir(runtimeFolder())).toEqual(['90.0.0']);
    expect((await readdir(runtimeFolder('90.0.0'))).toSorted()).toEqual(['node', 'npm']);

    expect(await readdir(runtimeFolder('90.0.0', 'node', 'package'))).toEqual(['bin']);

    // The next agent uses the same one without a question.
    await catalog.install('rock', installOptions({ confirmNode: refuse }));
    expect(await fixture.output(catalog, 'rock')).toBe('runs on ours\n');
    expect(downloads()).toBe(1);
  });

  it('is installed with the own Node if that suits', async () => {
    const catalog = await catalogWith({ own: '91.0.0' });
    await catalog.install('paper', installOptions({ confirmNode: refuse }));
    expect(await catalog.entry('paper')).toMatchObject({ state: { launch: { command: 'node' } } });
    expect(await stored()).toEqual(['paper']);
  });

  it('is not installed if our Node does not suit either', async () => {
    const catalog = await catalogWith({ own: '20.1.0', engines: '>=99' });
    await expect(catalog.install('paper', installOptions())).rejects.toThrow(
      'paper needs Node.js >=99, but v20.1.0 is installed. Nothing was installed.',
    );
    expect(downloads()).toBe(0);
  });

  it('is not installed if the user does not agree, and nothing is downloaded', async () => {
    const catalog = await catalogWith({ own: '20.1.0' });
    const installation = catalog.install('paper', installOptions({ confirmNode: refuse }));
    await expect(installation).rejects.toThrow(CancellationError);
    expect(downloads()).toBe(0);
    expect(await stored()).toEqual([]);
  });

  it('is installed again with our Node when the own one is gone', async () => {
    const before = await catalogWith({ own: '91.0.0' });
    await before.install('paper', installOptions());
    const catalog = await catalogWith();
    expect(await catalog.entry('paper')).toMatchObject({ state: { kind: 'needsInstall' } });
    await catalog.install('paper', installOptions());
    expect(await fixture.output(catalog, 'paper')).toBe('runs on ours\n');
  });
});

describe.skipIf(process.platform === 'win32')('a machine without Node', () => {
  it('installs agents with a Node of ours, from the registry of the environment', async () => {
    const catalog = await catalogWith();
    expect(await catalog.entry('paper')).toMatchObject({
      state: { kind: 'needsInstall', plan: { kind: 'npx', runtime: {} } },
    });
    const asked: NodeRequirement[] = [];
    const confirmNode = async (one: NodeRequirement): Promise<boolean> => asked.push(one) > 0;
    await catalog.install('paper', installOptions({ confirmNode }));
    expect(asked.map(({ mismatch }) => mismatch)).toEqual([undefined]);
    expect(await fixture.output(catalog, 'paper')).toBe('runs on ours\n');
  });
});

describe.skipIf(process.platform === 'win32')('the downloaded Node', () => {
  const failing: readonly (readonly [string, Answer, RegExp])[] = [
    ['with other content', bytes(nodeTarball('90.0.1')), /isn't what was expected.*Nothing/],
    ['in part', brokenOff, /Couldn't download .*Check your connection/],
    ['not at all', (_request, response) => response.writeHead(500).end(), /returned 500/],
  ];

  it.each(failing)('is not used if it arrives %s', async (_name, answer, message) => {
    const catalog = await catalogWith({ own: '20.1.0', answers: { [NODE_PATH]: answer } });
    await expect(catalog.install('paper', installOptions())).rejects.toThrow(message);
    expect(await stored()).toEqual([]);
  });

  it('is not kept if it does not run here', async () => {
    const tarball = nodeTarball('90.0.0', 'echo "libatomic.so.1 is missing" >&2; exit 127');
    const catalog = await catalogWith({ own: '20.1.0', tarball });
    await expect(catalog.install('paper', installOptions())).rejects.toThrow(
      /Node\.js 90\.0\.0 doesn't run on this machine[^]*libatomic\.so\.1 is missing/,
    );
    expect(await stored()).toEqual([]);
  });

  it('leaves nothing behind if the download is canceled', async () => {
    const cancel = new AbortController();
    const stalled: Answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('begin', () => cancel.abort());
    };
    const catalog = await catalogWith({ own: '20.1.0', answers: { [NODE_PATH]: stalled } });
    const installation = catalog.install('paper', installOptions({ signal: cancel.signal }));
    await expect(installation).rejects.toThrow(CancellationError);
    expect(await stored()).toEqual([]);
  });

  it('is reported if it cannot be written', async () => {
    const catalog = await catalogWith({ own: '20.1.0' });
    await mkdir(fixture.storage('agents'), { recursive: true });
    await writeFile(runtimeFolder(), ''); // A file in place of the folder.
    await expect(catalog.install('paper', installOptions())).rejects.toThrow(
      /Couldn't write .*\.node \(E\w+\)\. Check the free disk space/,
    );
  });

  it('is downloaded once for two agents that are installed at the same time', async () => {
    const catalog = await catalogWith({ own: '20.1.0' });
    await Promise.all(['paper', 'rock'].map(id => catalog.install(id, installOptions())));
    expect(downloads()).toBe(1);
    for (const id of ['paper', 'rock']) {
      expect(await fixture.output(catalog, id)).toBe('runs on ours\n');
    }
  });

  it('is downloaded again when it is damaged or missing', async () => {
    const catalog = await catalogWith({ own: '20.1.0' });
    await catalog.install('paper', installOptions());
    await writeFile(nodeProgram(), 'damaged');
    await catalog.install('rock', installOptions());
    expect(downloads()).toBe(2);
    expect(await fixture.output(catalog, 'paper')).toBe('runs on ours\n');

    await rm(nodeProgram());
    expect(await catalog.entry('paper')).toMatchObject({ state: { kind: 'needsInstall' } });
    await catalog.install('paper', installOptions());
    expect(await fixture.output(catalog, 'paper')).toBe('runs on ours\n');
    expect(await fixture.output(catalog, 'rock')).toBe('runs on ours\n');
  });

  it('is deleted with the last agent that uses it', async () => {
    const catalog = await catalogWith({ own: '20.1.0' });
    await catalog.install('paper', installOptions());
    await catalog.install('rock', installOptions());
    await catalog.uninstall('paper');
    expect(await fixture.output(catalog, 'rock')).toBe('runs on ours\n');
    await catalog.uninstall('rock');
    expect(await stored()).toEqual([]);
  });

  it('stays in an older version as long as an agent uses it', async () => {
    const before = await catalogWith({ own: '20.1.0' });
    await before.install('paper', installOptions());
    const catalog = await catalogWith({ own: '20.1.0', version: '91.0.0' });
    await catalog.install('rock', installOptions());
    expect((await readdir(runtimeFolder())).toSorted()).toEqual(['90.0.0', '91.0.0']);
    expect(await fixture.output(catalog, 'paper')).toBe('runs on ours\n');
    await catalog.uninstall('paper');
    expect(await readdir(runtimeFolder())).toEqual(['91.0.0']);
  });
});
