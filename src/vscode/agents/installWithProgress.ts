import * as vscode from 'vscode';
import type { AgentCatalog } from '../../agent/catalog/agentCatalog.ts';
import type { InstallProgress } from '../../agent/catalog/installAgent.ts';
import type { CatalogEntry } from '../../core/catalog/catalogEntry.ts';
import type { InstallPlan } from '../../core/catalog/installPlan.ts';
import { CancellationError } from '../../core/errors.ts';
import { showInformationMessage, withProgress } from '../notifications.ts';

/** Asks the user, then installs or updates an agent and shows the progress, which can be canceled. */
export async function installWithProgress(
  catalog: AgentCatalog,
  entry: CatalogEntry,
  plan: InstallPlan,
): Promise<void> {
  await confirmInstall(entry, plan);
  const location = vscode.ProgressLocation.Notification;
  const title = vscode.l10n.t('Installing {0} {1}', plan.name, plan.version);
  await withProgress({ location, title, cancellable: true }, (progress, token) => {
    const onProgress = createProgressReporter(progress);
    return catalog.install(entry.id, {
      signal: toAbortSignal(token),
      onProgress,
      consent: async () => true, // The user has already confirmed an unverified download above.
    });
  });
}

/** Shows what is downloaded from where, and the environment variables that the agent will get. */
async function confirmInstall(entry: CatalogEntry, plan: InstallPlan): Promise<void> {
  const { state } = entry;
  const isUpdate = state.kind === 'updateAvailable';
  const confirm = isUpdate ? vscode.l10n.t('Update') : vscode.l10n.t('Install');
  const question = isUpdate
    ? vscode.l10n.t('Update {0} from {1} to {2}?', plan.name, state.from, plan.version)
    : vscode.l10n.t('Install {0} {1}?', plan.name, plan.version);
  const detail = [sourceText(plan), authorText(entry), variablesText(plan)]
    .filter(Boolean)
    .join('\n');
  const choice = await showInformationMessage(question, { modal: true, detail }, confirm);
  if (choice !== confirm) {
    throw new CancellationError(question);
  }
}

function sourceText(plan: InstallPlan): string {
  switch (plan.kind) {
    case 'npx':
      return vscode.l10n.t('npm package: {0}', plan.spec);
    case 'uvx':
      return vscode.l10n.t('Python package: {0}', plan.spec);
    case 'binary':
      return plan.sha256
        ? vscode.l10n.t('{0}\nVerified by SHA-256 checksum.', plan.url)
        : vscode.l10n.t(
            '{0}\nUnverified: the registry has no checksum for this download.',
            plan.url,
          );
  }
}

function authorText({ authors, license }: CatalogEntry): string {
  return [
    authors ? vscode.l10n.t('Publisher: {0}.', authors.join(', ')) : '',
    license ? vscode.l10n.t('License: {0}.', license) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function variablesText({ env }: InstallPlan): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return variables.length > 0
    ? vscode.l10n.t('Environment variables: {0}.', variables.join(', '))
    : '';
}

/** VS Code expects increments, the installer reports the fraction that is done. */
function createProgressReporter(
  progress: vscode.Progress<{ message?: string; increment?: number }>,
): (step: InstallProgress) => void {
  let shown = 0;
  return ({ message, fraction }) => {
    const percent = fraction === undefined ? shown : Math.floor(fraction * 100);
    progress.report({ message, increment: percent - shown });
    shown = percent;
  };
}

export function toAbortSignal(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) {
    controller.abort();
  }
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
