import type { Session } from '../../agent/session.ts';
import type { WorkspaceHands } from '../../agent/workspaceHands.ts';
import type { TerminalUse } from '../../core/chat/messages.ts';
import { UserError } from '../../core/errors.ts';
import { runningSource, toldSource } from './terminalSource.ts';
import type { TerminalViews } from './terminalViews.ts';
import { t } from '../../core/words.ts';

/** Opens a terminal of the conversation, or stops its command, as the user asked in the chat. */
export async function useTerminal(
  session: Session,
  { terminalId, use }: TerminalUse,
  { hands, views }: { readonly hands: WorkspaceHands; readonly views: TerminalViews },
): Promise<void> {
  const running = hands.terminal(session.id, terminalId);
  if (use === 'stop') {
    await running?.kill();
    return;
  }
  const source = running ? runningSource(running) : toldSource(session, terminalId);
  if (!source) {
    throw new UserError(t('The output of this command is no longer kept.'));
  }
  views.show(source);
}
