import * as vscode from 'vscode';
import type { SessionRecord } from '../../core/journal/sessionRecord.ts';
import { UserError } from '../../core/errors.ts';
import { recordFromTrace } from '../../core/export/recordFromTrace.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import type { HistoryQuickPickOptions } from './historyQuickPick.ts';

const FILE_LIMIT_BYTES = 200 * 1024 * 1024;

type ImportOptions = Pick<
  HistoryQuickPickOptions,
  'history' | 'otherWorkspaces' | 'sessions' | 'open'
>;

/** Imports a session that was exported as JSON and opens it. Returns its id. Without a file, the user chooses one. */
export async function importSession(
  options: ImportOptions,
  named?: vscode.Uri,
): Promise<string | undefined> {
  const file = named ?? (await chooseFile());
  if (!file) {
    return undefined;
  }
  const { size } = await vscode.workspace.fs.stat(file);
  const record =
    size > FILE_LIMIT_BYTES
      ? undefined
      : recordFromTrace(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  if (!record) {
    throw new UserError(
      vscode.l10n.t(
        'This file isn\'t a session. Select a JSON file saved with "Accord: Export Session".',
      ),
    );
  }
  return addToHistory(options, record);
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const files = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Import Session'),
    openLabel: vscode.l10n.t('Import'),
    filters: { [vscode.l10n.t('Exported sessions')]: ['json', 'ndjson'] },
  });
  return files?.[0];
}

/** Copies a session of another workspace into this one, and opens it. */
export async function copySession(options: ImportOptions, id: string): Promise<void> {
  const record = await options.otherWorkspaces.read(id);
  if (!record) {
    throw new UserError(vscode.l10n.t('This session can no longer be read.'));
  }
  await addToHistory(options, record);
}

/** If the agent of the session is not installed, the agent of the active session takes its place. */
async function addToHistory(
  { history, sessions, open }: ImportOptions,
  record: SessionRecord,
): Promise<string> {
  const { agentId, agentName } = record.header;
  const activeAgent = sessions.active?.agent;
  const agent =
    sessions.hasAgent(agentId) || !activeAgent
      ? { agentId, agentName }
      : { agentId: activeAgent.id, agentName: activeAgent.name };
  const id = await history.importRecord(record, { ...agent, roots: getWorkspaceRoots() });
  await open(id);
  return id;
}
