import * as vscode from 'vscode';
import type { Sessions } from '../../agent/sessions.ts';
import type { ChatShell, Obstacle } from '../../core/chat/chatView.ts';
import { summaryOf } from '../../core/chat/summary.ts';
import type { AgentList } from '../agents/agentList.ts';
import { setting } from '../settings.ts';
import type { FavouriteValues } from './favouriteValues.ts';

/** What surrounds the conversation at this moment. */
export function chatShell(
  sessions: Sessions,
  agents: AgentList,
  favourites: FavouriteValues,
): ChatShell {
  const obstacle = obstacleNow();
  return {
    sessions: sessions.all.map(({ conversation: { state, transcript } }) =>
      summaryOf(state, transcript),
    ),
    agents: obstacle ? [] : agents.choices,
    ...(obstacle ? { obstacle } : { agentId: agents.preferred }),
    favourites: favourites.all,
    nowMs: Date.now(),
    preferences: { enterSends: setting('chat.enterSends') ?? true },
  };
}

/** Why no agent can be started here. */
export function obstacleNow(): Obstacle | undefined {
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
export function workspaceRoots(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}
