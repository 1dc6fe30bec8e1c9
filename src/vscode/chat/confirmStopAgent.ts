import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { showWarningMessage } from '../notifications.ts';

/** Asks the user before an agent is stopped that is also working in other sessions, since those stop too. */
export async function confirmStopAgent(
  sessions: Pick<Sessions, 'all'>,
  session: Session,
): Promise<boolean> {
  const { agent } = session;
  const busyCount = sessions.all.filter(
    other => other !== session && other.agent === agent && other.isBusy,
  ).length;
  if (busyCount === 0) {
    return true;
  }
  const confirm = vscode.l10n.t('Stop All');
  const message =
    busyCount === 1
      ? vscode.l10n.t('{0} is also working in another session, which will stop too.', agent.name)
      : vscode.l10n.t(
          '{0} is also working in {1} other sessions, which will stop too.',
          agent.name,
          busyCount,
        );
  return (await showWarningMessage(message, { modal: true }, confirm)) === confirm;
}
