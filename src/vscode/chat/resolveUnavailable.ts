import * as vscode from 'vscode';
import type { UnavailableReason } from '../../core/chat/chatViewState.ts';

/** Opens the part of VS Code where the user can resolve why no session can be started. */
export async function resolveUnavailable(kind: UnavailableReason['kind']): Promise<void> {
  switch (kind) {
    case 'untrusted':
      await vscode.commands.executeCommand('workbench.trust.manage');
      return;
    case 'noFolder':
    case 'virtual':
      await vscode.commands.executeCommand('workbench.action.files.openFolder');
  }
}
