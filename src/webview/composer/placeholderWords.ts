import type { ChatShell } from '../../core/chat/chatView.ts';
import { t } from '../strings.ts';
import { isWorking, type ShownSession } from '../view.ts';

/** What an empty composer says. */
export function placeholderWords(shell: ChatShell, session: ShownSession | undefined): string {
  const agent =
    session?.state.agentName ?? shell.agents.find(({ id }) => id === shell.agentId)?.name;
  if (isWorking(session)) {
    return t('placeholderBusy');
  }
  return agent === undefined ? t('placeholderNoAgent') : t('placeholder', agent);
}
