import type { AgentLaunch } from './agentLaunch.ts';
import type { ConfiguredAgent } from './agentSettings.ts';
import { createInstallPlan, getListedReason } from './installPlan.ts';
import type { InstallPlan, InstallEnvironment } from './installPlan.ts';
import type { KnownProgram } from './knownPrograms.ts';
import type { Registry, RegistryAgent } from './registry.ts';
import { popularityRank } from './popularAgents.ts';
import { t } from '../l10n.ts';

export type CatalogEntryState =
  | { readonly kind: 'ready'; readonly launch: AgentLaunch }
  /** The user's own installation, which we do not update; ours can be installed beside it. */
  | {
      readonly kind: 'found';
      readonly launch: AgentLaunch;
      readonly path: string;
      readonly plan?: InstallPlan;
    }
  | { readonly kind: 'needsInstall'; readonly plan: InstallPlan; readonly note?: string }
  | { readonly kind: 'installing'; readonly plan: InstallPlan }
  | {
      readonly kind: 'updateAvailable';
      readonly launch: AgentLaunch;
      readonly from: string;
      readonly plan: InstallPlan;
    }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** An agent that the user can choose. */
export interface CatalogEntry {
  /** The registry's id, or the name in the settings. */
  readonly id: string;
  readonly name: string;
  readonly source: 'settings' | 'registry' | 'path' | 'demo';
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly authors?: readonly string[];
  /** Its icon from the registry, rebuilt by us, as the text of an SVG. */
  readonly icon?: string;
  readonly state: CatalogEntryState;
}

/** A version of an agent that we have installed. */
export interface InstalledAgent {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A known program on the user's PATH. */
export interface FoundProgram {
  readonly program: KnownProgram;
  readonly path: string;
}

export interface CatalogSources {
  readonly configured: readonly ConfiguredAgent[];
  readonly registry: Registry;
  /** The icons of agents in the registry, by their ids. */
  readonly icons?: ReadonlyMap<string, string>;
  readonly installed: readonly InstalledAgent[];
  readonly found: readonly FoundProgram[];
  /** The ids of agents that are being installed. */
  readonly installing: ReadonlySet<string>;
  readonly machine: InstallEnvironment;
  readonly demo?: AgentLaunch;
}

/** Merges the agents of all sources: those of the settings first, then those on this machine, then the popular ones. */
export function createCatalogEntries(sources: CatalogSources): readonly CatalogEntry[] {
  const own = sources.configured.filter(agent => agent.kind !== 'registry').map(settingsEntry);
  const registered = [
    ...sources.registry.agents.map(agent => registryEntry(agent, sources)),
    ...otherEntries(sources),
  ].map(entry => withConfiguredVariables(entry, sources));
  const demo: CatalogEntry[] = sources.demo
    ? [createEntry('demo', sources.demo.name, 'demo', { kind: 'ready', launch: sources.demo })]
    : [];
  const taken = new Set(own.map(entry => entry.id));
  const rest = [...registered, ...demo].filter(entry => !taken.has(entry.id));
  return [...own, ...rest.toSorted(compareEntries)];
}

/** Finds an agent by its id or else by its name. */
export function findCatalogEntry(
  entries: readonly CatalogEntry[],
  idOrName: string,
): CatalogEntry | undefined {
  return (
    entries.find(entry => entry.id === idOrName) ??
    entries.find(entry => entry.name.toLowerCase() === idOrName.toLowerCase())
  );
}

/** How the agent can be started, if it is available. */
export function getAgentLaunch({ state }: CatalogEntry): AgentLaunch | undefined {
  return 'launch' in state ? state.launch : undefined;
}

function settingsEntry(agent: Exclude<ConfiguredAgent, { kind: 'registry' }>): CatalogEntry {
  return createEntry(agent.name, agent.name, 'settings', { kind: 'ready', launch: agent });
}

function registryEntry(agent: RegistryAgent, sources: CatalogSources): CatalogEntry {
  const { id, name, version, description, license, authors } = agent;
  const icon = sources.icons?.get(id);
  const about = {
    ...(icon && { icon }),
    ...(description && { description }),
    ...(license && { license }),
    ...(authors.length > 0 && { authors }),
  };
  const state = stateOf({ id, name }, createInstallPlan(agent, sources.machine), sources);
  const shown = state.kind === 'updateAvailable' ? state.from : version;
  const source = state.kind === 'found' ? 'path' : 'registry';
  // The version of the user's own installation is unknown until it is started.
  return {
    ...createEntry(id, name, source, state),
    ...(source === 'registry' && { version: shown }),
    ...about,
  };
}

/** Agents without a distribution in the registry: only listed, found on the PATH, or installed from an older registry. */
function otherEntries(sources: CatalogSources): readonly CatalogEntry[] {
  const { registry, found, installed, machine } = sources;
  const known = new Set(registry.agents.map(agent => agent.id));
  const others = new Map<string, { id: string; name: string; reason: string }>();
  for (const agent of registry.listed) {
    others.set(agent.id, { ...agent, reason: getListedReason(agent, machine) });
  }
  for (const { id, name } of [...found.map(one => one.program), ...installed]) {
    others.set(id, others.get(id) ?? { id, name, reason: t('Not in the registry.') });
  }
  return [...others.values()]
    .filter(agent => !known.has(agent.id))
    .map(({ id, name, reason }) => {
      const state = stateOf({ id, name }, reason, sources);
      return createEntry(id, name, state.kind === 'found' ? 'path' : 'registry', state);
    });
}

function stateOf(
  agent: { readonly id: string; readonly name: string },
  plan: InstallPlan | string,
  sources: CatalogSources,
): CatalogEntryState {
  const installed = sources.installed.find(one => one.id === agent.id);
  const foundHere = sources.found.filter(one => one.program.id === agent.id);
  const direct = foundHere.find(one => one.program.args);
  if (typeof plan !== 'string' && sources.installing.has(agent.id)) {
    return { kind: 'installing', plan };
  }
  if (installed) {
    const { command, args, env } = installed;
    const launch: AgentLaunch = { kind: 'command', name: agent.name, command, args, env };
    return typeof plan === 'string' || plan.version === installed.version
      ? { kind: 'ready', launch }
      : { kind: 'updateAvailable', launch, from: installed.version, plan };
  }
  if (direct) {
    return foundState(agent.name, direct, plan);
  }
  if (typeof plan === 'string') {
    return { kind: 'unavailable', reason: plan };
  }
  const [adapterNeeded] = foundHere;
  return adapterNeeded
    ? { kind: 'needsInstall', plan, note: t('Found {0}. Needs its adapter.', adapterNeeded.path) }
    : { kind: 'needsInstall', plan };
}

/** The program is started by its name, so that the PATH is searched at each start. */
function foundState(
  name: string,
  { program, path }: FoundProgram,
  plan: InstallPlan | string,
): CatalogEntryState {
  const { program: command, args = [] } = program;
  const launch: AgentLaunch = { kind: 'command', name, command, args, env: {} };
  return { kind: 'found', path, launch, ...(typeof plan !== 'string' && { plan }) };
}

/** Adds the environment variables that the settings specify for an agent of the registry. */
function withConfiguredVariables(
  entry: CatalogEntry,
  { configured }: CatalogSources,
): CatalogEntry {
  const own = configured.find(
    agent => agent.kind === 'registry' && (agent.id === entry.id || agent.name === entry.name),
  );
  const launch = getAgentLaunch(entry);
  return own?.kind === 'registry' && launch?.kind === 'command' && 'launch' in entry.state
    ? {
        ...entry,
        state: { ...entry.state, launch: { ...launch, env: { ...launch.env, ...own.env } } },
      }
    : entry;
}

function createEntry(
  id: string,
  name: string,
  source: CatalogEntry['source'],
  state: CatalogEntryState,
): CatalogEntry {
  return { id, name, source, state };
}

const compareEntries = (a: CatalogEntry, b: CatalogEntry): number =>
  rank(a) - rank(b) || popularityRank(a.id) - popularityRank(b.id) || compareNames(a.name, b.name);

function rank({ state, source }: CatalogEntry): number {
  if (source === 'demo') {
    return 3;
  }
  switch (state.kind) {
    case 'ready':
    case 'updateAvailable':
    case 'installing':
      return 0;
    case 'found':
      return 1;
    case 'needsInstall':
      return state.note ? 2 : 4;
    case 'unavailable':
      return 5;
  }
}

const compareNames = (a: string, b: string): number => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);
