import type * as vscode from 'vscode';
import type { ReviewComments } from '../../../core/review/comments/reviewComments.ts';
import type { ErrorReporter } from '../../errorReporter.ts';
import type { ReviewController } from '../decisions/reviewController.ts';
import { BaseContentProvider } from '../documents/baseContentProvider.ts';
import { BaseFileSystem } from '../documents/baseFileSystem.ts';
import { AgentChangesSourceControl } from './agentChangesSourceControl.ts';
import { HunkCodeLensProvider } from './hunkCodeLensProvider.ts';
import { HunkDecorations } from './hunkDecorations.ts';
import { OverviewUpdater } from './overview.ts';
import { PendingFileDecorations } from './pendingFileDecorations.ts';
import { PendingStatusBarItem } from './pendingStatusBarItem.ts';
import { HunkHoverProvider } from './hunkHoverProvider.ts';
import { ReviewContextKeys } from './reviewContextKeys.ts';
import { ReviewCommands } from './reviewCommands.ts';
import { ReviewSummary, type VisibleChat } from './reviewSummary.ts';

/** Shows the review in editors, the explorer, the source control view and the status bar, and registers its commands. */
export function registerEditorIntegration(
  controller: ReviewController,
  comments: ReviewComments,
  chat: VisibleChat,
  reporter: ErrorReporter,
): readonly vscode.Disposable[] {
  const { model, progress, sessions } = controller;
  const summary = new ReviewSummary(model, progress, chat);
  const contextKeys = new ReviewContextKeys(model, comments);
  return [
    new BaseContentProvider(model),
    new BaseFileSystem(model, controller.files),
    new AgentChangesSourceControl(model, sessions),
    new HunkCodeLensProvider(model, progress),
    new HunkDecorations(model),
    new PendingFileDecorations(model),
    new PendingStatusBarItem(controller, summary, comments),
    new HunkHoverProvider(model),
    contextKeys,
    new OverviewUpdater(model),
    ...new ReviewCommands(controller, contextKeys, summary, reporter).register(),
  ];
}
