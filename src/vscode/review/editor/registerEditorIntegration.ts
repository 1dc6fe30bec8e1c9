import type * as vscode from 'vscode';
import type { ErrorReporter } from '../../errorReporter.ts';
import type { ReviewController } from '../decisions/reviewController.ts';
import { BaseContentProvider } from '../documents/baseContentProvider.ts';
import { AgentChangesSourceControl } from './agentChangesSourceControl.ts';
import { HunkCodeLensProvider } from './hunkCodeLensProvider.ts';
import { HunkDecorations } from './hunkDecorations.ts';
import { PendingFileDecorations } from './pendingFileDecorations.ts';
import { PendingStatusBarItem } from './pendingStatusBarItem.ts';
import { HunkHoverProvider } from './hunkHoverProvider.ts';
import { ReviewContextKeys } from './reviewContextKeys.ts';
import { ReviewCommands } from './reviewCommands.ts';

/** Shows the review in editors, the explorer, the source control view and the status bar, and registers its commands. */
export function registerEditorIntegration(
  controller: ReviewController,
  reporter: ErrorReporter,
): readonly vscode.Disposable[] {
  const { model, sessions } = controller;
  const contextKeys = new ReviewContextKeys(model);
  return [
    new BaseContentProvider(model),
    new AgentChangesSourceControl(model, sessions),
    new HunkCodeLensProvider(model),
    new HunkDecorations(model),
    new PendingFileDecorations(model),
    new PendingStatusBarItem(model),
    new HunkHoverProvider(model),
    contextKeys,
    ...new ReviewCommands(controller, contextKeys, reporter).register(),
  ];
}
