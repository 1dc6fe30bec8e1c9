import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { inProject, vsix } from '../harness/paths.ts';
import { zipEntries } from '../harness/zipEntries.ts';

/** Everything that users get. A new file is added here on purpose, not by accident. */
const shipped = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/LICENSE.txt',
  'extension/changelog.md',
  'extension/dist/demoAgent.cjs',
  'extension/dist/diffWorker.cjs',
  'extension/dist/extension.cjs',
  'extension/dist/highlighter.js',
  'extension/dist/notices.txt',
  'extension/dist/startup.cjs',
  'extension/dist/watchdog.cjs',
  'extension/dist/webview.css',
  'extension/dist/webview.js',
  'extension/l10n/bundle.l10n.json',
  'extension/media/accord.svg',
  'extension/media/icon.png',
  'extension/media/registry.json',
  'extension/package.json',
  'extension/package.nls.json',
  'extension/readme.md',
];

it('contains exactly these files', async () => {
  const names = zipEntries(await readFile(vsix));
  expect(names.toSorted()).toEqual(shipped.toSorted());
});

it('contains the licenses of all bundled packages', async () => {
  const notices = await readFile(inProject('dist/notices.txt'), 'utf8');
  const told = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+ \(.+\)$/gm)].map(([, name]) => name);
  expect(told).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
  expect(notices).toContain('Copyright (c) 2006, Ivan Sagalaev.'); // highlight.js
});
