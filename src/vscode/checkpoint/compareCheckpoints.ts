import * as vscode from 'vscode';
import type { Checkpoints } from '../../agent/checkpoint/checkpoints.ts';
import type {
  ComparedFile,
  SnapshotComparison,
} from '../../agent/checkpoint/snapshotComparison.ts';
import type { SessionHistory } from '../../agent/journal/sessionHistory.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import { UserError } from '../../core/errors.ts';
import { getCheckpointItems, type CheckpointItem } from './checkpointItems.ts';
import { toSnapshotUri } from './snapshotFileSystem.ts';
import { showInformationMessage, showQuickPick } from '../notifications.ts';

export interface CompareCheckpointsOptions {
  readonly sessions: Sessions;
  readonly checkpoints: Checkpoints;
  readonly comparison: SnapshotComparison;
  readonly history: SessionHistory;
}

/** Lets the user choose two checkpoints, or one and the current state, and shows the differences in a multi-diff editor. */
export async function compareCheckpoints(options: CompareCheckpointsOptions): Promise<void> {
  const { sessions, checkpoints, history } = options;
  const items = await getCheckpointItems(checkpoints, history, sessions.active?.id);
  if (items.length === 0) {
    throw new UserError(vscode.l10n.t('No checkpoints yet. Each message you send creates one.'));
  }
  const first = await choose(items, vscode.l10n.t('Select the first checkpoint'));
  if (!first) {
    return;
  }
  const now: CheckpointItem = {
    label: vscode.l10n.t('Current files'),
    description: vscode.l10n.t('files on disk'),
  };
  const others = [now, ...items.filter(item => item !== first)];
  const second = await choose(others, vscode.l10n.t('Select the second checkpoint'));
  if (second) {
    await show(options, first, second);
  }
}

/** Shows the files that differ. With `isNow` the right side shows the files themselves. */
export async function showComparison(
  title: string,
  files: readonly ComparedFile[],
  isNow: boolean,
): Promise<void> {
  const shown = files.filter(({ isText }) => isText);
  const resources = shown.map(({ path, before, after }) => {
    const uri = vscode.Uri.file(path);
    const right = after && (isNow ? uri : toSnapshotUri(path, after));
    return [uri, before && toSnapshotUri(path, before), right];
  });
  if (shown.length > 0) {
    await vscode.commands.executeCommand('vscode.changes', title, resources);
  }
  const hidden = files.filter(({ isText }) => !isText);
  if (hidden.length > 0) {
    const names = hidden.map(({ path }) => vscode.workspace.asRelativePath(path)).join(', ');
    void showInformationMessage(vscode.l10n.t('Binary or too large to compare: {0}', names));
  }
}

async function show(
  { checkpoints, comparison }: CompareCheckpointsOptions,
  first: CheckpointItem,
  second: CheckpointItem,
): Promise<void> {
  const getIndex = ({ checkpoint: one }: CheckpointItem): number =>
    one
      ? checkpoints.all.findIndex(
          ({ sessionId, turn }) => sessionId === one.sessionId && turn === one.turn,
        )
      : Infinity;
  const [older, newer] = getIndex(first) < getIndex(second) ? [first, second] : [second, first];
  const to = newer.checkpoint?.snapshots ?? 'now';
  const files = await comparison.compare(older.checkpoint?.snapshots ?? [], to);
  if (files.length === 0) {
    void showInformationMessage(vscode.l10n.t('No differences.'));
    return;
  }
  const title = `${truncate(older.label)} ↔ ${truncate(newer.label)}`;
  await showComparison(title, files, to === 'now');
}

const choose = (
  items: readonly CheckpointItem[],
  placeHolder: string,
): Thenable<CheckpointItem | undefined> =>
  showQuickPick(items, {
    title: vscode.l10n.t('Compare Checkpoints'),
    placeHolder,
    matchOnDescription: true,
  });

const LABEL_LIMIT_CHARS = 30;

const truncate = (label: string): string =>
  label.length > LABEL_LIMIT_CHARS ? `${label.slice(0, LABEL_LIMIT_CHARS)}...` : label;
