import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as z from 'zod';
import type { InstalledAgent } from '../../core/catalog/catalogEntry.ts';
import type { InstallPlan } from '../../core/catalog/installPlan.ts';
import { AGENT_ID, AGENT_VERSION, isInnerPath } from '../../core/catalog/registry.ts';
import { CrossProcessMutex } from '../disk/crossProcessMutex.ts';
import { exists } from '../disk/exists.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import { getRuntimeProgram } from './nodeRuntimeStore.ts';
import { localizable, t } from '../../core/l10n.ts';

/** The result of an installer: a program, and possibly a script that it runs, with absolute paths. */
export interface InstalledProgram {
  readonly program: string;
  readonly script?: string;
  /** The version of our Node that runs the script, if it is not the user's own. */
  readonly runtime?: string;
}

/** Installs an agent into a folder. */
type Fill = (folder: string) => Promise<InstalledProgram>;

const BUSY = localizable('Another window is installing this agent. Try again when it finishes.');
const STAGING_PREFIX = '.aside-';
const STAGING_MAX_AGE_MS = 24 * 60 * 60 * 1000;
const RECORD = 'accord.json';
const CURRENT = 'current';

/**
 * The installed agents, each in its own folder with a subfolder per version: `<id>/<version>/accord.json` describes a
 * complete version, `<id>/current` names the one in use.
 */
export class AgentStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The version in use of each agent. */
  async installed(): Promise<readonly InstalledAgent[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const ids = names.filter(name => AGENT_ID.safeParse(name).success);
    const agents = await Promise.all(ids.map(id => this.#current(id)));
    return agents.filter(agent => agent !== undefined);
  }

  /** Installs into a temporary folder, which is moved into place only when it is complete. */
  add(plan: InstallPlan, fill: Fill, signal?: AbortSignal): Promise<InstalledAgent> {
    return this.#runExclusive(plan, () => this.#add(plan, fill), signal);
  }

  /** For installations that cannot be moved. The record is written last, so that it marks a complete one. */
  addInPlace(plan: InstallPlan, fill: Fill, signal?: AbortSignal): Promise<InstalledAgent> {
    return this.#runExclusive(plan, () => this.#addInPlace(plan, fill), signal);
  }

  /** Deletes the agent's folder, and nothing else. */
  async remove(id: string): Promise<void> {
    await rm(join(this.#folder, AGENT_ID.parse(id)), { recursive: true, force: true });
  }

  /**
   * The versions of our Node that agents use, including versions of agents that may still be running. Undefined while an
   * installation is running, since it may be about to use one.
   */
  async usedRuntimes(): Promise<ReadonlySet<string> | undefined> {
    const names = await readdir(this.#folder);
    if (names.some(name => name.startsWith(STAGING_PREFIX))) {
      return undefined;
    }
    const ids = names.filter(name => AGENT_ID.safeParse(name).success);
    const versions = await Promise.all(
      ids.map(async id => (await readdir(join(this.#folder, id))).map(name => join(id, name))),
    );
    const records = await Promise.all(
      versions.flat().map(version => parseRecord(join(this.#folder, version))),
    );
    return new Set(records.flatMap(one => one?.runtime ?? []));
  }

  /** Two windows that install the same agent at the same time do so one after the other. */
  async #runExclusive<T>(
    { id }: InstallPlan,
    work: () => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    await mkdir(this.#folder, { recursive: true });
    return new CrossProcessMutex(join(this.#folder, `.lock-${AGENT_ID.parse(id)}`), BUSY).run(
      work,
      signal,
    );
  }

  async #add(plan: InstallPlan, fill: Fill): Promise<InstalledAgent> {
    await this.#removeOldStaging();
    const staging = join(this.#folder, `${STAGING_PREFIX}${randomUUID()}`);
    await mkdir(staging, { recursive: true });
    try {
      await writeRecord(plan, await fill(staging), staging);
      await mkdir(join(this.#folder, plan.id), { recursive: true });
      const versionFolder = this.#versionFolder(plan.id, plan.version);
      // A version that is already there may be running. Another Node makes it another installation.
      if ((await recordText(versionFolder)) !== (await recordText(staging))) {
        await rm(versionFolder, { recursive: true, force: true });
        await rename(staging, versionFolder);
      }
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
    return this.#use(plan);
  }

  async #addInPlace(plan: InstallPlan, fill: Fill): Promise<InstalledAgent> {
    const versionFolder = this.#versionFolder(plan.id, plan.version);
    if (!(await exists(join(versionFolder, RECORD)))) {
      await rm(versionFolder, { recursive: true, force: true });
      await mkdir(versionFolder, { recursive: true });
      try {
        await writeRecord(plan, await fill(versionFolder), versionFolder);
      } catch (error) {
        await rm(versionFolder, { recursive: true, force: true });
        throw error;
      }
    }
    return this.#use(plan);
  }

  async #use({ id, version }: InstallPlan): Promise<InstalledAgent> {
    const before = await this.#currentVersion(id);
    const pointer = join(this.#folder, id, CURRENT);
    await writeFileAtomic(pointer, version);
    // The previous version may still be running; older ones are not needed any more.
    const kept = new Set([version, before, CURRENT]);
    const names = await readdir(join(this.#folder, id));
    const old = names.filter(name => !kept.has(name));
    await Promise.all(
      old.map(name => rm(join(this.#folder, id, name), { recursive: true, force: true })),
    );
    const agent = await this.#current(id);
    if (!agent) {
      throw new Error(t("{0} {1} was installed but can't be read.", id, version));
    }
    return agent;
  }

  async #current(id: string): Promise<InstalledAgent | undefined> {
    const version = await this.#currentVersion(id);
    return version === undefined ? undefined : this.#read(this.#versionFolder(id, version), id);
  }

  async #currentVersion(id: string): Promise<string | undefined> {
    const text = await readFile(join(this.#folder, id, CURRENT), 'utf8').catch(() => '');
    return AGENT_VERSION.safeParse(text).data;
  }

  /** An agent whose Node of ours is gone counts as not installed, so that installing it again repairs it. */
  async #read(folder: string, id: string): Promise<InstalledAgent | undefined> {
    const value = await parseRecord(folder);
    if (value?.id !== id) {
      return undefined;
    }
    const { name, version, env, program, onPath, script, runtime } = value;
    const node = runtime && getRuntimeProgram(this.#folder, runtime);
    const command = node ?? (onPath ? program : join(folder, program));
    const args = script ? [join(folder, script), ...value.args] : value.args;
    return node && !(await exists(node)) ? undefined : { id, name, version, command, args, env };
  }

  #versionFolder(id: string, version: string): string {
    return join(this.#folder, AGENT_ID.parse(id), AGENT_VERSION.parse(version));
  }

  /** Deletes what a crash left behind. Recent folders may belong to another window. */
  async #removeOldStaging(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter(one => one.startsWith(STAGING_PREFIX))) {
      const stats = await stat(join(this.#folder, name)).catch(() => undefined);
      if (stats && Date.now() - stats.mtimeMs > STAGING_MAX_AGE_MS) {
        await rm(join(this.#folder, name), { recursive: true, force: true });
      }
    }
  }
}

const innerPath = z.string().refine(isInnerPath);

const record = z.object({
  id: AGENT_ID,
  name: z.string(),
  version: AGENT_VERSION,
  /** A path inside the folder, or with `onPath` the name of one of the user's programs. */
  program: innerPath,
  onPath: z.boolean(),
  script: innerPath.optional(),
  runtime: AGENT_VERSION.optional(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
});

async function writeRecord(
  plan: InstallPlan,
  installed: InstalledProgram,
  folder: string,
): Promise<void> {
  const inner = (path: string): string => relative(folder, path).replaceAll(sep, '/');
  const onPath = !installed.program.includes(sep);
  const { id, name, version, args, env } = plan;
  const value: z.infer<typeof record> = {
    id,
    name,
    version,
    args: [...args],
    env: { ...env },
    onPath,
    program: onPath ? installed.program : inner(installed.program),
    ...(installed.script && { script: inner(installed.script) }),
    ...(installed.runtime && { runtime: installed.runtime }),
  };
  await writeFile(join(folder, RECORD), JSON.stringify(record.parse(value), undefined, 2));
}

/** Undefined if it is not ours, or not complete, and counts as not installed. */
async function parseRecord(folder: string): Promise<z.infer<typeof record> | undefined> {
  try {
    return record.parse(JSON.parse(await recordText(folder)));
  } catch {
    return undefined;
  }
}

const recordText = (folder: string): Promise<string> =>
  readFile(join(folder, RECORD), 'utf8').catch(() => '');
