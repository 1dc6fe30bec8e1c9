import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { getBuildTarget } from '../../../../src/core/catalog/installPlan.ts';
import { CancellationError, UserError } from '../../../../src/core/errors.ts';
import { tarGz, zip } from './archives.ts';
import { installOptions, useCatalogFixture } from './catalogFixture.ts';
import { bytes, redirect } from './testServer.ts';
import type { Answer } from './testServer.ts';

const BUILD = getBuildTarget(process.platform, process.arch) ?? '';
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const fixture = useCatalogFixture();

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

describe.skipIf(process.platform === 'win32')('a binary agent', () => {
  it('is downloaded, verified and unpacked, with progress', async () => {
    const archive = program('one');
    const catalog = await fixture.catalogWith({
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
      installOptions({
        consent: async () => false,
        onProgress: step => progress.push(step.fraction),
      }),
    );
    expect(progress).toContain(1);
    expect(await catalog.entry('Stone')).toMatchObject({
      version: '1.0.0',
      state: { kind: 'ready', launch: { args: ['acp'], env: { OWN: 'variable' } } },
    });
    expect(await fixture.output(catalog, 'stone')).toBe('one acp variable\n');
    expect(await readdir(fixture.storage('agents'))).toEqual(['stone']);
    expect((await readdir(fixture.storage('agents', 'stone'))).toSorted()).toEqual([
      '1.0.0',
      'current',
    ]);
  });

  it('without a checksum needs consent, and is not downloaded without it', async () => {
    const catalog = await fixture.catalogWith({
      agents: [binaryAgent('1.0.0')],
      answers: { '/stone-1.0.0.tar.gz': bytes(program('one')) },
    });
    const asked: string[] = [];
    const refuse = installOptions({ consent: async plan => (asked.push(plan.name), false) });
    await expect(catalog.install('stone', refuse)).rejects.toThrow(CancellationError);
    expect(asked).toEqual(['Stone']);
    expect(fixture.server?.asked).toEqual([]);
    await catalog.install('stone', installOptions());
    expect(await fixture.output(catalog, 'stone')).toBe('one acp variable\n');
  });

  it('is updated only on request, and the old version is used until then', async () => {
    const answers = {
      '/stone-1.0.0.tar.gz': bytes(program('one')),
      '/stone-1.1.0.tar.gz': bytes(program('two')),
      '/stone-1.2.0.tar.gz': bytes(program('three')),
    };
    const first = await fixture.catalogWith({ agents: [binaryAgent('1.0.0')], answers });
    await first.install('stone', installOptions());
    await fixture.server?.close();
    const second = await fixture.catalogWith({ agents: [binaryAgent('1.1.0')], answers });
    expect(await second.entry('stone')).toMatchObject({
      version: '1.0.0',
      state: { kind: 'updateAvailable', from: '1.0.0', plan: { version: '1.1.0' } },
    });
    expect(await fixture.output(second, 'stone')).toBe('one acp variable\n');
    await second.install('stone', installOptions());
    expect(await fixture.output(second, 'stone')).toBe('two acp variable\n');
    // The version that may still be running is kept, an older one is not.
    expect(await readdir(fixture.storage('agents', 'stone'))).toEqual(
      expect.arrayContaining(['1.0.0', '1.1.0']),
    );
    await fixture.server?.close();
    const third = await fixture.catalogWith({ agents: [binaryAgent('1.2.0')], answers });
    await third.install('stone', installOptions());
    expect((await readdir(fixture.storage('agents', 'stone'))).toSorted()).toEqual([
      '1.1.0',
      '1.2.0',
      'current',
    ]);
  });

  it('is uninstalled with its folder, and nothing else', async () => {
    const catalog = await fixture.catalogWith({
      agents: [binaryAgent('1.0.0')],
      answers: { '/stone-1.0.0.tar.gz': bytes(program('one')) },
    });
    await catalog.install('stone', installOptions());
    await mkdir(fixture.storage('agents', 'other'));
    await catalog.uninstall('stone');
    expect(await readdir(fixture.storage('agents'))).toEqual(['other']);
    await expect(catalog.uninstall('../agents')).rejects.toThrow();
    await expect(catalog.uninstall('')).rejects.toThrow();
    expect(await readdir(fixture.storage('agents'))).toEqual(['other']);
    expect(await catalog.entry('stone')).toMatchObject({ state: { kind: 'needsInstall' } });
  });

  it('leaves nothing behind when the installation is canceled', async () => {
    const catalog = await fixture.catalogWith({
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
      installOptions({ signal: cancel.signal, onProgress: () => cancel.abort() }),
    );
    await expect(installation).rejects.toThrow(CancellationError);
    expect(await readdir(fixture.storage('agents'))).toEqual([]);
  });

  it('is installed once when it is requested twice', async () => {
    const catalog = await fixture.catalogWith({
      agents: [binaryAgent('1.0.0')],
      answers: { '/stone-1.0.0.tar.gz': bytes(program('one')) },
    });
    let seen: unknown;
    catalog.onDidChange(() => {
      seen ??= catalog.entry('stone').then(entry => entry.state.kind);
    });
    await Promise.all([
      catalog.install('stone', installOptions()),
      catalog.install('stone', installOptions()),
    ]);
    expect(fixture.server?.asked).toHaveLength(1);
    expect(await seen).toBe('installing');
  });

  const failures: Readonly<
    Record<string, readonly [object, Readonly<Record<string, Answer>>, RegExp]>
  > = {
    'another SHA-256 than promised': [
      { sha256: 'a'.repeat(64) },
      { '/stone-1.0.0.tar.gz': bytes(program('one')) },
      /doesn't match the registry/,
    ],
    'an archive that climbs out': [
      {},
      { '/stone-1.0.0.tar.gz': bytes(tarGz([{ name: '../evil', content: 'x' }])) },
      /Can't use .*: its entry "\.\.\/evil" is outside the archive\. Nothing was installed/,
    ],
    'a redirect to http': [
      {},
      { '/stone-1.0.0.tar.gz': redirect('http://files.example/x') },
      /isn't encrypted/,
    ],
    'redirects without end': [
      {},
      { '/stone-1.0.0.tar.gz': redirect('https://files.example/stone-1.0.0.tar.gz') },
      /redirects too many times/,
    ],
    'a download that breaks off': [
      {},
      {
        '/stone-1.0.0.tar.gz': (_request, response) => {
          response.writeHead(200, { 'content-length': '100000' });
          response.write('x'.repeat(1000), () => response.destroy());
        },
      },
      /Couldn't download|stopped after/,
    ],
    'a download of claimed 100 GB': [
      {},
      {
        '/stone-1.0.0.tar.gz': (_request, response) => {
          response.writeHead(200, { 'content-length': '100000000000' }).write('x');
        },
      },
      /too large for an agent/,
    ],
    'an address that is not there': [{}, {}, /returned 404/],
    'a page in the place of an archive': [
      {},
      { '/stone-1.0.0.tar.gz': bytes('<html>Log in</html>') },
      /Can't use .*: it is damaged/,
    ],
  };

  for (const [what, [fields, answers, words]] of Object.entries(failures)) {
    it(`is not installed from ${what}`, async () => {
      const catalog = await fixture.catalogWith({
        agents: [binaryAgent('1.0.0', fields)],
        answers,
      });
      const error: unknown = await catalog
        .install('stone', installOptions())
        .catch((e: unknown) => e);
      expect(error).toBeInstanceOf(UserError);
      expect(String(error)).toMatch(words);
      expect(await readdir(fixture.storage('agents'))).toEqual([]);
      expect((await readdir(fixture.home)).toSorted()).toEqual(['snapshot.json', 'storage']);
    });
  }

  it('of a version that is already complete is used as it is', async () => {
    const catalog = await fixture.catalogWith({
      agents: [binaryAgent('1.0.0')],
      answers: { '/stone-1.0.0.tar.gz': bytes(program('one')) },
    });
    await catalog.install('stone', installOptions());
    await rm(fixture.storage('agents', 'stone', 'current'));
    expect(await catalog.entry('stone')).toMatchObject({ state: { kind: 'needsInstall' } });
    await catalog.install('stone', installOptions());
    expect(await fixture.output(catalog, 'stone')).toBe('one acp variable\n');
  });

  it('whose record was changed to lead elsewhere counts as not installed', async () => {
    const catalog = await fixture.catalogWith({
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
      await mkdir(fixture.storage('agents', 'stone', '1.0.0'), { recursive: true });
      await writeFile(
        fixture.storage('agents', 'stone', '1.0.0', 'accord.json'),
        JSON.stringify(value),
      );
      await writeFile(fixture.storage('agents', 'stone', 'current'), '1.0.0');
      expect(await catalog.entry('stone')).toMatchObject({ state: { kind: 'needsInstall' } });
    }
    await writeFile(fixture.storage('agents', 'stone', 'current'), '../../..');
    expect(await catalog.entry('stone')).toMatchObject({ state: { kind: 'needsInstall' } });
  });
});
