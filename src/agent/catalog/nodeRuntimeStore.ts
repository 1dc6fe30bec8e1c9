import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { getTarballUrl } from '../../core/catalog/nodeRuntime.ts';
import type { NodeRuntime } from '../../core/catalog/nodeRuntime.ts';
import { AGENT_VERSION } from '../../core/catalog/registry.ts';
import { CancellationError, getErrorMessage, UserError } from '../../core/errors.ts';
import { CrossProcessMutex } from '../disk/crossProcessMutex.ts';
import { exists } from '../disk/exists.ts';
import { createWriteError } from './download.ts';
import type { Fetch } from './download.ts';
import { downloadArchive } from './downloadArchive.ts';
import type { InstallProgress } from './downloadArchive.ts';
import { runTool } from './runTool.ts';
import type { ToolContext } from './runTool.ts';
import { localizable, t } from '../../core/l10n.ts';

const BUSY = localizable('Another window is downloading Node.js. Try again when it finishes.');
const FOLDER = '.node';
const LOCK = '.lock.node';
const STAGING = '.aside';
const NODE = process.platform === 'win32' ? 'node.exe' : 'node';

/** More than half of the files: the headers of Node, the manuals of npm. */
const NOT_NEEDED = /^package\/(?:docs|include|man|share)\//;

/** A request for Node. */
export interface RuntimeTask {
  readonly runtime: NodeRuntime;
  /** The address of the npm registry. */
  readonly registry: string;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: InstallProgress) => void) | undefined;
  readonly context: ToolContext;
}

/** The program of a version of Node below the folder of the agents. */
export const getRuntimeProgram = (agentsFolder: string, version: string): string =>
  join(agentsFolder, FOLDER, version, 'node', 'package', 'bin', NODE);

/**
 * The Node that we download for agents if the user has none or an unsuitable one: a folder per version beside the agents,
 * which all of them share. It is moved into place only when it is complete.
 */
export class NodeRuntimeStore {
  /** The Node for this machine. Undefined if there is none for its platform. */
  readonly runtime: NodeRuntime | undefined;
  readonly #agentsFolder: string;
  readonly #folder: string;
  readonly #fetch: Fetch | undefined;

  constructor(agentsFolder: string, runtime: NodeRuntime | undefined, fetch?: Fetch) {
    this.runtime = runtime;
    this.#agentsFolder = agentsFolder;
    this.#folder = join(agentsFolder, FOLDER);
    this.#fetch = fetch;
  }

  getNode(version: string): string {
    return getRuntimeProgram(this.#agentsFolder, version);
  }

  /** The script of npm, which this Node runs. */
  getNpm(version: string): string {
    return join(this.#folder, version, 'npm', 'package', 'bin', 'npm-cli.js');
  }

  async isDownloaded({ version }: NodeRuntime): Promise<boolean> {
    return (await exists(this.getNode(version))) && exists(this.getNpm(version));
  }

  /** Downloads Node, unless it is there and runs. Two windows do so one after the other. */
  async ensure(task: RuntimeTask): Promise<void> {
    try {
      await this.#runExclusive(async () => {
        if (!(await this.#isComplete(task))) {
          await this.#add(task);
        }
      }, task.signal);
    } catch (error) {
      throw error instanceof UserError || error instanceof CancellationError
        ? error
        : createWriteError(this.#folder, error);
    }
  }

  /** Deletes the versions that no agent uses. `getUsed` returns undefined if some agent may be about to use one. */
  async removeUnused(getUsed: () => Promise<ReadonlySet<string> | undefined>): Promise<void> {
    if (!(await exists(this.#folder))) {
      return;
    }
    await this.#runExclusive(async () => {
      const used = await getUsed();
      const names = await readdir(this.#folder);
      const unused = names.filter(
        name => AGENT_VERSION.safeParse(name).success && !used?.has(name),
      );
      await Promise.all((used ? unused : []).map(version => remove(join(this.#folder, version))));
      await removeIfEmpty(this.#folder);
    });
  }

  async #runExclusive(work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    await mkdir(this.#agentsFolder, { recursive: true });
    await new CrossProcessMutex(join(this.#agentsFolder, LOCK), BUSY).run(work, signal);
  }

  /** Whether Node is there and runs. If it is damaged, it is downloaded again. */
  async #isComplete(task: RuntimeTask): Promise<boolean> {
    if (!(await this.isDownloaded(task.runtime))) {
      return false;
    }
    try {
      await checkProgram(this.getNode(task.runtime.version), task);
      return true;
    } catch (error) {
      if (error instanceof CancellationError) {
        throw error;
      }
      return false;
    }
  }

  async #add(task: RuntimeTask): Promise<void> {
    const staging = join(this.#folder, STAGING);
    await remove(staging); // A crash may have left something behind. Nobody else is at work.
    await mkdir(staging, { recursive: true });
    try {
      const node = await this.#download(task, 'node', staging);
      await this.#download(task, 'npm', staging);
      await checkProgram(node, task);
      const folder = join(this.#folder, task.runtime.version);
      await remove(folder);
      await rename(staging, folder);
    } finally {
      await remove(staging);
      await removeIfEmpty(this.#folder);
    }
  }

  #download(task: RuntimeTask, part: 'node' | 'npm', staging: string): Promise<string> {
    const { runtime, registry, signal, onProgress } = task;
    return downloadArchive({
      name: 'Node.js',
      url: getTarballUrl(registry, runtime[part]),
      integrity: runtime[part].integrity,
      cmd: `package/bin/${part === 'node' ? NODE : 'npm-cli.js'}`,
      folder: join(staging, part),
      skip: NOT_NEEDED,
      signal,
      onProgress: step => onProgress?.({ ...step, message: t('Node.js: {0}', step.message) }),
      ...(this.#fetch && { fetch: this.#fetch }),
    });
  }
}

/** A system may lack a library that Node needs, and a file may be damaged. */
async function checkProgram(program: string, task: RuntimeTask): Promise<void> {
  const { version } = task.runtime;
  const lines: string[] = [];
  try {
    const doing = t('Checking Node.js');
    const { signal, context } = task;
    const onLine = (line: string): unknown => lines.push(line);
    const args = ['--version'];
    await runTool({ doing, command: program, args, cwd: tmpdir(), signal, onLine }, context);
  } catch (error) {
    throw error instanceof CancellationError
      ? error
      : createRuntimeError(version, getErrorMessage(error));
  }
  if (!lines.includes(`v${version}`)) {
    throw createRuntimeError(version, lines[0] ?? '');
  }
}

const createRuntimeError = (version: string, reason: string): UserError =>
  new UserError(
    t(
      "Node.js {0} doesn't run on this machine. Nothing was installed. Install Node.js from https://nodejs.org, then reload the window.\n{1}",
      version,
      reason,
    ),
  );

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** Fails for a folder with content, which stays. */
const removeIfEmpty = (folder: string): Promise<void> => rmdir(folder).catch(() => {});
