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
import { COMMANDS } from '../commands.ts';
import type { ErrorReporter } from '../errorReporter.ts';
import { confirmStopAgent } from './confirmStopAgent.ts';
import type { ShownSession } from './chatWebview.ts';
import { openLink } from '../files/openLink.ts';
import { resolveObstacle } from './resolveObstacle.ts';
import * as parse from './parseMessages.ts';
import { performCodeAction } from './performCodeAction.ts';

/** What the page can ask for beyond the session it shows. */
export interface ChatActions {
  /** Opens a conversation with that agent, or with the one that is preferred. */
  newSession(agentId?: string): Session | undefined;
  selectAgent(): Thenable<unknown>;
  showLog(agentName: string): void;
  /** The text editor that the user works in. */
  activeEditor(): vscode.TextEditor | undefined;
  performTerminalAction(session: Session, use: messages.UseTerminalParams): Promise<void>;
  /** Lets the user choose a way to sign in to the session's agent. */
  signIn(session: Session): Thenable<unknown>;
}

/** Answers the page. Whatever does not fit is dropped; a question always gets an answer. */
export class ChatRequests {
  readonly #sessions: Sessions;
  readonly #actions: ChatActions;
  readonly #reporter: ErrorReporter;

  constructor(sessions: Sessions, actions: ChatActions, reporter: ErrorReporter) {
    this.#sessions = sessions;
    this.#actions = actions;
    this.#reporter = reporter;
  }

  listen(rpc: MessageConnection, front: ShownSession): void {
    this.#answerQuestions(rpc, front);
    this.#useContent(rpc);
    this.#on(rpc, messages.Stop, parse.parseOfSession, of => this.#of(of)?.cancel());
    this.#on(rpc, messages.SelectSession, parse.parseOfSession, of => {
      const session = this.#of(of);
      if (session) {
        front.show(session);
      }
    });
    this.#on(rpc, messages.CloseSession, parse.parseOfSession, of => {
      const session = this.#of(of);
      if (session) {
        this.#sessions.close(session);
      }
    });
    this.#on(rpc, messages.RenameSession, parse.parseRename, of => this.#of(of)?.rename(of.name));
    this.#on(rpc, messages.NewSession, parse.parseNewSession, ({ agentId }) => {
      const session = this.#actions.newSession(agentId);
      if (session) {
        front.show(session);
      }
    });
    this.#on(rpc, messages.ResolveObstacle, parse.parseResolveObstacle, ({ obstacle }) =>
      resolveObstacle(obstacle),
    );
    rpc.onNotification(messages.ChooseAgent, () => {
      void this.#reporter.run(vscode.l10n.t('Choosing an agent'), () => this.#actions.selectAgent());
    });
    this.#on(rpc, messages.EditQueue, parse.parseQueueEdit, edit => {
      const session = this.#of(edit);
      if (edit.edit === 'remove') {
        session?.removeFromQueue(edit.promptId);
      } else {
        session?.sendNow(edit.promptId);
      }
    });
    this.#on(rpc, messages.AnswerPermission, parse.parsePermissionAnswer, answer =>
      answerPermission(this.#of(answer), answer),
    );
    this.#on(rpc, messages.AnswerElicitation, parse.parseQuestionReply, reply =>
      this.#of(reply)?.answerElicitation(reply.entryId, reply.action, reply.values),
    );
    this.#on(rpc, messages.SignIn, parse.parseSignIn, choice =>
      this.#of(choice)?.signIn(choice.methodId),
    );
    this.#on(rpc, messages.StopAgent, parse.parseOfSession, of => this.#stopAgent(this.#of(of)));
    this.#on(rpc, messages.Restart, parse.parseOfSession, of => this.#restart(this.#of(of)));
    this.#on(rpc, messages.SetPicker, parse.parsePickerValue, pick =>
      this.#of(pick)?.setPicker(pick.pickerId, pick.value),
    );
    this.#on(rpc, messages.RunNoticeAction, parse.parseNoticeAction, act => {
      const session = this.#of(act);
      return session && this.#act(session, act, { rpc, front });
    });
  }

  /** What the user does with something in the conversation. */
  #useContent(rpc: MessageConnection): void {
    this.#on(rpc, messages.RestoreCheckpoint, parse.parseOfEntry, ({ sessionId, entryId }) =>
      vscode.commands.executeCommand(COMMANDS.restoreCheckpoint, sessionId, entryId),
    );
    this.#on(rpc, messages.OpenLink, parse.parseOpenLink, link =>
      openLink(link.href, this.#of(link)?.roots ?? []),
    );
    this.#on(rpc, messages.UseCode, parse.parseCodeUse, use =>
      performCodeAction(use, this.#actions.activeEditor()),
    );
    this.#on(rpc, messages.UseTerminal, parse.parseTerminalUse, async use => {
      const session = this.#of(use);
      if (session) {
        await this.#actions.performTerminalAction(session, use);
      }
    });
  }

  #answerQuestions(rpc: MessageConnection, front: ShownSession): void {
    rpc.onRequest(messages.Send, async raw => {
      const order = parse.parseSend(raw);
      if (!order) {
        return notThat('a prompt');
      }
      const send = (): boolean => this.#send(order, front);
      return { taken: (await this.#reporter.run(messages.Send.method, send)) ?? false };
    });
    rpc.onRequest(messages.LoadEarlier, raw => {
      const asked = parse.parseEarlierEntries(raw);
      const session = asked && this.#of(asked);
      return session
        ? pageBefore(session.conversation.transcript, asked.beforeId)
        : notThat('a place in a session');
    });
  }

  #send(order: parse.ParsedSend, front: ShownSession): boolean {
    const session =
      order.sessionId === undefined
        ? this.#actions.newSession()
        : this.#sessions.find(order.sessionId);
    if (!session) {
      return false;
    }
    if (order.sessionId === undefined) {
      front.show(session);
    }
    void session.send(order.draft);
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

  /** Does what a notice offers. What comes of it is shown on the page that the notice stands on. */
  async #act(
    session: Session,
    { action, entryId }: messages.NoticeActionParams,
    { rpc, front }: { readonly rpc: MessageConnection; readonly front: ShownSession },
  ): Promise<void> {
    switch (action) {
      case 'restart':
        return this.#restart(session);
      case 'retry':
        return session.retry(entryId);
      case 'newSession': {
        const fresh = this.#actions.newSession(session.agent.id);
        return fresh && front.show(fresh);
      }
      case 'showLog':
        this.#actions.showLog(session.agent.name);
        return;
      case 'addConversation':
        return rpc.sendNotification(messages.InsertMentions, mentionOf(session));
      case 'signIn':
        await this.#actions.signIn(session);
    }
  }

  #of({ sessionId }: messages.SessionParams): Session | undefined {
    return this.#sessions.find(sessionId);
  }

  #on<T>(
    rpc: MessageConnection,
    type: NotificationType<T>,
    parseIt: (raw: unknown) => T | undefined,
    act: (value: T) => unknown,
  ): void {
    rpc.onNotification(type, raw => {
      const value = parseIt(raw);
      if (value !== undefined) {
        void this.#reporter.run(type.method, () => act(value));
      }
    });
  }
}

function answerPermission(
  session: Session | undefined,
  { entryId, optionId, reason }: messages.PermissionAnswer,
): void {
  const words: Draft | undefined = reason ? [{ kind: 'text', text: reason }] : undefined;
  if (optionId === undefined) {
    session?.dismissPermission(entryId, words);
  } else {
    session?.answerPermission(entryId, optionId, words);
  }
}

/** What was said so far, for the next message. */
function mentionOf({ id, conversation: { state, transcript } }: Session): messages.Insertion {
  const title = getSessionTitle(state, transcript);
  return { mentions: [{ kind: 'session', id, title }], focus: true };
}

const notThat = (what: string): ResponseError =>
  new ResponseError(ErrorCodes.InvalidParams, `Not ${what}.`);
