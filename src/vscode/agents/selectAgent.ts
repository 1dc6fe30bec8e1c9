import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/catalogEntry.ts';
import { getAgentLaunch } from '../../core/catalog/catalogEntry.ts';
import type { AgentAction, AgentButton, AgentItem } from './agentItems.ts';
import { agentItems } from './agentItems.ts';
import type { AgentList } from './agentList.ts';
import { showWarningMessage, toPlainItem, withProgress } from '../notifications.ts';

/** What the user chose in the picker. */
type Choice =
  | { readonly kind: 'agent'; readonly entry: CatalogEntry }
  | { readonly kind: 'action'; readonly entry: CatalogEntry; readonly action: AgentAction }
  | { readonly kind: 'refresh' | 'settings' };

/** Lets the user choose an agent, and install, update or uninstall agents on the way. Returns the id of the chosen one. */
export async function selectAgent(agents: AgentList): Promise<string | undefined> {
  for (;;) {
    const choice = await pick(agents);
    switch (choice?.kind) {
      case undefined:
        return undefined;
      case 'agent':
        return ensureInstalled(agents, choice.entry);
      case 'settings':
        await vscode.commands.executeCommand('workbench.action.openSettings', 'accord.agents');
        return undefined;
      case 'refresh':
        await refresh(agents);
        break;
      case 'action':
        await runAction(agents, choice.entry, choice.action);
        break;
    }
  }
}

/** Installs an agent that is not installed yet, after the user has confirmed it. Returns its id, if it can be used. */
export async function ensureInstalled(
  agents: AgentList,
  entry: CatalogEntry,
): Promise<string | undefined> {
  const { state } = entry;
  if (state.kind === 'unavailable') {
    agents.installer.refuse(entry, state.reason);
    await vscode.commands.executeCommand('accord.chat.focus');
    return undefined;
  }
  const needsInstall = !getAgentLaunch(entry) && 'plan' in state && state.plan;
  return !needsInstall || (await agents.installer.install(entry, needsInstall))
    ? entry.id
    : undefined;
}

async function runAction(
  agents: AgentList,
  entry: CatalogEntry,
  action: AgentAction,
): Promise<void> {
  const { state } = entry;
  if (action === 'remove') {
    return uninstall(agents, entry);
  }
  if ('plan' in state && state.plan) {
    await agents.installer.install(entry, state.plan);
  }
}

async function uninstall(agents: AgentList, entry: CatalogEntry): Promise<void> {
  const confirm = vscode.l10n.t('Uninstall');
  const answer = await showWarningMessage(
    vscode.l10n.t('Uninstall {0}?', entry.name),
    { modal: true, detail: vscode.l10n.t("This deletes its folder in Accord's storage.") },
    confirm,
  );
  if (answer === confirm) {
    await agents.catalog.uninstall(entry.id);
  }
}

async function refresh(agents: AgentList): Promise<void> {
  const location = vscode.ProgressLocation.Notification;
  const title = vscode.l10n.t('Loading the agent registry');
  await withProgress({ location, title, cancellable: true }, (_progress, token) =>
    agents.catalog.refresh(toAbortSignal(token), true),
  );
}

/** Shows the picker once. Its items appear when the catalog is loaded. */
async function pick(agents: AgentList): Promise<Choice | undefined> {
  const picker = vscode.window.createQuickPick<AgentItem>();
  picker.title = vscode.l10n.t('Select Agent');
  picker.placeholder = vscode.l10n.t('Select an agent for new sessions');
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.buttons = [REFRESH(), SETTINGS()];
  picker.busy = true;
  const chosen = new Promise<Choice | undefined>(resolve => {
    picker.onDidAccept(() => resolve(agentChoice(picker.selectedItems[0])));
    picker.onDidTriggerButton(({ iconPath }) =>
      resolve({ kind: iconPath === REFRESH_ICON ? 'refresh' : 'settings' }),
    );
    picker.onDidTriggerItemButton(({ item, button }) => resolve(actionChoice(item, button)));
    picker.onDidHide(() => resolve(undefined));
  });
  picker.show();
  const closing = new AbortController();
  try {
    const entries = agents.load();
    const filled = entries.then(found => fill(picker, found, agents));
    void filled.then(() => refill(picker, agents, closing.signal)).catch(() => {});
    return await Promise.race([chosen, filled.then(() => chosen)]);
  } finally {
    closing.abort();
    picker.dispose();
  }
}

/** Shows the agents of a newer registry, updates, and then icons, if there are any while the picker is open. */
async function refill(
  picker: vscode.QuickPick<AgentItem>,
  agents: AgentList,
  signal: AbortSignal,
): Promise<void> {
  let shown = await agents.load();
  const update = async (): Promise<void> => {
    const entries = await agents.load();
    if (entries !== shown && !signal.aborted) {
      shown = entries;
      const active = picker.activeItems[0]?.entry?.id;
      fill(picker, entries, agents);
      picker.activeItems = picker.items.filter(({ entry }) => entry?.id === active);
    }
  };
  const listener = agents.onDidChange(() => void update().catch(() => {})); // The list reports why it cannot be loaded.
  signal.addEventListener('abort', () => listener.dispose());
  await agents.refreshDaily(signal);
}

function fill(
  picker: vscode.QuickPick<AgentItem>,
  entries: readonly CatalogEntry[],
  agents: AgentList,
): void {
  const current = agents.preferredId;
  picker.items = agentItems(entries, {
    current,
    problems: agents.catalog.settingsProblems(),
    needsSignIn: id => agents.needsSignIn(id),
  }).map(toPlainItem);
  picker.activeItems = picker.items.filter(({ entry }) => entry?.id === current);
  picker.busy = false;
}

const agentChoice = (item: AgentItem | undefined): Choice | undefined =>
  item?.isProblem ? { kind: 'settings' } : item?.entry && { kind: 'agent', entry: item.entry };

function actionChoice({ entry }: AgentItem, button: vscode.QuickInputButton): Choice | undefined {
  return entry && isAgentButton(button)
    ? { kind: 'action', entry, action: button.action }
    : undefined;
}

const isAgentButton = (button: vscode.QuickInputButton): button is AgentButton =>
  'action' in button;

const REFRESH_ICON = new vscode.ThemeIcon('refresh');

const REFRESH = (): vscode.QuickInputButton => ({
  iconPath: REFRESH_ICON,
  tooltip: vscode.l10n.t('Refresh Registry'),
});

const SETTINGS = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('gear'),
  tooltip: vscode.l10n.t('Add Custom Agent'),
});

function toAbortSignal(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) {
    controller.abort();
  }
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
