import * as vscode from 'vscode';
import type { LoginEnvironment } from '../../agent/process/loginEnvironment.ts';
import { resolveSignInProgram } from '../../agent/authentication/resolveSignInProgram.ts';
import { openExternalUrl } from '../files/openExternalUrl.ts';
import { getWorkspaceRoots } from '../workspaceRoots.ts';
import type { ClientRequests, ExternalUriOpener } from '../../agent/requests/clientRequests.ts';
import type { SecretStore } from '../../agent/authentication/secretStore.ts';
import type { SignInCommand, SignInTerminal } from '../../agent/authentication/signInTerminal.ts';
import { showInputBox, showWarningMessage } from '../notifications.ts';

/** What a sign-in needs from VS Code: a secret storage, a terminal and a browser. */
export function createSignInUi(
  storage: vscode.SecretStorage,
  login: LoginEnvironment,
  runnerFolder: string,
): Required<Pick<ClientRequests, 'secrets' | 'signInTerminal' | 'uriOpener'>> {
  return {
    secrets: editorSecrets(storage),
    signInTerminal: signInTerminal(login, runnerFolder),
    uriOpener: pages,
  };
}

const pages: ExternalUriOpener = {
  open: openExternalUrl,
};

const editorSecrets = (storage: vscode.SecretStorage): SecretStore => ({
  get: async name => storage.get(name),
  set: async (name, value) => storage.store(name, value),
  delete: async name => storage.delete(name),
  ask: async ({ agentName, what, known }) =>
    showInputBox({
      title: vscode.l10n.t('Sign in to {0}', agentName),
      prompt: known ? vscode.l10n.t('{0}. Leave empty to use the stored value.', what) : what,
      password: true,
      ignoreFocusOut: true,
    }),
});

const signInTerminal = (login: LoginEnvironment, runnerFolder: string): SignInTerminal => ({
  run: async (order, signal) => {
    const { variables: environment } = await login.read();
    const search = { environment, workspaceRoots: getWorkspaceRoots(), runnerFolder };
    const { command, args, env, displayText: shown } = await resolveSignInProgram(order, search);
    if (signal.aborted || !(await confirmRun(order, shown)) || signal.aborted) {
      return undefined;
    }
    const terminal = vscode.window.createTerminal({
      name: vscode.l10n.t('Sign in to {0}', order.agentName),
      shellPath: command,
      shellArgs: [...args],
      env: { ...env },
      cwd: order.cwd,
      isTransient: true,
    });
    terminal.show();
    return waitForExit(terminal, signal);
  },
});

/** Shows the whole command before it runs, and whether the agent or the user chose it. */
async function confirmRun(
  { agentName, chosenBy }: SignInCommand,
  detail: string,
): Promise<boolean> {
  const run = vscode.l10n.t('Run in Terminal');
  const message =
    chosenBy === 'agent'
      ? vscode.l10n.t('{0} wants to run this program to sign you in.', agentName)
      : vscode.l10n.t('Run {0} in a terminal to sign in?', agentName);
  const answer = await showWarningMessage(message, { modal: true, detail }, run);
  return answer === run;
}

function waitForExit(terminal: vscode.Terminal, signal: AbortSignal): Promise<number | undefined> {
  return new Promise(resolve => {
    const closing = vscode.window.onDidCloseTerminal(closed => {
      if (closed === terminal) {
        closing.dispose();
        resolve(closed.exitStatus?.code);
      }
    });
    signal.addEventListener('abort', () => terminal.dispose(), { once: true });
  });
}
