import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { UserError } from '../../core/errors.ts';
import { asBoolean, asRecord, asString } from '../../core/json.ts';
import { parseAttachments } from '../../core/prompt/mention/parseAttachments.ts';
import type { TurnEndReason } from '../../core/session/transcript/entry.ts';
import type { AgentList } from '../agents/agentList.ts';
import { selectAgent, ensureInstalled } from '../agents/selectAgent.ts';
import { COMMANDS } from '../commands.ts';
import { toUriString } from '../context/editor/documentMentions.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { confirmStopAgent } from './confirmStopAgent.ts';
import { sessionCommands } from './sessionCommands.ts';
import { chooseSignInMethod, signOut } from './signInCommands.ts';
import { getObstacle } from '../workspaceRoots.ts';

/** What the commands and the page have in common. */
export class ChatCommands {
  readonly #sessions: Sessions;
  readonly #agents: AgentList;
  readonly #front: () => Session | undefined;
  readonly #reporter: ErrorReporter;

  /** `front` is the session that the user works in. */
  constructor(
    sessions: Sessions,
    agents: AgentList,
    front: () => Session | undefined,
    reporter: ErrorReporter,
  ) {
    this.#sessions = sessions;
    this.#front = front;
    this.#agents = agents;
    this.#reporter = reporter;
  }

  register(): readonly vscode.Disposable[] {
    const shown = (id: string, run: (argument?: unknown) => unknown): vscode.Disposable =>
      vscode.commands.registerCommand(id, argument =>
        this.#reporter.run(id, async () => {
          await run(argument);
        }),
      );
    return [
      shown(COMMANDS.newSession, argument => this.newSession(asString(argument))),
      shown(COMMANDS.selectAgent, argument => this.selectAgent(asString(argument))),
      shown(COMMANDS.cancel, () => this.#front()?.cancel()),
      shown(COMMANDS.restartAgent, () => this.#restart()),
      shown(COMMANDS.signIn, () => this.signIn(this.#front() ?? this.createSession())),
      shown(COMMANDS.signOut, () => signOut(this.#sessions, this.#agents, this.#front()?.agent.id)),
      ...sessionCommands(this.#sessions, this.#front).map(([id, run]) => shown(id, run)),
      // Who sends a prompt by program gets the error itself.
      vscode.commands.registerCommand(COMMANDS.prompt, argument => this.#prompt(argument)),
    ];
  }

  /** Opens a conversation and shows it. */
  async newSession(agentId?: string): Promise<Session> {
    const session = this.createSession(agentId);
    await vscode.commands.executeCommand('accord.chat.focus');
    return session;
  }

  createSession(agentId?: string): Session {
    refuseIfHindered();
    return this.#sessions.create(agentId ?? this.#agents.preferredId);
  }

  /** Makes an agent the one of new sessions, and opens one. */
  async selectAgent(agentId?: string): Promise<Session | undefined> {
    refuseIfHindered();
    const chosen =
      agentId === undefined
        ? await selectAgent(this.#agents)
        : await ensureInstalled(this.#agents, await this.#agents.catalog.entry(agentId));
    if (chosen === undefined) {
      return undefined;
    }
    await this.#agents.setLastUsed(chosen);
    return this.newSession(chosen);
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
    const order = asRecord(argument);
    const text = asString(order?.['text']);
    if (text === undefined || text.trim() === '') {
      throw new UserError(
        vscode.l10n.t('{0} needs an argument { text: string }.', COMMANDS.prompt),
      );
    }
    const attached = parseAttachments(order?.['attach'], uri =>
      toUriString(vscode.Uri.parse(uri, true)),
    );
    if (!attached) {
      throw new UserError(
        vscode.l10n.t(
          '{0}: "attach" is a list of { uri, range? }, { gitDiff } or { problems }.',
          COMMANDS.prompt,
        ),
      );
    }
    const agent = asString(order?.['agent']);
    const active = this.#front();
    const fits =
      active && (agent === undefined || [active.agent.id, active.agent.name].includes(agent));
    const session =
      fits && !asBoolean(order?.['newSession']) ? active : await this.newSession(agent);
    const mentions = attached.map(mention => ({ kind: 'mention', mention }) as const);
    const stopReason = await session.send([{ kind: 'text', text }, ...mentions]);
    return { sessionId: session.id, stopReason };
  }

  async #restart(): Promise<void> {
    const session = this.#front();
    if (!session) {
      throw new UserError(
        vscode.l10n.t('There is no session yet. Start one with "Accord: New Session".'),
      );
    }
    if (await confirmStopAgent(this.#sessions, session)) {
      await this.#sessions.restart(session);
    }
  }
}

function refuseIfHindered(): void {
  const obstacle = getObstacle();
  if (obstacle) {
    throw new UserError(WHY_NOT[obstacle.kind]);
  }
}

const WHY_NOT = {
  untrusted: vscode.l10n.t(
    'This workspace is not trusted, so no agent is started in it. Trust it to work with agents.',
  ),
  noFolder: vscode.l10n.t('Open a folder first: an agent works in a folder.'),
  virtual: vscode.l10n.t(
    'This folder is not on a disk, and agents are programs that work on real files.',
  ),
} as const;
