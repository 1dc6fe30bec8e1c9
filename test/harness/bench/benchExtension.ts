import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, stop as stopEsbuild } from 'esbuild';
import { inProject, root } from '../paths.ts';

const manifest = {
  name: 'inside',
  publisher: 'bench',
  version: '1.0.0',
  engines: { vscode: '^1.100.0' },
  main: './inside.cjs',
  activationEvents: ['onStartupFinished'],
};

/** Bundles a file of the project as a small extension and installs it next to the measured one. */
export async function installBenchExtension(file: string, extensions: string): Promise<void> {
  const folder = path.join(extensions, 'bench.inside-1.0.0');
  await mkdir(folder, { recursive: true });
  await bundle(file, path.join(folder, 'inside.cjs'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const list = path.join(extensions, 'extensions.json');
  const installed = JSON.parse(await readFile(list, 'utf8')) as unknown[];
  const entry = {
    identifier: { id: 'bench.inside' },
    version: manifest.version,
    location: { $mid: 1, path: folder, scheme: 'file' },
    relativeLocation: path.basename(folder),
    metadata: {},
  };
  await writeFile(list, JSON.stringify([...installed, entry]));
}

/** The extension host does not run TypeScript. */
async function bundle(file: string, outfile: string): Promise<void> {
  await build({
    stdin: {
      contents: `import { serveBenchCalls } from ${quoted('test/harness/bench/benchCalls.ts')};
import * as calls from ${quoted(file)};
export const activate = () => serveBenchCalls(calls);`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    sourcemap: 'inline',
    external: ['vscode'],
    logLevel: 'warning',
    logOverride: { 'empty-import-meta': 'silent' },
  });
  await stopEsbuild();
}

const quoted = (file: string): string => JSON.stringify(inProject(file));
