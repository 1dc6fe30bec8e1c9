import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentCatalog } from '../../../../src/agent/catalog/agentCatalog.ts';
import { CancellationError } from '../../../../src/core/errors.ts';
import { tarGz } from './archives.ts';
import { installOptions, useCatalogFixture } from './catalogFixture.ts';
import { npmPackage } from './npmPackage.ts';
import { bytes } from './testServer.ts';
import type { Answer } from './testServer.ts';

const fixture = useCatalogFixture();

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
): Promise<AgentCatalog> {
  const tarballs = Object.entries(versions).map(([version, content]) => [
    `/${version}.tgz`,
    bytes(content),
  ]);
  const variables: Record<string, string> = {}; // The registry's address is known only at run time.
  const catalog = await fixture.catalogWith({
    agents,
    answers: {
      '/@tests/agent': answer,
      ...(Object.fromEntries(tarballs) as Record<string, Answer>),
    },
    path: process.env['PATH'] ?? '',
    variables,
  });
  Object.assign(variables, {
    npm_config_registry: `${fixture.server?.origin}/`,
    npm_config_cache: join(fixture.home, 'npm-cache'),
  });
  return catalog;
}

describe.skipIf(process.platform === 'win32')('an agent from npm', () => {
  it('is installed in the version of the registry, and not in the latest', async () => {
    const catalog = await npmCatalog({ '1.0.0': tarball('1.0.0'), '1.1.0': tarball('1.1.0') });
    const progress: string[] = [];
    await catalog.install(
      'paper',
      installOptions({ onProgress: step => progress.push(step.message) }),
    );
    expect(await fixture.output(catalog, 'paper')).toBe('version 1.0.0 --acp\n');
    expect(progress.at(-1)).toMatch(/^(?:1 file|[1-9]\d* files) downloaded$/);
    // The version stays the same at the next start, whatever was published since.
    expect(await fixture.output(catalog, 'paper')).toBe('version 1.0.0 --acp\n');
  });

  it('runs its own install script, but none of its dependencies and none that needs a shell', async () => {
    const files = { 'setup.js': write('done'), 'other.js': write('evil') };
    const scripts = { postinstall: 'node ./setup.js || true' };
    const catalog = await npmCatalog({ '1.0.0': tarball('1.0.0', { scripts }, files) });
    await catalog.install('paper', installOptions());
    const folder = fixture.storage('agents', 'paper', '1.0.0', 'node_modules', '@tests', 'agent');
    expect(await readdir(folder)).toContain('done');
    await catalog.uninstall('paper');
    await fixture.server?.close();
    const shell = {
      postinstall: 'node ./setup.js && node ./other.js',
      preinstall: 'node other.js',
    };
    const other = await npmCatalog({ '1.0.0': tarball('1.0.0', { scripts: shell }, files) });
    await other.install('paper', installOptions());
    expect(await readdir(folder)).not.toEqual(expect.arrayContaining(['done']));
    expect(await readdir(folder)).not.toEqual(expect.arrayContaining(['evil']));
  });

  it('that needs another version of Node is not installed, with the reason', async () => {
    const engines = { node: '>=99.1' };
    const catalog = await npmCatalog({ '1.0.0': tarball('1.0.0', { engines }) });
    await expect(catalog.install('paper', installOptions())).rejects.toThrow(
      /Paper needs Node\.js >=99\.1, but v\d+\..*nodejs\.org/,
    );
    expect(await catalog.entry('paper')).toMatchObject({ state: { kind: 'needsInstall' } });
  });

  it('that needs another version of Node is not even downloaded', async () => {
    const engines = { node: '>=99.1' };
    const versions = { '1.0.0': tarball('1.0.0', { engines }) };
    const published = npmPackage('@tests/agent', versions, { engines });
    const catalog = await npmCatalog(versions, [npmAgent()], published);
    await expect(catalog.install('paper', installOptions())).rejects.toThrow(
      /Paper needs Node\.js >=99\.1/,
    );
    expect(fixture.server?.asked.filter(path => path.endsWith('.tgz'))).toEqual([]);
  });

  it('may contain a native program in place of a script', async () => {
    const files = { 'bin/native': '#!/bin/sh\necho native "$@"\n' };
    const content = tarball('1.0.0', { bin: { one: 'bin/native', two: 'bin/agent.js' } }, files);
    const catalog = await npmCatalog({ '1.0.0': content }, [npmAgent({ cmd: 'one' })]);
    await catalog.install('paper', installOptions());
    expect(await fixture.output(catalog, 'paper')).toBe('native --acp\n');
  });

  it('without a command is not installed', async () => {
    const catalog = await npmCatalog({ '1.0.0': tarball('1.0.0', { bin: {} }) });
    await expect(catalog.install('paper', installOptions())).rejects.toThrow(
      'has no command for Paper',
    );
    expect(await readdir(fixture.storage('agents'))).toEqual([]);
  });

  it('is not installed when npm fails, with the message of npm', async () => {
    const catalog = await npmCatalog({ '2.0.0': tarball('2.0.0') });
    await expect(catalog.install('paper', installOptions())).rejects.toThrow(
      /Installing Paper failed[^]*ETARGET/,
    );
    expect(await readdir(fixture.storage('agents'))).toEqual([]);
  });

  it('can be canceled while npm runs', async () => {
    const catalog = await npmCatalog({}, [npmAgent()], () => {}); // npm waits for an answer.
    const answers = fixture.server?.asked ?? [];
    const cancel = new AbortController();
    const installation = catalog.install('paper', installOptions({ signal: cancel.signal }));
    const cancelled = expect(installation).rejects.toThrow(CancellationError);
    await expect.poll(() => answers.length > 0, { timeout: 10_000 }).toBe(true);
    cancel.abort();
    await cancelled;
    expect(await readdir(fixture.storage('agents'))).toEqual([]);
  });
});
