import * as vscode from 'vscode';
import {
  ErrorCodes,
  ResponseError,
  type MessageConnection,
  type NotificationType,
} from 'vscode-jsonrpc';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { pageBefore } from '../../core/chat/entryPage.ts';
import * as messages from '../../core/chat/messages.ts';
import { getSessionTitle } from '../../core/chat/sessionSummary.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import { newProblemsPrompt } from '../../core/tools/newProblems.ts';
import { findEntry } from '../../core/session/transcript/transcript.ts';
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { openAgentSettings } from '../settings.ts';
import { confirmStopAgent } from './confirmStopAgent.ts';
import type { WebviewSession } from './chatWebview.ts';
import type { TextPreviews } from '../files/textPreviews.ts';
import { openLink } from '../files/openLink.ts';
import { resolveUnavailable } from './resolveUnavailable.ts';
import * as parse from './parseMessages.ts';
import { performCodeAction } from './performCodeAction.ts';

/** What the chat view can ask for beyond the session that it shows. */
export interface ChatActions {
  /** Creates a session with the agent, or with the preferred one. Asks the user if there is none. */
  newSession(agentId?: string): Promise<Session | undefined>;
  /** The user writes the first prompt of a session with the preferred agent. */
  prepareSession(): Promise<void>;
  /** Makes an agent the preferred one and creates a session with it. Without an id, the user chooses. */
  selectAgent(agentId?: string): Thenable<unknown>;
  dismissInstallation(agentId: string): void;
  showLog(agentName: string): void;
  activeEditor(): vscode.TextEditor | undefined;
  performTerminalAction(session: Session, use: messages.UseTerminalParams): Promise<void>;
  /** Lets the user create a rule that allows such requests. */
  alwaysAllow(session: Session, entryId: string): Promise<void>;
  readonly previews: Pick<TextPreviews, 'openDiff' | 'openMarkdown'>;
  /** Lets the user choose a way to sign in to the session's agent. */
  signIn(session: Session): Thenable<unknown>;
  /** Shows the account and the provider of the session's agent, and lets the user change them. */
  manageAccount(session: Session): Thenable<unknown>;
}

/** Handles the messages of the chat view. Invalid notifications are dropped; invalid requests get an error. */
export class ChatRequests {
  readonly #sessions: Sessions;
  readonly #actions: ChatActions;
  readonly #reporter: ErrorReporter;

  constructor(sessions: Sessions, actions: ChatActions, reporter: ErrorReporter) {
    this.#sessions = sessions;
    this.#actions = actions;
    this.#reporter = reporter;
  }

  listen(rpc: MessageConnection, shown: WebviewSession): void {
    this.#listenToRequests(rpc, shown);
    this.#listenToSessionActions(rpc, shown);
    this.#listenToContentActions(rpc);
    this.#on(rpc, messages.Stop, parse.parseSessionParams, params => this.#find(params)?.cancel());
    this.#on(rpc, messages.ResolveUnavailable, parse.parseResolveUnavailable, ({ kind }) =>
      resolveUnavailable(kind),
    );
    rpc.onNotification(messages.PrepareSession, () => void this.#actions.prepareSession());
    this.#on(rpc, messages.ChooseAgent, parse.parseAgentChoice, ({ agentId }) =>
      this.#actions.selectAgent(agentId),
    );
    this.#on(rpc, messages.DismissInstallation, parse.parseDismissInstallation, ({ agentId }) =>
      this.#actions.dismissInstallation(agentId),
    );
    this.#on(rpc, messages.EditQueue, parse.parseQueueEdit, edit => {
      const session = this.#find(edit);
      if (edit.edit === 'remove') {
        session?.removeFromQueue(edit.promptId);
      } else if (edit.edit === 'steer') {
        session?.steer(edit.promptId);
      } else {
        session?.sendNow(edit.promptId);
      }
    });
    this.#on(rpc, messages.AnswerPermission, parse.parsePermissionAnswer, answer =>
      answerPermission(this.#find(answer), answer),
    );
    this.#on(rpc, messages.AnswerElicitation, parse.parseElicitationAnswer, reply =>
      this.#find(reply)?.answerElicitation(reply.entryId, reply.action, reply.values),
    );
    this.#on(rpc, messages.SignIn, parse.parseSignIn, choice =>
      this.#find(choice)?.signIn(choice.methodId),
    );
    this.#on(rpc, messages.ManageAccount, parse.parseSessionParams, async params => {
      const session = this.#find(params);
      if (session) {
        await this.#actions.manageAccount(session);
      }
    });
    this.#on(rpc, messages.StopEntry, parse.parseEntryParams, params =>
      this.#find(params)?.stopEntry(params.entryId),
    );
    this.#on(rpc, messages.StopAgent, parse.parseSessionParams, params =>
      this.#stopAgent(this.#find(params)),
    );
    this.#on(rpc, messages.Restart, parse.parseSessionParams, params =>
      this.#restart(this.#find(params)),
    );
    this.#on(rpc, messages.SetPicker, parse.parsePickerValue, pick =>
      this.#find(pick)?.setPicker(pick.pickerId, pick.value),
    );
    this.#on(rpc, messages.RunNoticeAction, parse.parseNoticeAction, params => {
      const session = this.#find(params);
      return session && this.#runNoticeAction(session, params, { rpc, shown });
    });
  }

  #listenToSessionActions(rpc: MessageConnection, shown: WebviewSession): void {
    this.#on(rpc, messages.SelectSession, parse.parseSessionParams, params => {
      const session = this.#find(params);
      if (session) {
        shown.show(session);
      }
    });
    this.#on(rpc, messages.CloseSession, parse.parseSessionParams, params => {
      const session = this.#find(params);
      if (session) {
        this.#sessions.close(session);
      }
    });
    this.#on(rpc, messages.RenameSession, parse.parseRename, params =>
      this.#find(params)?.rename(params.name),
    );
    this.#on(rpc, messages.NewSession, parse.parseAgentChoice, async ({ agentId }) => {
      const session = await this.#actions.newSession(agentId);
      if (session) {
        shown.show(session);
      }
    });
  }

  #listenToContentActions(rpc: MessageConnection): void {
    this.#on(rpc, messages.RestoreCheckpoint, parse.parseEntryParams, ({ sessionId, entryId }) =>
      vscode.commands.executeCommand(COMMANDS.restoreCheckpoint, sessionId, entryId),
    );
    this.#on(rpc, messages.OpenLink, parse.parseOpenLink, link =>
      openLink(link.href, this.#find(link)?.roots ?? []),
    );
    this.#on(rpc, messages.UseCode, parse.parseCodeUse, use =>
      performCodeAction(use, this.#actions.activeEditor(), this.#actions.previews),
    );
    this.#on(rpc, messages.AlwaysAllow, parse.parseEntryParams, async params => {
      const session = this.#find(params);
      if (session) {
        await this.#actions.alwaysAllow(session, params.entryId);
      }
    });
    this.#on(rpc, messages.OpenRequestedDiff, parse.parseRequestedDiff, async params => {
      const transcript = this.#find(params)?.conversation.transcript;
      const entry = transcript && findEntry(transcript, params.entryId);
      const part = entry?.kind === 'permission' ? entry.content[params.index] : undefined;
      if (part?.kind === 'diff') {
        await this.#actions.previews.openDiff(part);
      }
    });
    this.#on(rpc, messages.UseTerminal, parse.parseTerminalUse, async use => {
      const session = this.#find(use);
      if (session) {
        await this.#actions.performTerminalAction(session, use);
      }
    });
  }

  #listenToRequests(rpc: MessageConnection, shown: WebviewSession): void {
    rpc.onRequest(messages.Send, async raw => {
      const params = parse.parseSend(raw);
      if (!params) {
        return invalidParams('a prompt');
      }
      const send = (): Promise<boolean> => this.#send(params, shown);
      return {
        isAccepted: (await this.#reporter.run(vscode.l10n.t('Sending the message'), send)) ?? false,
      };
    });
    rpc.onRequest(messages.LoadEarlier, raw => {
      const params = parse.parseEarlierEntries(raw);
      const session = params && this.#find(params);
      return session
        ? pageBefore(session.conversation.transcript, params.beforeId)
        : invalidParams('a place in a session');
    });
  }

  async #send(params: parse.ParsedSend, shown: WebviewSession): Promise<boolean> {
    const session =
      params.sessionId === undefined
        ? await this.#actions.newSession(params.agentId)
        : this.#sessions.find(params.sessionId);
    if (!session) {
      return false;
    }
    if (params.sessionId === undefined) {
      shown.show(session);
    }
    void session.send(params.draft, params.delivery);
    return true;
  }

  async #stopAgent(session: Session | undefined): Promise<void> {
    if (session && (await confirmStopAgent(this.#sessions, session))) {
      await session.stopAgent();
    }
  }

  async #restart(session: Session | undefined): Promise<void> {
    if (session && (await confirmStopAgent(this.#sessions, session))) {
      await this.#sessions.restart(session);
    }
  }

  /** Runs the action of a notice. Its result is shown in the webview that has the notice. */
  async #runNoticeAction(
    session: Session,
    { action, entryId }: messages.NoticeActionParams,
    { rpc, shown }: { readonly rpc: MessageConnection; readonly shown: WebviewSession },
  ): Promise<void> {
    switch (action) {
      case 'restart':
        return this.#restart(session);
      case 'retry':
        return session.retry(entryId);
      case 'newSession': {
        const created = await this.#actions.newSession(session.agent.id);
        return created && shown.show(created);
      }
      case 'showLog':
        this.#actions.showLog(session.agent.name);
        return;
      case 'addConversation':
        return rpc.sendNotification(messages.InsertMentions, createMention(session));
      case 'openSettings':
        return openAgentSettings();
      case 'sendProblems':
        return sendProblems(session, entryId);
      case 'signIn':
        await this.#actions.signIn(session);
    }
  }

  #find({ sessionId }: messages.SessionParams): Session | undefined {
    return this.#sessions.find(sessionId);
  }

  #on<T>(
    rpc: MessageConnection,
    type: NotificationType<T>,
    parser: (raw: unknown) => T | undefined,
    handle: (value: T) => unknown,
  ): void {
    rpc.onNotification(type, raw => {
      const value = parser(raw);
      if (value !== undefined) {
        void this.#reporter.run(vscode.l10n.t('The action'), () => handle(value));
      }
    });
  }
}

function answerPermission(
  session: Session | undefined,
  { entryId, optionId, reason }: messages.PermissionAnswer,
): void {
  const reply: Draft | undefined = reason ? [{ kind: 'text', text: reason }] : undefined;
  if (optionId === undefined) {
    session?.dismissPermission(entryId, reply);
  } else {
    session?.answerPermission(entryId, optionId, reply);
  }
}

/** Sends the problems that a notice lists. */
function sendProblems(session: Session, entryId: string): void {
  const entry = findEntry(session.conversation.transcript, entryId);
  if (entry?.kind === 'notice' && entry.detail !== undefined) {
    void session.send(newProblemsPrompt(entry.detail));
  }
}

/** Mentions the conversation so far. */
function createMention({ id, conversation: { state, transcript } }: Session): messages.Insertion {
  const title = getSessionTitle(state, transcript);
  return { mentions: [{ kind: 'session', id, title }], focus: true };
}

const invalidParams = (what: string): ResponseError =>
  new ResponseError(ErrorCodes.InvalidParams, `Not ${what}.`);
