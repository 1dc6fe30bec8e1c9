import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { cp, readFile, symlink } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { getSecretValues } from '../../src/core/redaction/redact.ts';
import { exceededFigures } from '../fakes/workBudget.ts';
import { packageFolder } from '../harness/packageExtension.ts';
import { inProject, vsix } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporaryFolder.ts';
import { readZip, zipEntries } from '../harness/zipEntries.ts';

/** All files in the package. A new file must be added here deliberately. */
const shipped = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/LICENSE.txt',
  'extension/changelog.md',
  'extension/dist/demoAgent.cjs',
  'extension/dist/diffWorker.cjs',
  'extension/dist/extension.cjs',
  'extension/dist/firstScript.js',
  'extension/dist/highlighter.js',
  'extension/dist/mcpBridge.cjs',
  'extension/dist/notices.txt',
  'extension/dist/sbom.json',
  'extension/dist/startup.cjs',
  'extension/dist/watchdog.cjs',
  'extension/dist/webview.css',
  'extension/dist/webview.js',
  'extension/l10n/bundle.l10n.de.json',
  'extension/l10n/bundle.l10n.es.json',
  'extension/l10n/bundle.l10n.fr.json',
  'extension/l10n/bundle.l10n.ja.json',
  'extension/l10n/bundle.l10n.json',
  'extension/l10n/bundle.l10n.zh-cn.json',
  'extension/media/accord.svg',
  'extension/media/icon.png',
  'extension/media/registry.json',
  'extension/media/walkthrough/agent.svg',
  'extension/media/walkthrough/context.svg',
  'extension/media/walkthrough/prompt.svg',
  'extension/media/walkthrough/review.svg',
  'extension/package.json',
  'extension/package.nls.de.json',
  'extension/package.nls.es.json',
  'extension/package.nls.fr.json',
  'extension/package.nls.ja.json',
  'extension/package.nls.json',
  'extension/package.nls.zh-cn.json',
  'extension/readme.md',
];

it('contains exactly these files', async () => {
  const names = zipEntries(await readFile(vsix));
  expect(names.toSorted()).toEqual(shipped.toSorted());
});

it('is as large as recorded', async () => {
  const bytes = await readFile(vsix);
  const bundles = [...readZip(bytes)].filter(([name]) => /\.(?:cjs|js|css)$/.test(name));
  const sizes = bundles.map(
    ([name, content]) => [`${path.basename(name)} bytes`, content.length] as const,
  );
  const figures = new Map([...sizes, ['package bytes', bytes.length]]);
  expect(exceededFigures('package', Object.fromEntries(figures))).toEqual([]);
});

it('copies the VS Code API once, not for each file that uses it', async () => {
  const bundle = await readFile(inProject('dist/extension.cjs'), 'utf8');
  expect(bundle.split('require("vscode")')).toHaveLength(2);
});

it('contains the licenses of all bundled packages', async () => {
  const notices = await readFile(inProject('dist/notices.txt'), 'utf8');
  const listed = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+ \(.+\)$/gm)].map(([, name]) => name);
  expect(listed).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
  expect(notices).toContain('Copyright (c) 2006, Ivan Sagalaev.'); // highlight.js
});

it('lists all bundled packages with version, license and hash in the SBOM', async () => {
  const sbom = JSON.parse(await readFile(inProject('dist/sbom.json'), 'utf8')) as {
    readonly bomFormat: string;
    readonly components: readonly {
      readonly name: string;
      readonly version: string;
      readonly licenses?: unknown;
      readonly hashes?: unknown;
    }[];
  };
  expect(sbom.bomFormat).toBe('CycloneDX');
  const listed = new Map(sbom.components.map(one => [one.name, one]));
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    expect(listed.get(name), name).toMatchObject({ version });
  }
  const notices = await readFile(inProject('dist/notices.txt'), 'utf8');
  for (const [, name = '', version] of notices.matchAll(/^(\S+) (\d+\.\d+\.\d+) \(.+\)$/gm)) {
    expect(listed.get(name), name).toMatchObject({ version });
  }
  expect(sbom.components.filter(one => !one.licenses || !one.hashes)).toEqual([]);
});

it('has a README whose links and images lead to files of the repository', async () => {
  const pages = new Map(readZip(await readFile(vsix)));
  const repository = manifest.repository.url.replace(/\.git$/, '');
  for (const name of ['extension/readme.md', 'extension/changelog.md']) {
    const text = pages.get(name)?.toString('utf8') ?? '';
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const own = targets.filter(target => new RegExp(`^${repository}/(?:blob|raw)/`).test(target));
    expect(targets.filter(target => !/^(?:https:|#)/.test(target))).toEqual([]);
    for (const target of own) {
      const [file = ''] = target.replace(/^.*?\/(?:blob|raw)\/HEAD\//, '').split('#');
      expect(existsSync(inProject(file)), target).toBe(true);
    }
    expect(own.length > 0 || name.includes('changelog')).toBe(true);
  }
});

/** The formats of real keys. The patterns of the redaction are broader, and match code that only mentions keys. */
const KEYS = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[A-Za-z0-9+/]{20}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bgh[opsur]_[A-Za-z0-9]{36}\b/,
  /\bgithub_pat_\w{60,}/,
  /\bsk-(?:ant|proj|or)-[\w-]{20,}/,
  /\b[sr]k_live_[A-Za-z0-9]{16,}/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /\bxox[abeoprs]-[\w-]{20,}/,
  /\bAIza[\w-]{35}\b/,
  /\beyJ[\w-]{16,}\.eyJ[\w-]{16,}\./,
];

it('contains no key, no secret of this machine and none of its paths', async () => {
  const variables = Object.entries(process.env).filter(([, value]) => (value ?? '').length >= 12);
  const secrets = getSecretValues(Object.fromEntries(variables) as Record<string, string>);
  for (const [name, bytes] of readZip(await readFile(vsix))) {
    const text = bytes.toString('latin1');
    expect(
      KEYS.filter(key => key.test(text)),
      name,
    ).toEqual([]);
    expect(secrets.filter(secret => text.includes(secret)).length, name).toBe(0);
    for (const place of [`${homedir()}/`, inProject(), hostname()].filter(one => one.length > 8)) {
      expect(text.includes(place), `${name}: ${place}`).toBe(false);
    }
  }
});

it('is the same to the byte when it is built again in another folder', async () => {
  const folder = await temporaryFolder('again');
  for (const name of [
    'src',
    'media',
    'l10n',
    '.esbuild.mjs',
    '.vscodeignore',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
    ...globSync('package.nls*.json', { cwd: inProject() }),
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
  ]) {
    await cp(inProject(name), path.join(folder, name), { recursive: true });
  }
  await symlink(inProject('node_modules'), path.join(folder, 'node_modules'));
  const again = path.join(folder, 'again.vsix');
  await packageFolder(folder, again);
  const [first, second] = await Promise.all([vsix, again].map(file => readFile(file)));
  const hashes = [first, second].map(archive =>
    [...readZip(archive ?? Buffer.alloc(0))].map(([name, bytes]) => [name, hash(bytes)]),
  );
  expect(hashes[1]).toEqual(hashes[0]);
  expect(hash(second ?? '')).toBe(hash(first ?? ''));
});

const hash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
