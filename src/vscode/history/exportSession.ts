import * as vscode from 'vscode';
import type { SessionHistory } from '../../agent/journal/sessionHistory.ts';
import type { SecretStore } from '../../agent/authentication/secretStore.ts';
import { UserError } from '../../core/errors.ts';
import { exportText, type ExportFormat } from '../../core/export/exportText.ts';
import { getSessionName } from '../../core/journal/sessionRecord.ts';
import { knownSecrets } from './knownSecrets.ts';
import { writePrivateFile } from '../files/writePrivateFile.ts';
import { showInformationMessage, showQuickPick } from '../notifications.ts';

interface FormatItem extends vscode.QuickPickItem {
  readonly format: ExportFormat;
  readonly extension: string;
  readonly language: string;
}

/** Exports a session to a file. The user sees and can edit the text before it is saved. */
export async function exportSession(
  history: SessionHistory,
  id: string | undefined,
  secrets: Pick<SecretStore, 'get'>,
): Promise<void> {
  const record = id === undefined ? undefined : await history.read(id);
  if (!record) {
    throw new UserError(
      vscode.l10n.t('Nothing to export. Open a session with "Accord: Session History".'),
    );
  }
  const chosen = await showQuickPick(formats(), {
    title: vscode.l10n.t('Export Session'),
    placeHolder: vscode.l10n.t('Select a format'),
  });
  if (!chosen) {
    return;
  }
  const hiddenValues = await knownSecrets(record.header.agentId, secrets);
  const content = exportText(record, chosen.format, hiddenValues);
  const { language } = chosen;
  const preview = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(preview, { preview: true });
  const save = vscode.l10n.t('Save As...');
  const answer = await showInformationMessage(
    vscode.l10n.t(
      'Review the export before you save it. Known secrets are hidden; check for others before you share it. You can edit it here.',
    ),
    save,
  );
  if (answer === save) {
    await saveAs(preview, `${fileName(getSessionName(record))}.${chosen.extension}`);
  }
}

/** Saves the current text of the preview, with the user's edits. */
async function saveAs(preview: vscode.TextDocument, name: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
    saveLabel: vscode.l10n.t('Export'),
  });
  if (target) {
    await writePrivateFile(target, preview.getText());
  }
}

const formats = (): readonly FormatItem[] => [
  {
    format: 'markdown',
    extension: 'md',
    language: 'markdown',
    label: 'Markdown',
    description: vscode.l10n.t('for reading and pasting'),
  },
  {
    format: 'html',
    extension: 'html',
    language: 'html',
    label: 'HTML',
    description: vscode.l10n.t('one page with diffs, for a browser'),
  },
  {
    format: 'json',
    extension: 'json',
    language: 'json',
    label: 'JSON',
    description: vscode.l10n.t('full trace that can be replayed'),
  },
];

const NAME_LIMIT_CHARS = 60;

const fileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, NAME_LIMIT_CHARS)
    .replaceAll(/^-|-$/g, '') || 'session';
