import * as vscode from 'vscode';
import type { SessionRecord } from '../../core/journal/sessionRecord.ts';
import { UserError } from '../../core/errors.ts';
import { recordFromTrace } from '../../core/export/recordFromTrace.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import type { HistoryQuickPickOptions } from './historyQuickPick.ts';

/** A larger file is no session that anybody would read. */
const LIMIT_BYTES = 200 * 1024 * 1024;

/** What taking in a session needs. */
type ImportParts = Pick<HistoryQuickPickOptions, 'history' | 'elsewhere' | 'sessions' | 'open'>;

/** Takes in a session that was exported as JSON, from a file that is named or chosen, and opens it. Answers its id. */
export async function importSession(
  parts: ImportParts,
  named?: vscode.Uri,
): Promise<string | undefined> {
  const file = named ?? (await chosenFile());
  if (!file) {
    return undefined;
  }
  const { size } = await vscode.workspace.fs.stat(file);
  const record =
    size > LIMIT_BYTES
      ? undefined
      : recordFromTrace(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  if (!record) {
    throw new UserError(
      vscode.l10n.t(
        'This file is not a session. Choose one that "Accord: Export Session" has saved as JSON.',
      ),
    );
  }
  return takeIn(parts, record);
}

async function chosenFile(): Promise<vscode.Uri | undefined> {
  const files = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Import Session'),
    openLabel: vscode.l10n.t('Import'),
    filters: { [vscode.l10n.t('Exported sessions')]: ['json', 'ndjson'] },
  });
  return files?.[0];
}

/** Copies a session of another workspace into this one, and opens it. */
export async function copySession(parts: ImportParts, id: string): Promise<void> {
  const record = await parts.elsewhere.read(id);
  if (!record) {
    throw new UserError(vscode.l10n.t('This session can no longer be read.'));
  }
  await takeIn(parts, record);
}

/** An agent that is not here is stood in for by the one in front. */
async function takeIn(
  { history, sessions, open }: ImportParts,
  record: SessionRecord,
): Promise<string> {
  const { agentId, agentName } = record.header;
  const front = sessions.active?.agent;
  const agent =
    sessions.hasAgent(agentId) || !front
      ? { agentId, agentName }
      : { agentId: front.id, agentName: front.name };
  const id = await history.importRecord(record, { ...agent, roots: getWorkspaceRoots() });
  await open(id);
  return id;
}
