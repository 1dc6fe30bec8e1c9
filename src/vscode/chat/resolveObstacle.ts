import * as vscode from 'vscode';
import type { Obstacle } from '../../core/chat/chatViewState.ts';

/** Opens the part of VS Code where the user can remove an obstacle. */
export async function resolveObstacle(obstacle: Obstacle['kind']): Promise<void> {
  switch (obstacle) {
    case 'untrusted':
      await vscode.commands.executeCommand('workbench.trust.manage');
      return;
    case 'noFolder':
    case 'virtual':
      await vscode.commands.executeCommand('workbench.action.files.openFolder');
  }
}
