import * as vscode from 'vscode';
import {
  ErrorCodes,
  ResponseError,
  type MessageConnection,
  type NotificationType,
} from 'vscode-jsonrpc';
import type { Session } from '../../agent/session.ts';
import type { Sessions } from '../../agent/sessions.ts';
import { pageBefore } from '../../core/chat/newestPage.ts';
import * as messages from '../../core/chat/messages.ts';
import { titleOf } from '../../core/chat/summary.ts';
import type { Draft } from '../../core/prompt/draft.ts';
import { COMMANDS } from '../commands.ts';
import type { Report } from '../report.ts';
import { agreesToEnd } from './agreesToEnd.ts';
import type { Front } from './chatPage.ts';
import { openLink } from './openLink.ts';
import { overcome } from './overcome.ts';
import * as parse from './parse.ts';
import { useCode } from './useCode.ts';

/** What the page can ask for beyond the session it shows. */
export interface ChatActions {
  /** Opens a conversation with that agent, or with the one that is preferred. */
  newSession(agentId?: string): Session | undefined;
  chooseAgent(): Thenable<unknown>;
  showLog(agentName: string): void;
  /** The text editor that the user works in. */
  editor(): vscode.TextEditor | undefined;
  useTerminal(session: Session, use: messages.TerminalUse): Promise<void>;
  /** Lets the user choose a way to sign in to the session's agent. */
  signIn(session: Session): Thenable<unknown>;
}

/** Answers the page. Whatever does not fit is dropped; a question always gets an answer. */
export class ViewRequests {
  readonly #sessions: Sessions;
  readonly #actions: ChatActions;
  readonly #report: Report;

  constructor(sessions: Sessions, actions: ChatActions, report: Report) {
    this.#sessions = sessions;
    this.#actions = actions;
    this.#report = report;
  }

  listen(rpc: MessageConnection, front: Front): void {
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
    this.#on(rpc, messages.RenameSession, parse.parseNewName, of => this.#of(of)?.rename(of.name));
    this.#on(rpc, messages.NewSession, parse.parseNewSession, ({ agentId }) => {
      const session = this.#actions.newSession(agentId);
      if (session) {
        front.show(session);
      }
    });
    this.#on(rpc, messages.Overcome, parse.parseOvercome, ({ obstacle }) => overcome(obstacle));
    rpc.onNotification(messages.ChooseAgent, () => {
      void this.#report.around(vscode.l10n.t('Choosing an agent'), () =>
        this.#actions.chooseAgent(),
      );
    });
    this.#on(rpc, messages.EditQueue, parse.parseQueueEdit, edit => {
      const session = this.#of(edit);
      if (edit.edit === 'remove') {
        session?.unqueue(edit.promptId);
      } else {
        session?.sendNow(edit.promptId);
      }
    });
    this.#on(rpc, messages.AnswerPermission, parse.parsePermissionAnswer, answer =>
      answerPermission(this.#of(answer), answer),
    );
    this.#on(rpc, messages.AnswerQuestion, parse.parseQuestionReply, reply =>
      this.#of(reply)?.answerQuestion(reply.entryId, reply.action, reply.values),
    );
    this.#on(rpc, messages.SignIn, parse.parseSignIn, choice =>
      this.#of(choice)?.signIn(choice.methodId),
    );
    this.#on(rpc, messages.StopAgent, parse.parseOfSession, of => this.#stopAgent(this.#of(of)));
    this.#on(rpc, messages.Restart, parse.parseOfSession, of => this.#restart(this.#of(of)));
    this.#on(rpc, messages.SetPicker, parse.parsePick, pick =>
      this.#of(pick)?.setPicker(pick.pickerId, pick.value),
    );
    this.#on(rpc, messages.Act, parse.parseAct, act => {
      const session = this.#of(act);
      return session && this.#act(session, act, { rpc, front });
    });
  }

  /** What the user does with something in the conversation. */
  #useContent(rpc: MessageConnection): void {
    this.#on(rpc, messages.RestoreTo, parse.parseOfEntry, ({ sessionId, entryId }) =>
      vscode.commands.executeCommand(COMMANDS.restoreCheckpoint, sessionId, entryId),
    );
    this.#on(rpc, messages.OpenLink, parse.parseOpenLink, link =>
      openLink(link.href, this.#of(link)?.roots ?? []),
    );
    this.#on(rpc, messages.UseCode, parse.parseCodeUse, use =>
      useCode(use, this.#actions.editor()),
    );
    this.#on(rpc, messages.UseTerminal, parse.parseTerminalUse, async use => {
      const session = this.#of(use);
      if (session) {
        await this.#actions.useTerminal(session, use);
      }
    });
  }

  #answerQuestions(rpc: MessageConnection, front: Front): void {
    rpc.onRequest(messages.Send, async raw => {
      const order = parse.parseSend(raw);
      if (!order) {
        return notThat('a prompt');
      }
      const send = (): boolean => this.#send(order, front);
      return { taken: (await this.#report.around(messages.Send.method, send)) ?? false };
    });
    rpc.onRequest(messages.Earlier, raw => {
      const asked = parse.parseEarlier(raw);
      const session = asked && this.#of(asked);
      return session
        ? pageBefore(session.conversation.transcript, asked.beforeId)
        : notThat('a place in a session');
    });
  }

  #send(order: parse.SendOrder, front: Front): boolean {
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
    if (session && (await agreesToEnd(this.#sessions, session))) {
      await session.stopAgent();
    }
  }

  async #restart(session: Session | undefined): Promise<void> {
    if (session && (await agreesToEnd(this.#sessions, session))) {
      await this.#sessions.restart(session);
    }
  }

  /** Does what a notice offers. What comes of it is shown on the page that the notice stands on. */
  async #act(
    session: Session,
    { action, entryId }: messages.ActOnNotice,
    { rpc, front }: { readonly rpc: MessageConnection; readonly front: Front },
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
        return rpc.sendNotification(messages.Insert, mentionOf(session));
      case 'signIn':
        await this.#actions.signIn(session);
    }
  }

  #of({ sessionId }: messages.OfSession): Session | undefined {
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
        void this.#report.around(type.method, () => act(value));
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
  const title = titleOf(state, transcript);
  return { mentions: [{ kind: 'session', id, title }], focus: true };
}

const notThat = (what: string): ResponseError =>
  new ResponseError(ErrorCodes.InvalidParams, `Not ${what}.`);
