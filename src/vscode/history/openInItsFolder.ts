import * as vscode from 'vscode';
import type { OtherWorkspaces } from '../../agent/journal/otherWorkspaces.ts';
import type { HistoryItem } from '../../core/history/historyItem.ts';
import { UserError } from '../../core/errors.ts';

/** Opens the folder of a session of another workspace, since a session continues in its own folder. */
export async function openInItsFolder(
  otherWorkspaces: OtherWorkspaces,
  { id, root }: Pick<HistoryItem, 'id' | 'root'>,
): Promise<void> {
  if (!root) {
    throw new UserError(vscode.l10n.t("Accord doesn't know which folder this session used."));
  }
  await otherWorkspaces.setActiveSession(id);
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(root), {
    forceNewWindow: true,
  });
}
