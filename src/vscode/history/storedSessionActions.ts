import * as vscode from 'vscode';
import type { SessionHistory } from '../../agent/journal/sessionHistory.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import type { HistoryItem } from '../../core/history/historyItem.ts';
import { showInformationMessage, showInputBox } from '../notifications.ts';

/** Asks for a new name of a session, open or closed. */
export async function renameStoredSession(
  history: Pick<SessionHistory, 'rename'>,
  { id, name }: Pick<HistoryItem, 'id' | 'name'>,
): Promise<void> {
  const newName = await showInputBox({
    title: vscode.l10n.t('Rename Session'),
    prompt: vscode.l10n.t("Leave empty to use the conversation's title."),
    value: name,
  });
  if (newName !== undefined) {
    await history.rename(id, newName.trim());
  }
}

export interface DeleteOptions {
  readonly history: SessionHistory;
  readonly sessions: Sessions;
  /** Called when the session is deleted, and when it is restored. */
  readonly onDidChange: () => void;
}

/** Does not ask, but offers to undo the deletion. */
export async function deleteStoredSession(
  { history, sessions, onDidChange }: DeleteOptions,
  { id, name, agentId, agentName, wireId }: HistoryItem,
): Promise<void> {
  const open = sessions.find(id);
  if (open) {
    sessions.close(open);
  }
  await history.delete(id);
  onDidChange();
  const undo = vscode.l10n.t('Undo');
  const deleteOnAgent = vscode.l10n.t('Delete from {0} Too', agentName);
  const canDeleteOnAgent = wireId !== undefined && (await sessions.canDelete(agentId));
  const answer = await showInformationMessage(
    vscode.l10n.t('Deleted session "{0}".', name),
    undo,
    ...(canDeleteOnAgent ? [deleteOnAgent] : []),
  );
  if (answer === undo) {
    await history.restore(id);
    onDidChange();
  } else if (answer === deleteOnAgent && wireId !== undefined) {
    await sessions.deleteOnAgent(agentId, wireId);
  }
}
