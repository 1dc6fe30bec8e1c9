import * as vscode from 'vscode';
import type { SnapshotGarbageCollector } from '../../agent/checkpoint/snapshotGarbageCollector.ts';
import type { OtherWorkspaces } from '../../agent/journal/otherWorkspaces.ts';
import type { SessionHistory } from '../../agent/journal/sessionHistory.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { formatByteSize } from '../../core/text/byteSize.ts';
import { showInformationMessage } from '../notifications.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_DAYS = 30;

export interface ClearStorageOptions {
  readonly history: SessionHistory;
  readonly otherWorkspaces: OtherWorkspaces;
  readonly sessions: Sessions;
  readonly storage: SnapshotGarbageCollector;
}

/** Shows how much space sessions and checkpoints take, and deletes what the user chooses. */
export async function clearStorage(options: ClearStorageOptions): Promise<void> {
  const old = vscode.l10n.t('Delete Sessions Older Than {0} Days', OLD_DAYS);
  const all = vscode.l10n.t('Delete All Sessions');
  const checkpoints = vscode.l10n.t('Delete Checkpoints');
  const { title, detail } = await getSizes(options);
  const answer = await showInformationMessage(
    title,
    { modal: true, detail },
    old,
    all,
    checkpoints,
  );
  switch (answer) {
    case undefined:
      return;
    case checkpoints:
      await options.storage.clear();
      break;
    default:
      await deleteSessions(options, answer === all ? Infinity : Date.now() - OLD_DAYS * DAY_MS);
  }
  const left = (await getSizes(options)).title;
  void showInformationMessage(vscode.l10n.t('Deleted. {0}', left));
}

async function getSizes({
  history,
  otherWorkspaces,
  storage,
}: ClearStorageOptions): Promise<{ readonly title: string; readonly detail: string }> {
  const { count, bytes } = await history.size();
  const [checkpoints, others] = [await storage.sizeBytes(), await otherWorkspaces.sizeBytes()];
  return {
    title: vscode.l10n.t(
      'Sessions in this workspace: {0} ({1}). Checkpoints: {2}.',
      count,
      formatByteSize(bytes),
      formatByteSize(checkpoints),
    ),
    detail: [
      vscode.l10n.t('Sessions in other workspaces: {0}.', formatByteSize(others)),
      vscode.l10n.t(
        "Pinned sessions, open sessions, and pending changes are kept. Deleting can't be undone.",
      ),
    ].join('\n\n'),
  };
}

/** Deletes sessions with their checkpoints. */
async function deleteSessions(
  { history, sessions, storage }: ClearStorageOptions,
  beforeMs: number,
): Promise<void> {
  const open = new Set(sessions.all.map(({ id }) => id));
  await history.deletePermanently(item => item.updatedMs < beforeMs && !open.has(item.id));
  await history.purgeDeleted();
  await storage.collect();
}
