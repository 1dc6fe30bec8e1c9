import * as vscode from 'vscode';
import type { ConversationChange } from '../../agent/session/conversation.ts';
import type { AgentCatalog } from '../../agent/catalog/agentCatalog.ts';
import { parseAgentSettings } from '../../core/catalog/agentSettings.ts';
import { findCatalogEntry, getAgentLaunch } from '../../core/catalog/catalogEntry.ts';
import type { AgentLaunch } from '../../core/catalog/agentLaunch.ts';
import type { CatalogEntry } from '../../core/catalog/catalogEntry.ts';
import type { LaunchConfig } from '../../agent/process/launchConfig.ts';
import type { AgentChoice } from '../../core/chat/chatViewState.ts';
import { UserError } from '../../core/errors.ts';
import { Emitter } from '../../core/event.ts';
import { asRecord, asString } from '../../core/json.ts';
import { DisposableStore } from '../../core/disposableStore.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { onDidChangeSettings, getSetting } from '../settings.ts';
import { RequiredSignIns } from './requiredSignIns.ts';

const LAST_USED = 'accord.lastAgent';

/** The agent that comes with the extension, under this id in the catalogue. */
const DEMO: AgentChoice = { id: 'demo', name: 'Accord Demo' };

/**
 * The agents the user can talk to now. What the settings name and the demo are there at once; what is installed or found
 * on this machine follows when the catalogue has looked, which it does only in a trusted workspace.
 */
export class AgentList implements vscode.Disposable {
  readonly catalog: AgentCatalog;
  readonly #memory: vscode.Memento;
  readonly #report: ErrorReporter;
  readonly #signIns: RequiredSignIns;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #lifetime = new DisposableStore();
  #entries: readonly CatalogEntry[] | undefined;
  #loading: Promise<readonly CatalogEntry[]> | undefined;
  #toldProblems = '';

  constructor(catalog: AgentCatalog, memory: vscode.Memento, report: ErrorReporter) {
    this.catalog = catalog;
    this.#memory = memory;
    this.#report = report;
    this.#signIns = new RequiredSignIns(memory);
    this.#lifetime.add(this.#changed);
    this.#lifetime.add(catalog.onDidChange(() => this.#reload()));
    this.#lifetime.add(onDidChangeSettings(['agents'], () => this.#reload()));
    this.#lifetime.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.loadInBackground()));
  }

  /** Those that can be talked to, for the picker of the chat. */
  get choices(): readonly AgentChoice[] {
    const known = this.#known();
    const preferred = this.preferredId;
    return known.some(({ id }) => id === preferred) ? known : [...known, this.#lastUsed() ?? DEMO];
  }

  /** What an agent is called; nothing if we are sure that there is no such agent. */
  nameOf(idOrName: string): string | undefined {
    const found = this.#find(idOrName)?.name;
    return found ?? (this.#entries ? undefined : idOrName);
  }

  /** The id of an agent that is called by its id or by its name, as far as that is known yet. */
  idOf(idOrName: string): string {
    return this.#find(idOrName)?.id ?? idOrName;
  }

  /** The agent of a new session: the preferred one, else the last used one, else the user's first, else the demo. */
  get preferredId(): string {
    const wanted = [getSetting('defaultAgent'), this.#lastUsed()?.id ?? ''].filter(Boolean);
    const known = wanted.find(name => this.#find(name) !== undefined || !this.#entries);
    return (known && (this.#find(known)?.id ?? known)) ?? this.#own()[0]?.id ?? DEMO.id;
  }

  /** Whether an agent runs elsewhere, as far as the settings tell. */
  isRemote(idOrName: string): boolean {
    return parseAgentSettings(getSetting('agents')).agents.some(
      ({ kind, name }) => kind === 'remote' && name === idOrName,
    );
  }

  async setLastUsed(idOrName: string): Promise<void> {
    const { id, name } = this.#find(idOrName) ?? { id: idOrName, name: idOrName };
    await this.#memory.update(LAST_USED, { id, name });
  }

  /** How an agent is started at this moment; one that runs elsewhere cannot be started from here. */
  async getLaunchConfig(idOrName: string): Promise<LaunchConfig> {
    const launch = await this.getLaunch(idOrName);
    if (launch.kind === 'remote') {
      throw new UserError(
        vscode.l10n.t('{0} runs elsewhere: this has to be done where it runs.', launch.name),
      );
    }
    return launch;
  }

  /** How an agent is reached at this moment. */
  async getLaunch(idOrName: string): Promise<AgentLaunch> {
    const entry = findCatalogEntry(await this.load(), idOrName);
    const launch = entry && getAgentLaunch(entry);
    if (!launch) {
      throw new UserError(
        entry
          ? vscode.l10n.t(
              '{0} is not installed. Choose it with "Accord: Select Agent" to install it.',
              entry.name,
            )
          : vscode.l10n.t(
              'There is no agent "{0}". Choose one with "Accord: Select Agent", or add it to the setting accord.agents.',
              idOrName,
            ),
      );
    }
    return launch;
  }

  /** All agents of the catalogue. Looks for programs, so not before the workspace is trusted. */
  async load(): Promise<readonly CatalogEntry[]> {
    if (!vscode.workspace.isTrusted) {
      throw new UserError(
        vscode.l10n.t('This workspace is not trusted, so no agent is looked for or started.'),
      );
    }
    this.#tellProblems();
    const loading = (this.#loading ??= this.#look());
    const entries = await loading;
    if (this.#loading === loading && this.#entries !== entries) {
      this.#entries = entries;
      this.#changed.fire();
    }
    return entries;
  }

  /** Whoever asks after a failure has it looked for again. */
  #look(): Promise<readonly CatalogEntry[]> {
    const looking = this.catalog.entries().catch((error: unknown) => {
      if (this.#loading === looking) {
        this.#loading = undefined;
      }
      throw error;
    });
    return looking;
  }

  /** Whether an agent asked for a sign-in the last time somebody talked to it. */
  needsSignIn(id: string): boolean {
    return this.#signIns.has(id);
  }

  /** Takes in how a session stands with its agent. */
  updateSignInStatus({ state }: Pick<ConversationChange, 'state'>): void {
    if (state) {
      void this.#report.run(vscode.l10n.t('Remembering a sign-in'), () =>
        this.#signIns.update(state),
      );
    }
  }

  /** Looks in the background, for a view that has begun to show agents. */
  loadInBackground(): void {
    if (vscode.workspace.isTrusted) {
      void this.#report.run(vscode.l10n.t('Looking for agents'), () => this.load());
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Looks again: something was installed, or the settings have changed. */
  #reload(): void {
    this.#loading = undefined;
    this.loadInBackground();
  }

  /** What is wrong in `accord.agents` is said once, and again when it is something else. */
  #tellProblems(): void {
    const problems = this.catalog.settingsProblems().join('\n');
    if (problems !== '' && problems !== this.#toldProblems) {
      this.#report.reportSettingsProblem(problems, 'accord.agents');
    }
    this.#toldProblems = problems;
  }

  #known(): readonly AgentChoice[] {
    const usable = this.#entries?.filter(entry => getAgentLaunch(entry) !== undefined);
    return usable?.map(choiceOf) ?? [...this.#own(), DEMO];
  }

  #find(idOrName: string): { readonly id: string; readonly name: string } | undefined {
    return this.#entries
      ? findCatalogEntry(this.#entries, idOrName)
      : [...this.#own(), DEMO].find(({ id, name }) => id === idOrName || name === idOrName);
  }

  /** The user's own, read from the settings without looking at anything else. */
  #own(): readonly AgentChoice[] {
    return parseAgentSettings(getSetting('agents'))
      .agents.filter(agent => agent.kind !== 'registry')
      .map(({ name }) => ({ id: name, name }));
  }

  #lastUsed(): AgentChoice | undefined {
    const last = asRecord(this.#memory.get(LAST_USED));
    const id = asString(last?.['id']);
    return id === undefined ? undefined : { id, name: asString(last?.['name']) ?? id };
  }
}

const choiceOf = ({ id, name, description }: CatalogEntry): AgentChoice => ({
  id,
  name,
  ...(description && { description }),
});
