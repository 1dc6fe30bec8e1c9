import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { NodeRuntime } from '../../core/catalog/nodeRuntime.ts';
import { isInnerPath } from '../../core/catalog/registry.ts';
import { CancellationError, UserError } from '../../core/errors.ts';
import { systemProgramFiles } from '../process/programFiles.ts';
import type { InstalledProgram } from './agentStore.ts';
import type { InstallOptions } from './installAgent.ts';
import type { NodeRuntimeStore } from './nodeRuntimeStore.ts';
import { NodeSelector } from './nodeSelector.ts';
import type { ToolCommand, ReadLines } from './nodeSelector.ts';
import { runTool } from './runTool.ts';
import type { ToolContext } from './runTool.ts';
import { t } from '../../core/l10n.ts';

/** A package of one exact version, to be installed into an empty folder. */
export interface PackageInstallation {
  readonly name: string;
  readonly spec: string;
  readonly cmd?: string | undefined;
  /** The Node to download first, since the user has no npm. */
  readonly runtime?: NodeRuntime | undefined;
  readonly folder: string;
}

interface NpmContext extends ToolContext {
  readonly runtimes: NodeRuntimeStore;
}

/**
 * Installs an npm package into its own folder. `npx` would do it at each start, in the workspace, where a planted
 * .npmrc or node_modules could decide what runs. Install scripts of dependencies do not run; the package's own script
 * does, since some packages fetch their program with it.
 */
export async function installNpmPackage(
  task: PackageInstallation,
  context: NpmContext,
  options: Pick<InstallOptions, 'signal' | 'onProgress' | 'confirmNode'>,
): Promise<InstalledProgram> {
  const { folder, name, spec } = task;
  const { signal, onProgress } = options;
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  let fetched = 0;
  const doing = t('Installing {0}', name);
  const run = ([command, args]: ToolCommand, cwd: string): Promise<void> =>
    runTool({ doing, command, args, cwd, signal, onLine: count }, context);
  const count = (line: string): void => {
    fetched += line.includes('http fetch') ? 1 : 0;
    const message = fetched === 1 ? t('1 file downloaded') : t('{0} files downloaded', fetched);
    onProgress?.({ message });
  };
  const readLines = (command: string, args: readonly string[]): Promise<readonly string[]> =>
    readOutput({ doing, command, args, cwd: folder, signal }, context);
  onProgress?.({ message: t('Checking requirements') });
  const node = new NodeSelector({ ...options, agentName: name, readLines, ...context, context });
  if (task.runtime) {
    await node.requireRuntime();
  }
  await node.require(await getPublishedRange(spec, node, readLines));
  await run(node.npm('install', ...NPM_OPTIONS, '--prefix', folder, '--', spec), folder);
  const home = join(folder, 'node_modules', ...packageName(spec).split('/'));
  const manifest = await readManifest(home, spec);
  await node.require(manifest.engines?.node);
  const script = ownScript(manifest);
  if (script) {
    onProgress?.({ message: t('Setting up') });
    await run(node.node(script), home);
  }
  return entryPoint(home, manifest, task, node.runtime);
}

const NPM_OPTIONS = [
  '--ignore-scripts',
  '--save-exact',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--no-update-notifier',
  '--loglevel=http',
];

const manifestShape = z.object({
  name: z.string(),
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
  engines: z
    .object({ node: z.string().max(200).optional() })
    .optional()
    .catch(undefined),
  scripts: z.object({ postinstall: z.string().optional() }).optional().catch(undefined),
});

type Manifest = z.infer<typeof manifestShape>;

async function readManifest(home: string, spec: string): Promise<Manifest> {
  const manifest = manifestShape.parse(
    JSON.parse(await readFile(join(home, 'package.json'), 'utf8')),
  );
  if (spec !== `${manifest.name}@${manifest.version}`) {
    throw new UserError(
      t(
        'npm returned {0}@{1} instead of {2}. Nothing was installed.',
        manifest.name,
        manifest.version,
        spec,
      ),
    );
  }
  return manifest;
}

async function readOutput(
  task: Omit<Parameters<typeof runTool>[0], 'onLine'>,
  context: ToolContext,
): Promise<readonly string[]> {
  const lines: string[] = [];
  await runTool({ ...task, onLine: line => lines.push(line) }, context);
  return lines;
}

/** The versions of Node that the published package supports. Known before any of its files is downloaded. */
async function getPublishedRange(
  spec: string,
  node: NodeSelector,
  readLines: ReadLines,
): Promise<string | undefined> {
  const args = ['view', '--json', '--no-update-notifier', '--', spec, 'engines.node'];
  try {
    const lines = await readLines(...node.npm(...args));
    // A warning of npm may come before the value.
    return z
      .string()
      .max(200)
      .safeParse(JSON.parse(lines.findLast(isJsonString) ?? 'null')).data;
  } catch (error) {
    if (error instanceof CancellationError) {
      throw error;
    }
    return undefined; // The installation itself reports what is wrong.
  }
}

const isJsonString = (line: string): boolean => /^".*"$/.test(line.trim());

/** Only in its simple form, `node file`: nothing is run through a shell. */
function ownScript({ scripts }: Manifest): string | undefined {
  const [, script] =
    /^node (?:\.\/)?([\w./-]+\.[cm]?js)(?: \|\| true)?$/.exec(scripts?.postinstall ?? '') ?? [];
  return script && isInnerPath(script) ? script : undefined;
}

async function entryPoint(
  home: string,
  manifest: Manifest,
  { name, cmd, spec }: PackageInstallation,
  runtime: string | undefined,
): Promise<InstalledProgram> {
  const path = binOf(manifest, cmd);
  if (!path || !isInnerPath(path)) {
    throw new UserError(t('{0} has no command for {1}. Nothing was installed.', spec, name));
  }
  const file = join(home, ...path.replace(/^\.\//, '').split('/'));
  // A package may also contain a native program in place of its script.
  if (/^#!.*\bnode\b/.test(await systemProgramFiles.readHead(file)) || /\.[cm]?js$/.test(file)) {
    return { program: 'node', script: file, ...(runtime && { runtime }) };
  }
  await chmod(file, 0o755);
  return { program: file };
}

/** Chooses like `npx`: the named one, the only one, or the one with the name of the package. */
function binOf({ name, bin = {} }: Manifest, cmd: string | undefined): string | undefined {
  const plainName = name.split('/').at(-1) ?? name;
  const bins = typeof bin === 'string' ? { [plainName]: bin } : bin;
  if (cmd) {
    return bins[cmd];
  }
  const paths = [...new Set(Object.values(bins))];
  return paths.length === 1 ? paths[0] : bins[plainName];
}

const packageName = (spec: string): string => spec.slice(0, spec.lastIndexOf('@'));
