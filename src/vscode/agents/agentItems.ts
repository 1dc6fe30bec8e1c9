import * as vscode from 'vscode';
import { isPrivateConnection, displayUrl } from '../../agent/remote/remoteAgent.ts';
import { getColoredAgentIcon } from '../../core/catalog/agentIcon.ts';
import { getAgentNeeds, isOnThisMachine } from '../../core/catalog/agentSuggestions.ts';
import type { CatalogEntry } from '../../core/catalog/catalogEntry.ts';
import type { InstallPlan } from '../../core/catalog/installPlan.ts';
import { isPopular } from '../../core/catalog/popularAgents.ts';

/** What a button beside an agent does. */
export type AgentAction = 'update' | 'install' | 'remove';

export interface AgentButton extends vscode.QuickInputButton {
  readonly action: AgentAction;
}

export interface AgentItem extends vscode.QuickPickItem {
  readonly entry?: CatalogEntry;
  /** The item reports a mistake in the settings and opens them. */
  readonly isProblem?: true;
}

/** What the items show besides the catalog. */
export interface AgentItemsOptions {
  readonly current: string | undefined;
  /** What is wrong in `accord.agents`. */
  readonly problems: readonly string[];
  readonly needsSignIn: (id: string) => boolean;
}

/** The items of the agent picker: the agents on this machine first, then the popular ones, then the others. */
export function agentItems(
  entries: readonly CatalogEntry[],
  options: AgentItemsOptions,
): AgentItem[] {
  const agents = GROUPS.flatMap(({ name, title }) =>
    group(
      title(),
      entries.filter(entry => getGroup(entry) === name).map(entry => createItem(entry, options)),
    ),
  );
  return [
    ...group(vscode.l10n.t('Invalid settings'), options.problems.map(problemItem)),
    ...agents,
  ];
}

const group = (label: string, members: readonly AgentItem[]): readonly AgentItem[] =>
  members.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...members];

const problemItem = (problem: string): AgentItem => ({
  label: vscode.l10n.t('Fix accord.agents'),
  iconPath: new vscode.ThemeIcon('warning'),
  detail: problem,
  isProblem: true,
});

type GroupName = 'ready' | 'found' | 'popular' | 'demo' | 'other' | 'unavailable';

const GROUPS: readonly { readonly name: GroupName; readonly title: () => string }[] = [
  { name: 'ready', title: () => vscode.l10n.t('Ready') },
  { name: 'found', title: () => vscode.l10n.t('Found on this machine') },
  { name: 'popular', title: () => vscode.l10n.t('Most used') },
  { name: 'demo', title: () => vscode.l10n.t('No account needed') },
  { name: 'other', title: () => vscode.l10n.t('More agents') },
  { name: 'unavailable', title: () => vscode.l10n.t('Not available here') },
];

function getGroup(entry: CatalogEntry): GroupName {
  const { id, source, state } = entry;
  switch (state.kind) {
    case 'ready':
    case 'updateAvailable':
    case 'installing':
      return source === 'demo' ? 'demo' : 'ready';
    case 'found':
      return 'found';
    case 'needsInstall':
      return isOnThisMachine(entry) ? 'found' : isPopular(id) ? 'popular' : 'other';
    case 'unavailable':
      return 'unavailable';
  }
}

function createItem(entry: CatalogEntry, { current, needsSignIn }: AgentItemsOptions): AgentItem {
  const { description, license, authors, state } = entry;
  const version = state.kind === 'needsInstall' ? state.plan.version : '';
  const detail = [description, version, license, authors?.join(', ')].filter(Boolean).join(' · ');
  return {
    entry,
    label: entry.name,
    iconPath: createIconPath(entry),
    description: [
      entry.id === current ? vscode.l10n.t('current') : '',
      needsSignIn(entry.id) ? vscode.l10n.t('needs sign-in') : '',
      stateLabel(entry),
    ]
      .filter(Boolean)
      .join(' · '),
    ...(detail && { detail }),
    buttons: buttonsFor(entry),
  };
}

/** An icon in the colors that VS Code has for icons in light and dark themes, also those with high contrast. */
function createIconPath(entry: CatalogEntry): { light: vscode.Uri; dark: vscode.Uri } {
  const inColor = (color: string): vscode.Uri => {
    const base64 = Buffer.from(getColoredAgentIcon(entry, color)).toString('base64');
    return vscode.Uri.parse(`data:image/svg+xml;base64,${base64}`);
  };
  return { light: inColor('#424242'), dark: inColor('#c5c5c5') };
}

export function stateLabel(entry: CatalogEntry): string {
  const { state, version, source } = entry;
  switch (state.kind) {
    case 'ready':
      return state.launch.kind === 'remote'
        ? remoteLabel(state.launch.url)
        : readyLabel(source, version);
    case 'updateAvailable':
      return vscode.l10n.t(
        'installed, update from {0} to {1} available',
        state.from,
        state.plan.version,
      );
    case 'installing':
      return vscode.l10n.t('installing {0}', state.plan.version);
    case 'found':
      return vscode.l10n.t('found at {0}', state.path);
    case 'needsInstall':
      return [state.note, ...getAgentNeeds(entry).toReversed()].filter(Boolean).join(' · ');
    case 'unavailable':
      return state.reason;
  }
}

const remoteLabel = (url: string): string =>
  isPrivateConnection(url)
    ? vscode.l10n.t('from your settings, {0}', displayUrl(url))
    : vscode.l10n.t('from your settings, {0}, not encrypted', displayUrl(url));

function readyLabel(source: CatalogEntry['source'], version: string | undefined): string {
  switch (source) {
    case 'settings':
      return vscode.l10n.t('from your settings');
    case 'demo':
      return vscode.l10n.t('built-in demo with scripted answers');
    case 'registry':
    case 'path':
      return vscode.l10n.t('installed, {0}', version ?? '');
  }
}

function buttonsFor({ state, source }: CatalogEntry): readonly AgentButton[] {
  switch (state.kind) {
    case 'updateAvailable':
      return [updateButton(state.from, state.plan), removeButton()];
    case 'ready':
      return source === 'registry' ? [removeButton()] : [];
    case 'found':
      return state.plan ? [installButton(state.plan)] : [];
    case 'needsInstall':
    case 'installing':
    case 'unavailable':
      return [];
  }
}

const updateButton = (from: string, { version }: InstallPlan): AgentButton => ({
  action: 'update',
  iconPath: new vscode.ThemeIcon('arrow-up'),
  tooltip: vscode.l10n.t('Update from {0} to {1}', from, version),
});

const installButton = ({ version }: InstallPlan): AgentButton => ({
  action: 'install',
  iconPath: new vscode.ThemeIcon('cloud-download'),
  tooltip: vscode.l10n.t('Install and use {0}', version),
});

const removeButton = (): AgentButton => ({
  action: 'remove',
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: vscode.l10n.t('Uninstall'),
});
