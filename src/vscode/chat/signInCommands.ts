import * as vscode from 'vscode';
import type { Sessions } from '../../agent/session/sessions.ts';
import { UserError } from '../../core/errors.ts';
import type { SignInMethod } from '../../core/session/state/sessionState.ts';
import type { AgentList } from '../agents/agentList.ts';
import { showQuickPick, showWarningMessage } from '../notifications.ts';

/** Lets the user choose a sign-in method of the agent, also if there is only one. Returns its id. */
export async function chooseSignInMethod(
  agentName: string,
  methods: readonly SignInMethod[],
): Promise<string | undefined> {
  if (methods.length === 0) {
    throw new UserError(
      vscode.l10n.t(
        "{0} doesn't support signing in from VS Code. Sign in with its own command in a terminal.",
        agentName,
      ),
    );
  }
  const picked = await showQuickPick(
    methods.map(({ id, name, description }) => ({
      id,
      label: name,
      ...(description ? { detail: description } : {}),
    })),
    { title: vscode.l10n.t('Sign in to {0}', agentName) },
  );
  return picked?.id;
}

/** Signs out of an agent, by default the preferred one, after the user has confirmed it. */
export async function signOut(
  sessions: Sessions,
  agents: AgentList,
  agentId: string | undefined = agents.preferredId,
): Promise<void> {
  if (agentId === undefined) {
    throw new UserError(vscode.l10n.t('Select an agent first with "Accord: Select Agent".'));
  }
  const name = agents.nameOf(agentId) ?? agentId;
  const confirm = vscode.l10n.t('Sign Out');
  const answer = await showWarningMessage(
    vscode.l10n.t('Sign out of {0}?', name),
    { modal: true, detail: vscode.l10n.t('This deletes its stored keys.') },
    confirm,
  );
  if (answer === confirm) {
    await sessions.signOut(agentId);
  }
}
