import type { Sessions } from '../../agent/session/sessions.ts';
import type { ChatShell } from '../../core/chat/chatViewState.ts';
import { toSessionSummary } from '../../core/chat/sessionSummary.ts';
import type { AgentList } from '../agents/agentList.ts';
import { getChatPreferences } from '../settings.ts';
import { getUnavailableReason } from '../workspaceRoots.ts';
import type { FavoriteValues } from './favoriteValues.ts';

/** The part of the chat view's state that does not belong to one session. */
export function createChatShell(
  sessions: Sessions,
  agents: AgentList,
  favorites: FavoriteValues,
): ChatShell {
  const unavailableReason = getUnavailableReason();
  const { preferredId: agentId, agentSuggestions } = agents;
  return {
    sessions: sessions.all.map(({ conversation: { state, transcript } }) =>
      toSessionSummary(state, transcript),
    ),
    agents: unavailableReason ? [] : agents.choices,
    ...(unavailableReason && { unavailableReason }),
    ...(agentId !== undefined && !unavailableReason && { agentId }),
    ...(agentId === undefined && agentSuggestions && { agentSuggestions }),
    installations: agents.installer.installations,
    favorites: favorites.all,
    nowMs: Date.now(),
    preferences: getChatPreferences(),
  };
}
