import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { UserError } from '../../core/errors.ts';
import { mayDownload } from '../../core/catalog/mayDownload.ts';
import { asBoolean, asRecord, asString } from '../../core/json.ts';
import { parseAttachments } from '../../core/prompt/mention/parseAttachments.ts';
import type { TurnEndReason } from '../../core/session/transcript/entry.ts';
import type { AgentList } from '../agents/agentList.ts';
import { selectAgent, ensureInstalled } from '../agents/selectAgent.ts';
import { COMMANDS } from '../commands.ts';
import { toUriString } from '../context/editor/documentMentions.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { openSettings } from '../settings.ts';
import { confirmStopAgent } from './confirmStopAgent.ts';
import { manageAccount } from '../agents/manageAccount.ts';
import { sessionCommands } from './sessionCommands.ts';
import { chooseSignInMethod, signOut } from './signInCommands.ts';
import { getSetting } from '../settings.ts';
import { getUnavailableReason } from '../workspaceRoots.ts';

/** The commands for sessions and agents, some of which the chat view uses as well. */
export class ChatCommands {
  readonly #sessions: Sessions;
  readonly #agents: AgentList;
  readonly #activeSession: () => Session | undefined;
  readonly #reporter: ErrorReporter;

  constructor(
    sessions: Sessions,
    agents: AgentList,
    activeSession: () => Session | undefined,
    reporter: ErrorReporter,
  ) {
    this.#sessions = sessions;
    this.#activeSession = activeSession;
    this.#agents = agents;
    this.#reporter = reporter;
  }

  register(): readonly vscode.Disposable[] {
    const command = (id: string, run: (argument?: unknown) => unknown): vscode.Disposable =>
      vscode.commands.registerCommand(id, argument =>
        this.#reporter.run(id, async () => {
          await run(argument);
        }),
      );
    return [
      command(COMMANDS.newSession, argument => this.newSession(asString(argument))),
      command(COMMANDS.selectAgent, argument => this.selectAgent(asString(argument))),
      command(COMMANDS.cancel, () => this.#activeSession()?.cancel()),
      command(COMMANDS.restartAgent, () => this.#restart()),
      command(COMMANDS.signIn, () => this.#signInToActive()),
      command(COMMANDS.signOut, () =>
        signOut(this.#sessions, this.#agents, this.#activeSession()?.agent.id),
      ),
      command(COMMANDS.manageAccount, () => this.#manageActiveAccount()),
      command(COMMANDS.openSettings, () => openSettings()),
      ...sessionCommands(this.#sessions, this.#activeSession).map(([id, run]) => command(id, run)),
      // A caller that sends a prompt gets the error itself.
      vscode.commands.registerCommand(COMMANDS.prompt, argument => this.#prompt(argument)),
    ];
  }

  /** Creates a session and shows it. Undefined if there is no preferred agent and the user chose none. */
  async newSession(agentId?: string): Promise<Session | undefined> {
    const session = await this.createSession(agentId);
    if (session) {
      await vscode.commands.executeCommand('accord.chat.focus');
    }
    return session;
  }

  /** Creates a session with the agent, or with the preferred one. Asks the user if there is none. */
  async createSession(agentId?: string): Promise<Session | undefined> {
    throwIfUnavailable();
    if (agentId !== undefined) {
      await this.#agents.setLastUsed(agentId);
    }
    const id = agentId ?? this.#agents.preferredId;
    return id === undefined ? this.selectAgent() : this.#sessions.create(id);
  }

  /**
   * Starts the preferred agent and opens a session while the user writes, so that the first prompt does not wait for it.
   * Does nothing if that could ask the user for something or download a program. Errors are shown when the prompt is sent.
   * Returns whether the agent is being started.
   */
  async prepareSession(): Promise<boolean> {
    const id = this.#agents.preferredId;
    const { length } = this.#sessions.all;
    if (id === undefined || !getSetting('startAgentEarly') || getUnavailableReason()) {
      return false;
    }
    if (this.#agents.needsSignIn(id)) {
      return false;
    }
    const launch = await this.#agents.getLaunch(id).catch(() => undefined);
    const isSimple = launch?.kind === 'command' && !mayDownload(launch.command, launch.args);
    const isDue = isSimple && this.#sessions.all.length === length;
    if (isDue) {
      this.#sessions.prepare(id);
    }
    return isDue;
  }

  /** Makes an agent the preferred one and creates a session with it. */
  async selectAgent(agentId?: string): Promise<Session | undefined> {
    throwIfUnavailable();
    const chosen =
      agentId === undefined
        ? await selectAgent(this.#agents)
        : await ensureInstalled(this.#agents, await this.#agents.catalog.entry(agentId));
    if (chosen === undefined) {
      return undefined;
    }
    return this.newSession(chosen);
  }

  async #signInToActive(): Promise<void> {
    const session = this.#activeSession() ?? (await this.createSession());
    if (session) {
      await this.signIn(session);
    }
  }

  async #manageActiveAccount(): Promise<void> {
    const session = this.#activeSession() ?? (await this.createSession());
    if (session) {
      await this.manageAccount(session);
    }
  }

  /** Shows the account and the provider of the session's agent, and lets the user change them. */
  manageAccount(session: Session): Promise<void> {
    return manageAccount(session, this.#sessions, {
      signIn: () => this.signIn(session),
      signOut: agentId => signOut(this.#sessions, this.#agents, agentId),
    });
  }

  /** Cancels the installation of an agent, or hides that it failed. */
  dismissInstallation(agentId: string): void {
    this.#agents.installer.dismiss(agentId);
  }

  /** Lets the user choose a way to sign in to the session's agent. */
  async signIn(session: Session): Promise<void> {
    const methodId = await chooseSignInMethod(session.agent.name, await session.signInMethods());
    if (methodId !== undefined) {
      await session.signIn(methodId);
    }
  }

  /** Sends a prompt for a key binding, a task or another extension. */
  async #prompt(
    argument: unknown,
  ): Promise<{ readonly sessionId: string; readonly stopReason: TurnEndReason }> {
    const options = asRecord(argument);
    const text = asString(options?.['text']);
    if (text === undefined || text.trim() === '') {
      throw new UserError(
        vscode.l10n.t('{0} requires an argument { text: string }.', COMMANDS.prompt),
      );
    }
    const attached = parseAttachments(options?.['attach'], uri =>
      toUriString(vscode.Uri.parse(uri, true)),
    );
    if (!attached) {
      throw new UserError(
        vscode.l10n.t(
          '{0}: "attach" must be a list of { uri, range? }, { gitDiff }, or { problems }.',
          COMMANDS.prompt,
        ),
      );
    }
    const agent = asString(options?.['agent']);
    const session = await this.#sessionFor(agent, asBoolean(options?.['newSession']) ?? false);
    const mentions = attached.map(mention => ({ kind: 'mention', mention }) as const);
    const stopReason = await session.send([{ kind: 'text', text }, ...mentions]);
    return { sessionId: session.id, stopReason };
  }

  /** The active session if its agent is the right one, else a new session. */
  async #sessionFor(agent: string | undefined, isNew: boolean): Promise<Session> {
    const active = this.#activeSession();
    const matches =
      active && (agent === undefined || [active.agent.id, active.agent.name].includes(agent));
    const session = matches && !isNew ? active : await this.newSession(agent);
    if (!session) {
      throw new UserError(vscode.l10n.t('No agent was selected.'));
    }
    return session;
  }

  async #restart(): Promise<void> {
    const session = this.#activeSession();
    if (!session) {
      throw new UserError(
        vscode.l10n.t('No session is open. Start one with "Accord: New Session".'),
      );
    }
    if (await confirmStopAgent(this.#sessions, session)) {
      await this.#sessions.restart(session);
    }
  }
}

function throwIfUnavailable(): void {
  const reason = getUnavailableReason();
  if (reason) {
    throw new UserError(UNAVAILABLE_MESSAGES[reason.kind]);
  }
}

const UNAVAILABLE_MESSAGES = {
  untrusted: vscode.l10n.t(
    "Agents can't run because this workspace isn't trusted. Trust it to use agents.",
  ),
  noFolder: vscode.l10n.t('Open a folder first. Agents work in a folder.'),
  virtual: vscode.l10n.t("Agents need real files, but this folder isn't on disk."),
} as const;
