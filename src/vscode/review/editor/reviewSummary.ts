import * as vscode from 'vscode';
import type { ReviewModel } from '../../../core/review/model/reviewModel.ts';
import { verdictsSincePrompt } from '../../../core/review/model/turnVerdicts.ts';
import { COMMANDS } from '../../commands.ts';
import { showInformationMessage } from '../../notifications.ts';

/** Says what was decided once nothing is pending any more, and offers to undo the last decision. */
export function showReviewSummary({ state: { verdicts } }: ReviewModel): void {
  const sessions = [...new Set(verdicts.map(({ sessionId }) => sessionId))];
  const counts = sessions.map(sessionId => verdictsSincePrompt(verdicts, sessionId));
  const accepted = counts.reduce((sum, count) => sum + count.accepted, 0);
  const rejected = counts.reduce((sum, count) => sum + count.rejected, 0);
  if (accepted + rejected === 0) {
    void showInformationMessage(vscode.l10n.t('No changes to review.'));
    return;
  }
  const undo = vscode.l10n.t('Undo');
  const message = vscode.l10n.t(
    '{0} reviewed: {1} accepted, {2} rejected.',
    accepted + rejected,
    accepted,
    rejected,
  );
  void showInformationMessage(message, undo).then(chosen =>
    chosen === undo ? vscode.commands.executeCommand(COMMANDS.undoReview) : undefined,
  );
}
