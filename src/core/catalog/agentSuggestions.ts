import { getAgentIcon } from './agentIcon.ts';
import type { CatalogEntry } from './catalogEntry.ts';
import type { InstallPlan } from './installPlan.ts';
import { isPopular, POPULAR_AGENTS } from './popularAgents.ts';
import { t } from '../l10n.ts';

/** An agent that the welcome page offers. */
export interface AgentSuggestion {
  readonly id: string;
  readonly name: string;
  /** Its icon as the text of an SVG, in the color of the text. */
  readonly icon: string;
  /** Whether the agent is on this machine, or one of those that most people use. */
  readonly group: 'found' | 'popular';
  /** What the agent needs before it can be used, such as an account and a download. */
  readonly needs: readonly string[];
}

/** The agents that the welcome page offers: those on this machine, then the popular ones. */
export function createAgentSuggestions(
  entries: readonly CatalogEntry[],
): readonly AgentSuggestion[] {
  const candidates = entries.filter(({ source }) => source !== 'demo');
  return [
    ...candidates.filter(isOnThisMachine).map(entry => toSuggestion(entry, 'found')),
    ...candidates
      .filter(entry => isPopular(entry.id) && !isOnThisMachine(entry))
      .map(entry => toSuggestion(entry, 'popular')),
  ];
}

/** Whether the agent, or the program that its adapter needs, is installed. */
export const isOnThisMachine = ({ state }: CatalogEntry): boolean =>
  state.kind === 'needsInstall'
    ? state.note !== undefined
    : state.kind !== 'unavailable' && state.kind !== 'installing';

/** What the user needs for an agent that is not installed yet. */
export function getAgentNeeds({ id, state }: CatalogEntry): readonly string[] {
  switch (state.kind) {
    case 'needsInstall':
    case 'installing':
      return getInstallNeeds(id, state.plan);
    case 'unavailable':
      return [state.reason];
    case 'ready':
    case 'found':
    case 'updateAvailable':
      return [];
  }
}

function toSuggestion(entry: CatalogEntry, group: AgentSuggestion['group']): AgentSuggestion {
  const { id, name, state } = entry;
  const note = group === 'found' ? getLocation(entry) : '';
  const needs = getAgentNeeds(entry);
  // The user of an installed program has an account already.
  const missing = state.kind === 'needsInstall' && note !== '' ? needs.slice(1) : needs;
  return { id, name, icon: getAgentIcon(entry), group, needs: [note, ...missing].filter(Boolean) };
}

function getLocation({ state, source }: CatalogEntry): string {
  switch (state.kind) {
    case 'found':
      return t('Found at {0}', state.path);
    case 'needsInstall':
      return state.note ?? '';
    case 'ready':
    case 'updateAvailable':
      return source === 'settings' ? t('From your settings') : t('Installed');
    case 'installing':
    case 'unavailable':
      return '';
  }
}

function getInstallNeeds(id: string, plan: InstallPlan): readonly string[] {
  const popular = POPULAR_AGENTS.find(agent => agent.id === id);
  return [
    popular ? t(popular.account) : '',
    getRuntime(plan, popular?.node),
    getDownload(plan, popular?.downloadMb),
  ].filter(Boolean);
}

function getRuntime(plan: InstallPlan, node: number | undefined): string {
  switch (plan.kind) {
    case 'npx':
      if (plan.runtime) {
        return '';
      }
      return node === undefined ? t('Node.js') : t('Node.js {0}+', node);
    case 'uvx':
      return 'uv';
    case 'binary':
      return '';
  }
}

function getDownload(plan: InstallPlan, mb: number | undefined): string {
  const runtime = plan.kind === 'binary' ? undefined : plan.runtime;
  if (mb === undefined) {
    return runtime ? t('download with Node.js') : t('download');
  }
  return runtime
    ? t('{0} MB download with Node.js', mb + runtime.downloadMb)
    : t('{0} MB download', mb);
}
