import type { ChatShell } from '../../core/chat/chatViewState.ts';
import { t } from '../ui/strings.ts';
import { isWorking, type ShownSession } from '../state/viewState.ts';

/** The placeholder of an empty composer. */
export function placeholderText(shell: ChatShell, session: ShownSession | undefined): string {
  const agent =
    session?.state.agentName ?? shell.agents.find(({ id }) => id === shell.agentId)?.name;
  if (isWorking(session)) {
    return session?.state.canSteer
      ? t('placeholderSteer', session.state.agentName)
      : t('placeholderBusy');
  }
  return agent === undefined ? t('placeholderNoAgent') : t('placeholder', agent);
}
