import type { Session } from '../../agent/session/session.ts';
import type { WorkspaceRequests } from '../../agent/requests/workspaceRequests.ts';
import type { UseTerminalParams } from '../../core/chat/messages.ts';
import { UserError } from '../../core/errors.ts';
import { createLiveSource, createTranscriptSource } from './terminalSource.ts';
import type { TerminalViews } from './terminalViews.ts';
import { t } from '../../core/l10n.ts';

/** Opens a terminal of the conversation in VS Code, or stops its command. */
export async function performTerminalAction(
  session: Session,
  { terminalId, use }: UseTerminalParams,
  {
    clientRequests,
    terminalViews,
  }: { readonly clientRequests: WorkspaceRequests; readonly terminalViews: TerminalViews },
): Promise<void> {
  const running = clientRequests.terminal(session.id, terminalId);
  if (use === 'stop') {
    await running?.kill();
    session.stopTerminal(terminalId);
    return;
  }
  const source = running ? createLiveSource(running) : createTranscriptSource(session, terminalId);
  if (!source) {
    throw new UserError(t('The output of this command is no longer available.'));
  }
  terminalViews.show(source);
}
