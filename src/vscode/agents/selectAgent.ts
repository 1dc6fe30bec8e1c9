import * as vscode from 'vscode';
import type { AgentList } from './agentList.ts';

/** Lets the user choose an agent. Answers its id. */
export async function selectAgent(agents: AgentList): Promise<string | undefined> {
  const picked = await vscode.window.showQuickPick(
    agents.choices.map(({ id, name, description }) => ({
      id,
      label: name,
      ...(description ? { detail: description } : {}),
      ...(id === agents.preferred ? { description: vscode.l10n.t('current') } : {}),
    })),
    {
      title: vscode.l10n.t('Select Agent'),
      placeHolder: vscode.l10n.t('The agent of new sessions'),
      matchOnDetail: true,
    },
  );
  return picked?.id;
}
