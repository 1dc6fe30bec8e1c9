import * as vscode from 'vscode';
import type { Session } from '../../agent/session/session.ts';
import type { Sessions } from '../../agent/session/sessions.ts';
import type { AgentList } from '../agents/agentList.ts';

/** Sets the context keys that complete the steps of the walkthrough. A key stays set, so each is set only once. */
export function setWalkthroughContextKeys(
  sessions: Sessions,
  agents: AgentList,
): readonly vscode.Disposable[] {
  const open = new Map<string, () => boolean>([
    ['accord.hasAgent', () => agents.preferredId !== undefined || sessions.all.length > 0],
    ['accord.hasPrompted', () => sessions.all.some(hasPrompt)],
    ['accord.hasMentioned', () => sessions.all.some(hasMention)],
  ]);
  const update = (): void => {
    for (const [key, isDone] of open) {
      if (isDone()) {
        open.delete(key);
        void vscode.commands.executeCommand('setContext', key, true);
      }
    }
  };
  update();
  return [
    agents.onDidChange(update),
    sessions.onDidChangeSessions(update),
    sessions.onDidChange(({ change }) => {
      if (change.state) {
        update();
      }
    }),
  ];
}

const hasPrompt = ({ conversation }: Session): boolean => conversation.transcript.turn > 0;

const hasMention = ({ conversation }: Session): boolean =>
  conversation.transcript.entries.some(
    entry => entry.kind === 'user' && entry.draft?.some(({ kind }) => kind === 'mention'),
  );
