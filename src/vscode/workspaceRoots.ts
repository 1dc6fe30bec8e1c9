import * as vscode from 'vscode';
import type { Sessions } from '../agent/session/sessions.ts';
import type { ChatShell, Obstacle } from '../core/chat/chatViewState.ts';
import { toSessionSummary } from '../core/chat/sessionSummary.ts';
import type { AgentList } from './agents/agentList.ts';
import { getSetting } from './settings.ts';
import type { FavoriteValues } from './chat/favoriteValues.ts';

/** What surrounds the conversation at this moment. */
export function createChatShell(
  sessions: Sessions,
  agents: AgentList,
  favourites: FavoriteValues,
): ChatShell {
  const obstacle = getObstacle();
  return {
    sessions: sessions.all.map(({ conversation: { state, transcript } }) =>
      toSessionSummary(state, transcript),
    ),
    agents: obstacle ? [] : agents.choices,
    ...(obstacle ? { obstacle } : { agentId: agents.preferredId }),
    favorites: favourites.all,
    nowMs: Date.now(),
    preferences: { enterSends: getSetting('chat.enterSends') ?? true },
  };
}

/** Why no agent can be started here. */
export function getObstacle(): Obstacle | undefined {
  if (!vscode.workspace.isTrusted) {
    return { kind: 'untrusted' };
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    return { kind: 'noFolder' };
  }
  return folders.some(({ uri }) => uri.scheme === 'file') ? undefined : { kind: 'virtual' };
}

/** The folders an agent can work in. */
export function getWorkspaceRoots(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}
