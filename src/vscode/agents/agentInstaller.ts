import * as vscode from 'vscode';
import type { AgentCatalog } from '../../agent/catalog/agentCatalog.ts';
import type { NodeRequirement } from '../../agent/catalog/nodeSelector.ts';
import type { CatalogEntry } from '../../core/catalog/catalogEntry.ts';
import type { InstallPlan } from '../../core/catalog/installPlan.ts';
import type { AgentInstallation } from '../../core/chat/chatViewState.ts';
import { CancellationError, getErrorMessage } from '../../core/errors.ts';
import { Emitter } from '../../core/event.ts';
import { showInformationMessage } from '../notifications.ts';

/** An installation and, while it runs, how to cancel it. */
interface InstallationTask {
  readonly installation: AgentInstallation;
  readonly controller: AbortController;
}

/** Installs and updates agents after the user has confirmed it. The chat view shows the progress and what failed. */
export class AgentInstaller implements vscode.Disposable {
  readonly #catalog: AgentCatalog;
  readonly #tasks = new Map<string, InstallationTask>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(catalog: AgentCatalog) {
    this.#catalog = catalog;
  }

  /** The running installations, and those that failed until the user dismisses them. */
  get installations(): readonly AgentInstallation[] {
    return [...this.#tasks.values()].map(({ installation }) => installation);
  }

  /** Installs the agent of an entry. Returns whether it is installed; if not, the chat view shows why. */
  async install(entry: CatalogEntry, plan: InstallPlan): Promise<boolean> {
    await confirmInstall(entry, plan);
    const controller = new AbortController();
    const { id: agentId, name } = entry;
    const show = (installation: Omit<AgentInstallation, 'agentId' | 'name'>): void =>
      this.#show({ installation: { agentId, name, ...installation }, controller });
    show({ kind: 'running', message: vscode.l10n.t('Starting') });
    // The progress is in the chat, wherever the installation was started.
    await vscode.commands.executeCommand('accord.chat.focus');
    try {
      await this.#catalog.install(agentId, {
        signal: controller.signal,
        onProgress: step => show({ kind: 'running', ...step }),
        consent: async () => true, // The user has already confirmed an unverified download above.
        confirmNode,
      });
      this.#remove(agentId);
      return true;
    } catch (error) {
      if (error instanceof CancellationError) {
        this.#remove(agentId);
      } else {
        show({ kind: 'failed', message: getErrorMessage(error) });
      }
      return false;
    }
  }

  /** Shows in the chat view why an agent cannot be installed. */
  refuse({ id: agentId, name }: CatalogEntry, reason: string): void {
    const installation = { kind: 'failed', agentId, name, message: reason } as const;
    this.#show({ installation, controller: new AbortController() });
  }

  /** Cancels an installation, or hides that it failed. */
  dismiss(agentId: string): void {
    const task = this.#tasks.get(agentId);
    task?.controller.abort();
    if (task?.installation.kind === 'failed') {
      this.#remove(agentId);
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #show(task: InstallationTask): void {
    this.#tasks.set(task.installation.agentId, task);
    this.#changed.fire();
  }

  #remove(agentId: string): void {
    this.#tasks.delete(agentId);
    this.#changed.fire();
  }
}

/** Shows what is downloaded from where, and the environment variables that the agent will get. */
async function confirmInstall(entry: CatalogEntry, plan: InstallPlan): Promise<void> {
  const { state } = entry;
  const isUpdate = state.kind === 'updateAvailable';
  const confirm = isUpdate ? vscode.l10n.t('Update') : vscode.l10n.t('Install');
  const question = isUpdate
    ? vscode.l10n.t('Update {0} from {1} to {2}?', plan.name, state.from, plan.version)
    : vscode.l10n.t('Install {0} {1}?', plan.name, plan.version);
  const detail = [sourceText(plan), runtimeText(plan), authorText(entry), variablesText(plan)]
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

/** A user without Node.js is asked only once. */
function runtimeText(plan: InstallPlan): string {
  return plan.kind !== 'binary' && plan.runtime
    ? vscode.l10n.t(
        'Accord also downloads Node.js {0} ({1} MB, verified by checksum) and keeps it in its own storage.',
        plan.runtime.version,
        plan.runtime.downloadMb,
      )
    : '';
}

/** Asks before Node.js is downloaded for an agent that does not run on the user's own. */
async function confirmNode(requirement: NodeRequirement): Promise<boolean> {
  const { agentName, mismatch, runtime } = requirement;
  if (!mismatch) {
    return true; // The user has confirmed it together with the agent.
  }
  const download = vscode.l10n.t('Download');
  const question = vscode.l10n.t(
    '{0} needs Node.js {1}, but {2} is installed.',
    agentName,
    mismatch.range,
    mismatch.installed,
  );
  const detail = vscode.l10n.t(
    "Accord can download Node.js {0} ({1} MB, verified by checksum) and keep it in its own storage. Your own Node.js isn't changed.",
    runtime.version,
    runtime.downloadMb,
  );
  return (await showInformationMessage(question, { modal: true, detail }, download)) === download;
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
