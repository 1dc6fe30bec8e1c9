import * as vscode from 'vscode';
import type { SnapshotStorage } from '../../agent/checkpoint/snapshotStorage.ts';
import type { Elsewhere } from '../../agent/journal/elsewhere.ts';
import type { History } from '../../agent/journal/history.ts';
import type { Sessions } from '../../agent/sessions.ts';
import { sizeInWords } from '../../core/prompt/size.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_DAYS = 30;

/** What there is on disk. */
export interface StorageToClear {
  readonly history: History;
  readonly elsewhere: Elsewhere;
  readonly sessions: Sessions;
  readonly storage: SnapshotStorage;
}

/** Says how much sessions and checkpoints take, and deletes what the user chooses. */
export async function clearStorage(parts: StorageToClear): Promise<void> {
  const old = vscode.l10n.t('Delete Older Than {0} Days', OLD_DAYS);
  const all = vscode.l10n.t('Delete All Sessions');
  const checkpoints = vscode.l10n.t('Delete Checkpoints');
  const { title, detail } = await sizes(parts);
  const answer = await vscode.window.showInformationMessage(
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
      await parts.storage.clear();
      break;
    default:
      await eraseSessions(parts, answer === all ? Infinity : Date.now() - OLD_DAYS * DAY_MS);
  }
  const left = (await sizes(parts)).title;
  void vscode.window.showInformationMessage(vscode.l10n.t('Deleted. {0}', left));
}

async function sizes({
  history,
  elsewhere,
  storage,
}: StorageToClear): Promise<{ readonly title: string; readonly detail: string }> {
  const { count, bytes } = await history.size();
  const [checkpoints, others] = [await storage.sizeBytes(), await elsewhere.sizeBytes()];
  return {
    title: vscode.l10n.t(
      'Sessions of this workspace: {0}, {1}. Checkpoints: {2}.',
      count,
      sizeInWords(bytes),
      sizeInWords(checkpoints),
    ),
    detail: [
      vscode.l10n.t('Sessions of other workspaces: {0}.', sizeInWords(others)),
      vscode.l10n.t(
        'Pinned sessions, those that are open, and what waits for review stay. What is deleted here cannot be brought back.',
      ),
    ].join('\n\n'),
  };
}

/** Their checkpoints go with them. */
async function eraseSessions(
  { history, sessions, storage }: StorageToClear,
  beforeMs: number,
): Promise<void> {
  const open = new Set(sessions.all.map(({ id }) => id));
  await history.erase(item => item.updatedMs < beforeMs && !open.has(item.id));
  await history.eraseDeleted();
  await storage.collect();
}
