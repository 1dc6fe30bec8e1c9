import * as vscode from 'vscode';
import type { Change } from '../../agent/conversation.ts';
import type { Catalog } from '../../agent/catalog/catalog.ts';
import { parseAgentSettings } from '../../core/catalog/agentSettings.ts';
import { findEntry, launchOf } from '../../core/catalog/catalogEntry.ts';
import type { AgentLaunch } from '../../core/catalog/agentLaunch.ts';
import type { CatalogEntry } from '../../core/catalog/catalogEntry.ts';
import type { LaunchRecipe } from '../../agent/process/launchRecipe.ts';
import type { AgentChoice } from '../../core/chat/chatView.ts';
import { UserError } from '../../core/errors.ts';
import { Emitter } from '../../core/event.ts';
import { asRecord, asString } from '../../core/json.ts';
import { Lifetime } from '../../core/lifetime.ts';
import type { Report } from '../report.ts';
import { onDidChangeSettings, setting } from '../settings.ts';
import { SignInMemory } from './signInMemory.ts';

const LAST_USED = 'accord.lastAgent';

/** The agent that comes with the extension, under this id in the catalogue. */
const DEMO: AgentChoice = { id: 'demo', name: 'Accord Demo' };

/**
 * The agents the user can talk to now. What the settings name and the demo are there at once; what is installed or found
 * on this machine follows when the catalogue has looked, which it does only in a trusted workspace.
 */
export class AgentList implements vscode.Disposable {
  readonly catalog: Catalog;
  readonly #memory: vscode.Memento;
  readonly #report: Report;
  readonly #signIns: SignInMemory;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #lifetime = new Lifetime();
  #entries: readonly CatalogEntry[] | undefined;
  #loading: Promise<readonly CatalogEntry[]> | undefined;
  #toldProblems = '';

  constructor(catalog: Catalog, memory: vscode.Memento, report: Report) {
    this.catalog = catalog;
    this.#memory = memory;
    this.#report = report;
    this.#signIns = new SignInMemory(memory);
    this.#lifetime.own(this.#changed);
    this.#lifetime.own(catalog.onDidChange(() => this.#reload()));
    this.#lifetime.own(onDidChangeSettings(['agents'], () => this.#reload()));
    this.#lifetime.own(vscode.workspace.onDidGrantWorkspaceTrust(() => this.wake()));
  }

  /** Those that can be talked to, for the picker of the chat. */
  get choices(): readonly AgentChoice[] {
    const known = this.#known();
    const preferred = this.preferred;
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
  get preferred(): string {
    const wanted = [setting('defaultAgent') ?? '', this.#lastUsed()?.id ?? ''].filter(Boolean);
    const known = wanted.find(name => this.#find(name) !== undefined || !this.#entries);
    return (known && (this.#find(known)?.id ?? known)) ?? this.#own()[0]?.id ?? DEMO.id;
  }

  /** Whether an agent runs elsewhere, as far as the settings tell. */
  isRemote(idOrName: string): boolean {
    return parseAgentSettings(setting('agents')).agents.some(
      ({ kind, name }) => kind === 'remote' && name === idOrName,
    );
  }

  async remember(idOrName: string): Promise<void> {
    const { id, name } = this.#find(idOrName) ?? { id: idOrName, name: idOrName };
    await this.#memory.update(LAST_USED, { id, name });
  }

  /** How an agent is started at this moment; one that runs elsewhere cannot be started from here. */
  async recipe(idOrName: string): Promise<LaunchRecipe> {
    const launch = await this.launch(idOrName);
    if (launch.kind === 'remote') {
      throw new UserError(
        vscode.l10n.t('{0} runs elsewhere: this has to be done where it runs.', launch.name),
      );
    }
    return launch;
  }

  /** How an agent is reached at this moment. */
  async launch(idOrName: string): Promise<AgentLaunch> {
    const entry = findEntry(await this.load(), idOrName);
    const launch = entry && launchOf(entry);
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
    return this.#signIns.needsSignIn(id);
  }

  /** Takes in how a session stands with its agent. */
  hear({ state }: Pick<Change, 'state'>): void {
    if (state) {
      void this.#report.around(vscode.l10n.t('Remembering a sign-in'), () =>
        this.#signIns.hear(state),
      );
    }
  }

  /** Looks in the background, for a view that has begun to show agents. */
  wake(): void {
    if (vscode.workspace.isTrusted) {
      void this.#report.around(vscode.l10n.t('Looking for agents'), () => this.load());
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Looks again: something was installed, or the settings have changed. */
  #reload(): void {
    this.#loading = undefined;
    this.wake();
  }

  /** What is wrong in `accord.agents` is said once, and again when it is something else. */
  #tellProblems(): void {
    const problems = this.catalog.settingsProblems().join('\n');
    if (problems !== '' && problems !== this.#toldProblems) {
      this.#report.settingsProblem(problems, 'accord.agents');
    }
    this.#toldProblems = problems;
  }

  #known(): readonly AgentChoice[] {
    const usable = this.#entries?.filter(entry => launchOf(entry) !== undefined);
    return usable?.map(choiceOf) ?? [...this.#own(), DEMO];
  }

  #find(idOrName: string): { readonly id: string; readonly name: string } | undefined {
    return this.#entries
      ? findEntry(this.#entries, idOrName)
      : [...this.#own(), DEMO].find(({ id, name }) => id === idOrName || name === idOrName);
  }

  /** The user's own, read from the settings without looking at anything else. */
  #own(): readonly AgentChoice[] {
    return parseAgentSettings(setting('agents'))
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
