import * as vscode from 'vscode';
import { COMMANDS } from '../../commands.ts';

/** Adds a code action to diagnostics, for the light bulb, the Problems view and hovers. */
export function registerProblemActions(): vscode.Disposable {
  const kind = vscode.CodeActionKind.QuickFix.append('accord');
  return vscode.languages.registerCodeActionsProvider(
    [{ scheme: 'file' }, { scheme: 'untitled' }],
    {
      provideCodeActions(document, _, { diagnostics }) {
        if (diagnostics.length === 0) {
          return [];
        }
        const title = vscode.l10n.t('Attach Problems in This File');
        const action = new vscode.CodeAction(title, kind);
        action.diagnostics = [...diagnostics];
        action.command = { title, command: COMMANDS.addProblems, arguments: [document.uri] };
        return [action];
      },
    },
    { providedCodeActionKinds: [kind] },
  );
}
