import * as vscode from 'vscode';
import type { ConversationChange } from '../../agent/session/conversation.ts';
import type { AgentCatalog } from '../../agent/catalog/agentCatalog.ts';
import { parseAgentSettings } from '../../core/catalog/agentSettings.ts';
import { findCatalogEntry, getAgentLaunch } from '../../core/catalog/catalogEntry.ts';
import type { AgentLaunch } from '../../core/catalog/agentLaunch.ts';
import type { CatalogEntry } from '../../core/catalog/catalogEntry.ts';
import type { LaunchConfig } from '../../agent/process/launchConfig.ts';
import {
  type AgentSuggestion,
  createAgentSuggestions,
} from '../../core/catalog/agentSuggestions.ts';
import type { AgentChoice } from '../../core/chat/chatViewState.ts';
import { UserError } from '../../core/errors.ts';
import { Emitter } from '../../core/event.ts';
import { asRecord, asString } from '../../core/json.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { onDidChangeSettings, getSetting } from '../settings.ts';
import { AgentInstaller } from './agentInstaller.ts';
import { RequiredSignIns } from './requiredSignIns.ts';

const LAST_USED_KEY = 'accord.lastAgent';

/** The agent that comes with the extension, with its id in the catalog. */
const DEMO: AgentChoice = { id: 'demo', name: 'Accord Demo' };

/**
 * The agents that a session can use. Those of the settings and the demo are available at once. Those that are installed or
 * found on this machine follow when the catalog is loaded, which requires a trusted workspace.
 */
export class AgentList implements vscode.Disposable {
  readonly catalog: AgentCatalog;
  readonly installer: AgentInstaller;
  readonly #memento: vscode.Memento;
  readonly #reporter: ErrorReporter;
  readonly #requiredSignIns: RequiredSignIns;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #disposables = new DisposableStore();
  #entries: readonly CatalogEntry[] | undefined;
  #loading: Promise<readonly CatalogEntry[]> | undefined;
  #reportedProblems = '';

  constructor(catalog: AgentCatalog, memento: vscode.Memento, reporter: ErrorReporter) {
    this.catalog = catalog;
    this.installer = this.#disposables.add(new AgentInstaller(catalog));
    this.#memento = memento;
    this.#reporter = reporter;
    this.#requiredSignIns = new RequiredSignIns(memento);
    this.#disposables.add(this.#changed);
    this.#disposables.add(catalog.onDidChange(() => this.#reload()));
    this.#disposables.add(this.installer.onDidChange(() => this.#changed.fire()));
    this.#disposables.add(onDidChangeSettings(['agents'], () => this.#reload()));
    this.#disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.loadInBackground()));
  }

  /** The agents that can be started, for the picker of the chat view. */
  get choices(): readonly AgentChoice[] {
    const known = this.#usable();
    const preferred = this.preferredId;
    if (preferred === undefined || known.some(({ id }) => id === preferred)) {
      return known;
    }
    const lastUsed = this.#lastUsed();
    return [...known, lastUsed?.id === preferred ? lastUsed : { id: preferred, name: preferred }];
  }

  /** What the welcome page offers while no agent is chosen. Undefined until the catalog is loaded. */
  get agentSuggestions(): readonly AgentSuggestion[] | undefined {
    return this.#entries && createAgentSuggestions(this.#entries);
  }

  /** The name of an agent. Undefined if the catalog is loaded and has no such agent. */
  nameOf(idOrName: string): string | undefined {
    const found = this.#find(idOrName)?.name;
    return found ?? (this.#entries ? undefined : idOrName);
  }

  /** The id of an agent, as far as the agents are known yet. */
  idOf(idOrName: string): string {
    return this.#find(idOrName)?.id ?? idOrName;
  }

  /**
   * The agent of a new session: the default agent, else the last used one, else the first of the settings. Undefined if the
   * user has to choose one. The demo is never chosen silently.
   */
  get preferredId(): string | undefined {
    const wanted = [getSetting('defaultAgent'), this.#lastUsed()?.id ?? ''].filter(Boolean);
    const known = wanted.find(name => this.#find(name) !== undefined || !this.#entries);
    return (known && (this.#find(known)?.id ?? known)) ?? this.#fromSettings()[0]?.id;
  }

  /** Remembers the agent for new sessions. The demo is only for trying out. */
  async setLastUsed(idOrName: string): Promise<void> {
    const { id, name } = this.#find(idOrName) ?? { id: idOrName, name: idOrName };
    if (id === DEMO.id) {
      return;
    }
    await this.#memento.update(LAST_USED_KEY, { id, name });
  }

  /** How the program of an agent is started. Fails for a remote agent. */
  async getLaunchConfig(idOrName: string): Promise<LaunchConfig> {
    const launch = await this.getLaunch(idOrName);
    if (launch.kind === 'remote') {
      throw new UserError(
        vscode.l10n.t('{0} runs remotely. Do this on that machine.', launch.name),
      );
    }
    return launch;
  }

  /** How an agent is started or reached. */
  async getLaunch(idOrName: string): Promise<AgentLaunch> {
    const entry = findCatalogEntry(await this.load(), idOrName);
    const launch = entry && getAgentLaunch(entry);
    if (!launch) {
      throw new UserError(
        entry
          ? vscode.l10n.t(
              '{0} isn\'t installed. Install it with "Accord: Select Agent".',
              entry.name,
            )
          : vscode.l10n.t(
              'Agent "{0}" not found. Select one with "Accord: Select Agent", or add it to the accord.agents setting.',
              idOrName,
            ),
      );
    }
    return launch;
  }

  /** Loads all agents of the catalog. This searches for programs, so it fails in an untrusted workspace. */
  async load(): Promise<readonly CatalogEntry[]> {
    if (!vscode.workspace.isTrusted) {
      throw new UserError(
        vscode.l10n.t("Agents aren't available because this workspace isn't trusted."),
      );
    }
    this.#reportProblems();
    const loading = (this.#loading ??= this.#loadCatalog());
    const entries = await loading;
    if (this.#loading === loading && this.#entries !== entries) {
      this.#entries = entries;
      this.#changed.fire();
    }
    return entries;
  }

  /** Fetches the registry for somebody who looks at the agents, if the user allows it. The known ones stay if that fails. */
  async refreshDaily(signal: AbortSignal): Promise<void> {
    if (vscode.workspace.isTrusted && getSetting('refreshRegistry')) {
      await this.catalog.refreshDaily(signal).catch(() => {}); // The refresh button reports errors.
    }
  }

  /** After a failure, the next call tries again. */
  #loadCatalog(): Promise<readonly CatalogEntry[]> {
    const loading = this.catalog.entries().catch((error: unknown) => {
      if (this.#loading === loading) {
        this.#loading = undefined;
      }
      throw error;
    });
    return loading;
  }

  /** Whether the agent asked for a sign-in when it was used last. */
  needsSignIn(id: string): boolean {
    return this.#requiredSignIns.has(id);
  }

  /** Remembers whether the agent of a session asks for a sign-in. */
  updateSignInStatus({ state }: Pick<ConversationChange, 'state'>): void {
    if (state) {
      void this.#reporter.run(vscode.l10n.t('Saving the sign-in status'), () =>
        this.#requiredSignIns.update(state),
      );
    }
  }

  /** Loads the catalog in the background, for a view that shows agents. */
  loadInBackground(): void {
    if (vscode.workspace.isTrusted) {
      void this.#reporter.run(vscode.l10n.t('Finding agents'), () => this.load());
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Loads the catalog again after an installation or a change of the settings. */
  #reload(): void {
    this.#loading = undefined;
    this.loadInBackground();
  }

  /** Reports mistakes in `accord.agents` once, and again when they change. */
  #reportProblems(): void {
    const problems = this.catalog.settingsProblems().join('\n');
    if (problems !== '' && problems !== this.#reportedProblems) {
      this.#reporter.reportSettingsProblem(problems, 'accord.agents');
    }
    this.#reportedProblems = problems;
  }

  #usable(): readonly AgentChoice[] {
    const usable = this.#entries?.filter(entry => getAgentLaunch(entry) !== undefined);
    return usable?.map(toAgentChoice) ?? [...this.#fromSettings(), DEMO];
  }

  #find(idOrName: string): { readonly id: string; readonly name: string } | undefined {
    return this.#entries
      ? findCatalogEntry(this.#entries, idOrName)
      : [...this.#fromSettings(), DEMO].find(
          ({ id, name }) => id === idOrName || name === idOrName,
        );
  }

  /** The agents of the settings, which are known without loading the catalog. */
  #fromSettings(): readonly AgentChoice[] {
    return parseAgentSettings(getSetting('agents'))
      .agents.filter(agent => agent.kind !== 'registry')
      .map(({ name }) => ({ id: name, name }));
  }

  #lastUsed(): AgentChoice | undefined {
    const last = asRecord(this.#memento.get(LAST_USED_KEY));
    const id = asString(last?.['id']);
    return id === undefined || id === DEMO.id
      ? undefined
      : { id, name: asString(last?.['name']) ?? id };
  }
}

const toAgentChoice = ({ id, name, description }: CatalogEntry): AgentChoice => ({
  id,
  name,
  ...(description && { description }),
});
