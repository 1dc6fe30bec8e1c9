import type { AgentLaunch } from '../../core/catalog/agentLaunch.ts';
import { join } from 'node:path';
import { parseAgentSettings } from '../../core/catalog/agentSettings.ts';
import { createCatalogEntries, findCatalogEntry } from '../../core/catalog/catalogEntry.ts';
import type {
  CatalogEntry,
  FoundProgram,
  InstalledAgent,
} from '../../core/catalog/catalogEntry.ts';
import { getBuildTarget } from '../../core/catalog/installPlan.ts';
import type { InstallPlan, InstallEnvironment } from '../../core/catalog/installPlan.ts';
import { getNodeRuntime } from '../../core/catalog/nodeRuntime.ts';
import type { NodeRuntime } from '../../core/catalog/nodeRuntime.ts';
import { KNOWN_PROGRAMS } from '../../core/catalog/knownPrograms.ts';
import { UserError } from '../../core/errors.ts';
import { Emitter } from '../../core/event.ts';
import { resolveCommand } from '../process/resolveCommand.ts';
import type { CommandSearch, ProcessEnvironment } from '../process/resolveCommand.ts';
import type { Watchdog } from '../process/watchdog.ts';
import { AgentIcons } from './agentIcons.ts';
import { AgentStore } from './agentStore.ts';
import type { Fetch } from './download.ts';
import { installAgent } from './installAgent.ts';
import type { InstallOptions } from './installAgent.ts';
import { NodeRuntimeStore } from './nodeRuntimeStore.ts';
import { LIVE_REGISTRY_URL, RegistrySource } from './registrySource.ts';
import { t } from '../../core/l10n.ts';

export interface AgentCatalogOptions {
  /** Where agents and the registry are stored: a folder of the extension. */
  readonly storageFolder: string;
  readonly snapshotFile: string;
  /** The value of `accord.agents`, from the user's settings only. */
  readonly settings: () => unknown;
  readonly environment: () => Promise<ProcessEnvironment>;
  readonly workspaceRoots: () => readonly string[];
  readonly demo?: AgentLaunch;
  readonly watchdog?: Watchdog;
  readonly fetch?: Fetch;
  readonly registryUrl?: string;
  /** The Node that is downloaded where the user's own does not suit; tests replace it. */
  readonly nodeRuntime?: NodeRuntime;
}

/** All agents that the user can choose. Installs, updates and uninstalls them. */
export class AgentCatalog {
  readonly #options: AgentCatalogOptions;
  readonly #store: AgentStore;
  readonly #runtimes: NodeRuntimeStore;
  readonly #registry: RegistrySource;
  readonly #icons: AgentIcons;
  readonly #installing = new Map<string, Promise<InstalledAgent>>();
  readonly #changed = new Emitter<void>();
  /** Fires when an agent was installed, updated or removed, or the registry was refreshed. */
  readonly onDidChange = this.#changed.event;

  constructor(options: AgentCatalogOptions) {
    const { storageFolder, snapshotFile, fetch, registryUrl = LIVE_REGISTRY_URL } = options;
    this.#options = options;
    const agentsFolder = join(storageFolder, 'agents');
    const build = getBuildTarget(process.platform, process.arch);
    const runtime = options.nodeRuntime ?? (build && getNodeRuntime(build));
    this.#store = new AgentStore(agentsFolder);
    this.#runtimes = new NodeRuntimeStore(agentsFolder, runtime, fetch);
    this.#registry = new RegistrySource({
      snapshotFile,
      cacheFile: join(storageFolder, 'registry.json'),
      ...(fetch && { fetch }),
      url: registryUrl,
    });
    this.#icons = new AgentIcons({ file: join(storageFolder, 'icons.json'), registryUrl, fetch });
  }

  async entries(): Promise<readonly CatalogEntry[]> {
    const search = await this.#search();
    const [registry, icons, installed, found, machine, hasNode] = await Promise.all([
      this.#registry.read(),
      this.#icons.read(),
      this.#store.installed(),
      findPrograms(search),
      machineOf(search),
      hasCommand('node', search),
    ]);
    return createCatalogEntries({
      configured: parseAgentSettings(this.#options.settings()).agents,
      registry,
      icons,
      // Without the Node that they were installed with, agents are installed again, with a Node of ours.
      installed: installed.filter(({ command }) => hasNode || command !== 'node'),
      found,
      machine,
      installing: new Set(this.#installing.keys()),
      ...(this.#options.demo && { demo: this.#options.demo }),
    });
  }

  /** The agent with this id or name. Throws a `UserError` if there is none. */
  async entry(idOrName: string): Promise<CatalogEntry> {
    const entry = findCatalogEntry(await this.entries(), idOrName);
    if (!entry) {
      throw new UserError(
        t(
          'Agent "{0}" not found. Select one with "Accord: Select Agent", or add it to the accord.agents setting.',
          idOrName,
        ),
      );
    }
    return entry;
  }

  /** The problems in `accord.agents`, as sentences for the user. */
  settingsProblems(): readonly string[] {
    return parseAgentSettings(this.#options.settings()).problems;
  }

  /** Installs an agent, or updates it to the version in the registry. One installation per agent at a time. */
  async install(id: string, options: InstallOptions): Promise<InstalledAgent> {
    const entry = await this.entry(id);
    const running = this.#installing.get(entry.id);
    return running ?? this.#begin(this.#planFor(entry), options);
  }

  async uninstall(id: string): Promise<void> {
    await this.#store.remove(id);
    await this.#removeUnusedRuntimes();
    this.#changed.fire();
  }

  /** Fetches the registry, unless that was done within a day and `force` is not set. */
  async refresh(signal: AbortSignal, force = false): Promise<void> {
    await this.#registry.refresh(signal, force);
    this.#changed.fire();
    await this.#refreshIcons(signal);
  }

  /** Fetches the registry at most once a day, also if that fails. */
  async refreshDaily(signal: AbortSignal): Promise<void> {
    if (await this.#registry.refreshDaily(signal)) {
      this.#changed.fire();
      await this.#refreshIcons(signal);
    }
  }

  async #refreshIcons(signal: AbortSignal): Promise<void> {
    const { agents } = await this.#registry.read();
    if (await this.#icons.refresh(agents, signal)) {
      this.#changed.fire();
    }
  }

  #begin(plan: InstallPlan, options: InstallOptions): Promise<InstalledAgent> {
    const installation = this.#install(plan, options).finally(() => {
      this.#installing.delete(plan.id);
      this.#changed.fire();
    });
    this.#installing.set(plan.id, installation);
    this.#changed.fire();
    return installation;
  }

  async #install(plan: InstallPlan, options: InstallOptions): Promise<InstalledAgent> {
    const { workspaceRoots = [], environment } = await this.#search();
    const { watchdog, fetch } = this.#options;
    const own = { store: this.#store, runtimes: this.#runtimes };
    const context = { ...own, environment, workspaceRoots, watchdog, fetch };
    try {
      return await installAgent(plan, context, options);
    } finally {
      await this.#removeUnusedRuntimes();
    }
  }

  /** What cannot be deleted now is deleted after the next installation. */
  #removeUnusedRuntimes(): Promise<void> {
    return this.#runtimes.removeUnused(() => this.#store.usedRuntimes()).catch(() => {});
  }

  #planFor(entry: CatalogEntry): InstallPlan {
    const { state, name } = entry;
    if ('plan' in state && state.plan) {
      return state.plan;
    }
    throw new UserError(
      state.kind === 'unavailable'
        ? t("Can't install {0}. {1}", name, state.reason)
        : t("{0} doesn't need to be installed.", name),
    );
  }

  async #search(): Promise<CommandSearch> {
    return {
      environment: await this.#options.environment(),
      workspaceRoots: this.#options.workspaceRoots(),
    };
  }
}

async function findPrograms(search: CommandSearch): Promise<readonly FoundProgram[]> {
  const found = await Promise.all(
    KNOWN_PROGRAMS.map(async program => {
      const resolved = await resolveCommand(program.program, [], search);
      // For a shim of Windows, the user would consider the script the program.
      return resolved.kind === 'found'
        ? [{ program, path: resolved.args[0] ?? resolved.program }]
        : [];
    }),
  );
  return found.flat();
}

async function machineOf(search: CommandSearch): Promise<InstallEnvironment> {
  const [hasNpm, hasUv] = await Promise.all([hasCommand('npm', search), hasCommand('uv', search)]);
  return { build: getBuildTarget(process.platform, process.arch), hasNpm, hasUv };
}

const hasCommand = async (command: string, search: CommandSearch): Promise<boolean> =>
  (await resolveCommand(command, [], search)).kind === 'found';
