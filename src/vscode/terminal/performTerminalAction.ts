import type { Session } from '../../agent/session/session.ts';
import type { WorkspaceRequests } from '../../agent/requests/workspaceRequests.ts';
import type { UseTerminalParams } from '../../core/chat/messages.ts';
import { UserError } from '../../core/errors.ts';
import { createLiveSource, createTranscriptSource } from './terminalSource.ts';
import type { TerminalViews } from './terminalViews.ts';
import { t } from '../../core/l10n.ts';

/** Opens a terminal of the conversation, or stops its command, as the user asked in the chat. */
export async function performTerminalAction(
  session: Session,
  { terminalId, use }: UseTerminalParams,
  { hands, views }: { readonly hands: WorkspaceRequests; readonly views: TerminalViews },
): Promise<void> {
  const running = hands.terminal(session.id, terminalId);
  if (use === 'stop') {
    await running?.kill();
    return;
  }
  const source = running ? createLiveSource(running) : createTranscriptSource(session, terminalId);
  if (!source) {
    throw new UserError(t('The output of this command is no longer kept.'));
  }
  views.show(source);
}
