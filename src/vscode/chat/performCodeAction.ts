import * as vscode from 'vscode';
import type { UseCodeParams } from '../../core/chat/messages.ts';
import { toFencedBlock } from '../../core/chat/previewLanguage.ts';
import { UserError } from '../../core/errors.ts';
import type { TextPreviews } from '../files/textPreviews.ts';
import { applyCode } from './applyCode.ts';

/** Copies, inserts or applies code from the conversation, or opens it as a new file. */
export async function performCodeAction(
  { text, language, file, use }: UseCodeParams,
  editor: vscode.TextEditor | undefined,
  previews: Pick<TextPreviews, 'openMarkdown'>,
): Promise<void> {
  switch (use) {
    case 'copy':
      await vscode.env.clipboard.writeText(text);
      return;
    case 'insert':
      await insertAtCursor(text, editor);
      return;
    case 'apply':
      await applyCode(text, file, editor?.document);
      return;
    case 'preview':
      await previews.openMarkdown(toFencedBlock(text, language ?? ''));
      return;
    case 'newFile': {
      const isKnown = language && (await vscode.languages.getLanguages()).includes(language);
      const document = await vscode.workspace.openTextDocument({
        content: text,
        ...(isKnown ? { language } : {}),
      });
      await vscode.window.showTextDocument(document);
    }
  }
}

async function insertAtCursor(text: string, editor: vscode.TextEditor | undefined): Promise<void> {
  if (!editor) {
    throw new UserError(
      vscode.l10n.t('Open a file, place the cursor where the code should go, and try again.'),
    );
  }
  const isApplied = await editor.edit(edit =>
    editor.selections.forEach(selection => edit.replace(selection, text)),
  );
  if (!isApplied) {
    const name = vscode.workspace.asRelativePath(editor.document.uri);
    throw new UserError(vscode.l10n.t("Couldn't edit {0}. Try again.", name));
  }
  await vscode.window.showTextDocument(editor.document, editor.viewColumn);
}
