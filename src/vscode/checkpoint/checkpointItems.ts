import * as vscode from 'vscode';
import type { Checkpoint } from '../../agent/checkpoint/checkpoint.ts';
import type { Checkpoints } from '../../agent/checkpoint/checkpoints.ts';
import type { SessionHistory } from '../../agent/journal/sessionHistory.ts';
import { getSessionName } from '../../core/journal/sessionRecord.ts';
import { toFlatDraft } from '../../core/prompt/draft.ts';
import type { UserEntry } from '../../core/session/transcript/entry.ts';

/** A checkpoint in a quick pick. Without a checkpoint it stands for the files as they are now. */
export interface CheckpointItem extends vscode.QuickPickItem {
  readonly checkpoint?: Checkpoint;
}

/** The number of sessions whose checkpoints are offered: the active one, then the most recent ones. */
const SESSION_LIMIT = 30;

/** The prompt of a turn in one line. */
export const getPromptLine = ({ draft }: UserEntry): string =>
  toFlatDraft(draft ?? [])
    .text.replaceAll(/\s+/g, ' ')
    .trim();

/** All checkpoints by session, newest first. */
export async function getCheckpointItems(
  checkpoints: Checkpoints,
  history: SessionHistory,
  activeId: string | undefined,
): Promise<readonly CheckpointItem[]> {
  const newestFirst = checkpoints.all.map(({ sessionId }) => sessionId).toReversed();
  const ids = new Set([...(activeId === undefined ? [] : [activeId]), ...newestFirst]);
  const items: CheckpointItem[] = [];
  for (const id of [...ids].slice(0, SESSION_LIMIT)) {
    items.push(...(await getSessionItems(id, checkpoints, history)));
  }
  return items;
}

async function getSessionItems(
  sessionId: string,
  checkpoints: Checkpoints,
  history: SessionHistory,
): Promise<readonly CheckpointItem[]> {
  const record = await history.read(sessionId);
  const prompts = record?.transcript.entries.filter(entry => entry.kind === 'user') ?? [];
  const rows = checkpoints.forSession(sessionId).flatMap(checkpoint => {
    const prompt = prompts.find(({ turn }) => turn === checkpoint.turn);
    return prompt ? [toItem(checkpoint, prompt)] : [];
  });
  return record && rows.length > 0
    ? [
        { label: getSessionName(record), kind: vscode.QuickPickItemKind.Separator },
        ...rows.toReversed(),
      ]
    : [];
}

const toItem = (checkpoint: Checkpoint, prompt: UserEntry): CheckpointItem => ({
  checkpoint,
  label: getPromptLine(prompt) || vscode.l10n.t('Untitled'),
  description: [
    vscode.l10n.t('before this message'),
    new Date(prompt.atMs).toLocaleString(),
    vscode.l10n.t('files changed: {0}', checkpoint.touched.size),
  ].join(' · '),
});
