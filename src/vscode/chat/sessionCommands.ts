import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { NAME_LIMIT_CHARS } from '../../core/chat/messages.ts';
import { getSessionTitle } from '../../core/chat/sessionSummary.ts';
import { UserError } from '../../core/errors.ts';
import { asRecord, asString } from '../../core/json.ts';
import { COMMANDS } from '../commands.ts';
import { showInputBox, showWarningMessage } from '../notifications.ts';

type CommandHandler = (argument?: unknown) => unknown;

/** Commands on one session: the one whose tab has the context menu, else the active one. */
export function sessionCommands(
  sessions: Sessions,
  activeSession: () => Session | undefined,
): readonly (readonly [string, CommandHandler])[] {
  const find = (argument: unknown): Session => {
    const id = asString(asRecord(argument)?.['sessionId']);
    return assertSession(id === undefined ? activeSession() : sessions.find(id));
  };
  return [
    [COMMANDS.renameSession, argument => renameSession(find(argument))],
    [COMMANDS.forkSession, argument => forkSession(sessions, find(argument))],
    [COMMANDS.closeOthers, argument => closeOthers(sessions, find(argument))],
  ];
}

function assertSession(session: Session | undefined): Session {
  if (!session) {
    throw new UserError(vscode.l10n.t('No session is open. Start one with "Accord: New Session".'));
  }
  return session;
}

async function renameSession(session: Session): Promise<void> {
  const { state, transcript } = session.conversation;
  const name = await showInputBox({
    title: vscode.l10n.t('Rename Session'),
    prompt: vscode.l10n.t("Leave empty to use the agent's title."),
    value: getSessionTitle(state, transcript),
    validateInput: text =>
      text.length > NAME_LIMIT_CHARS ? vscode.l10n.t('This name is too long.') : undefined,
  });
  if (name !== undefined) {
    session.rename(name);
  }
}

function forkSession(sessions: Sessions, session: Session): void {
  if (!session.conversation.state.canFork) {
    throw new UserError(vscode.l10n.t("{0} doesn't support forking sessions.", session.agent.name));
  }
  sessions.fork(session);
}

async function closeOthers(sessions: Sessions, kept: Session): Promise<void> {
  const others = sessions.all.filter(session => session !== kept);
  const busyCount = others.filter(({ isBusy }) => isBusy).length;
  const close = vscode.l10n.t('Close');
  const isConfirmed =
    busyCount === 0 ||
    (await showWarningMessage(
      vscode.l10n.t('Agents are working in {0} of these sessions. Stop and close them?', busyCount),
      { modal: true },
      close,
    )) === close;
  if (isConfirmed) {
    others.filter(other => sessions.all.includes(other)).forEach(other => sessions.close(other));
  }
}
