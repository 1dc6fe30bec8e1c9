import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { build, stop as stopEsbuild } from 'esbuild';
import { chromium } from 'playwright-core';
import { browserLaunch } from '../browser/browserLaunch.ts';
import { parseMessages, type HostResult } from './hostResults.ts';
import { createTemporaryFolder, removeFolder } from '../createTemporaryFolder.ts';
import { inProject, root } from '../paths.ts';
import { startVSCode } from './vscodeServer.ts';
import { openWorkbench, windowAddress } from './workbench.ts';
import { sampleWorkspace } from './sampleWorkspace.ts';
import { waitUntil } from '../waitUntil.ts';

const TIME_LIMIT_MS = 20 * 60 * 1000;

/** The bundled suite that VS Code's extension host is told to run. */
export const hostSuiteScript = inProject('out', 'host', 'run.cjs');

const resultsFile = inProject('out', 'host', 'results.jsonl');

/** The environment of the suite, both in the browser and on the desktop. */
export const hostEnvironment = (filter: string): Record<string, string> => ({
  ACCORD_HOST_RESULTS: resultsFile,
  ACCORD_HOST_FILTER: filter,
  ACCORD_NODE: process.execPath,
  ACCORD_FAKES: inProject('test/fakes'),
});

/** Bundles test/host, because the extension host does not run TypeScript. */
export async function buildHostSuite(): Promise<void> {
  await rm(path.dirname(resultsFile), { recursive: true, force: true });
  await mkdir(path.dirname(resultsFile), { recursive: true });
  await build({
    entryPoints: [
      inProject('test/host/run.ts'),
      ...globSync('test/host/**/*.test.ts', { cwd: root }),
    ],
    absWorkingDir: root,
    outdir: path.dirname(hostSuiteScript),
    outbase: inProject('test/host'),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
    // `import.meta` is not used in the bundle: the runner passes the path of the sources.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  await stopEsbuild();
}

/** Runs test/host inside the extension host of a real VS Code, with the extension under development. */
export async function runHostSuite(
  filter: string,
  onResult: (result: HostResult) => void,
): Promise<void> {
  await buildHostSuite();
  const workspace = await sampleWorkspace();
  const extensions = await createTemporaryFolder('extensions'); // VS Code writes into it.
  await cp(inProject('test/fakes/extensions'), extensions, { recursive: true });
  const env = hostEnvironment(filter);
  const server = await startVSCode({ testDriver: true, env, extensions });
  const browser = await chromium.launch(await browserLaunch());
  try {
    const address = windowAddress(server, workspace.folder, {
      extension: root,
      suite: hostSuiteScript,
    });
    await openWorkbench(await browser.newPage(), address);
    await readResults(onResult);
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    await browser.close();
    await server.stop();
    await removeFolder(extensions);
    await workspace.remove();
  }
}

/** Reports each result as the suite writes it, until the suite has ended. */
export async function readResults(onResult: (result: HostResult) => void): Promise<void> {
  let reported = 0;
  const hasEnded = async (): Promise<boolean> => {
    const text = await readFile(resultsFile, 'utf8').catch(() => ''); // The suite has not started yet.
    const messages = parseMessages(text).slice(reported);
    reported += messages.length;
    for (const message of messages) {
      if (message.kind !== 'ended') {
        onResult(message);
      }
    }
    return messages.some(({ kind }) => kind === 'ended');
  };
  await waitUntil(hasEnded, TIME_LIMIT_MS).catch((error: unknown) => {
    throw new Error('The host suite did not end in time.', { cause: error });
  });
}
