import * as vscode from 'vscode';
import type { History } from '../../agent/journal/history.ts';
import type { Sessions } from '../../agent/sessions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_DAYS = 30;

/** Says how much the sessions of this workspace take, and deletes what the user chooses. */
export async function clearHistory(history: History, sessions: Sessions): Promise<void> {
  const { count, bytes } = await history.size();
  const all = vscode.l10n.t('Delete All');
  const old = vscode.l10n.t('Delete Older Than {0} Days', OLD_DAYS);
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('{0} sessions of this workspace take {1} MB.', count, megabytes(bytes)),
    {
      modal: true,
      detail: vscode.l10n.t(
        'Pinned sessions and those that are open stay. What is deleted here cannot be brought back.',
      ),
    },
    old,
    all,
  );
  if (answer === undefined) {
    return;
  }
  const beforeMs = answer === all ? Infinity : Date.now() - OLD_DAYS * DAY_MS;
  const open = new Set(sessions.all.map(({ id }) => id));
  const gone = await history.erase(item => item.updatedMs < beforeMs && !open.has(item.id));
  void vscode.window.showInformationMessage(vscode.l10n.t('{0} sessions were deleted.', gone));
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
