import * as vscode from 'vscode';
import { resolveCommand } from '../../agent/process/resolveCommand.ts';
import type { Hands, Pages, Secrets, SignInTerminal, TerminalOrder } from '../../agent/ports.ts';

/** What a sign-in needs from the editor: a place for keys, a terminal, a browser. */
export function signInHands(
  storage: vscode.SecretStorage,
): Required<Pick<Hands, 'secrets' | 'signInTerminal' | 'pages'>> {
  return { secrets: editorSecrets(storage), signInTerminal, pages };
}

const pages: Pages = {
  open: async url => vscode.env.openExternal(vscode.Uri.parse(url, true)),
};

const editorSecrets = (storage: vscode.SecretStorage): Secrets => ({
  get: async name => storage.get(name),
  set: async (name, value) => storage.store(name, value),
  remove: async name => storage.delete(name),
  ask: async ({ agentName, what, known }) =>
    vscode.window.showInputBox({
      title: vscode.l10n.t('Sign in to {0}', agentName),
      prompt: known
        ? vscode.l10n.t('{0}. Leave it empty to use the one that is stored.', what)
        : what,
      password: true,
      ignoreFocusOut: true,
    }),
});

const signInTerminal: SignInTerminal = {
  run: async (order, signal) => {
    if (!(await agreed(order)) || signal.aborted) {
      return undefined;
    }
    const program = await resolved(order);
    const terminal = vscode.window.createTerminal({
      name: vscode.l10n.t('Sign in to {0}', order.agentName),
      shellPath: program.command,
      shellArgs: [...program.args],
      env: { ...order.env },
      cwd: order.cwd,
      isTransient: true,
    });
    terminal.show();
    return ended(terminal, signal);
  },
};

/** On Windows a terminal does not find the scripts that a shell would. */
async function resolved({
  command,
  args,
}: TerminalOrder): Promise<Pick<TerminalOrder, 'command' | 'args'>> {
  const variables = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const environment = Object.fromEntries(variables);
  const found = await resolveCommand(command, args, { environment });
  return found.kind === 'found' ? { command: found.program, args: found.args } : { command, args };
}

/** The whole command is shown before anything runs; who chose it is said. */
async function agreed({ agentName, command, args, chosenBy }: TerminalOrder): Promise<boolean> {
  const run = vscode.l10n.t('Run in Terminal');
  const message =
    chosenBy === 'agent'
      ? vscode.l10n.t('{0} wants to run this program to sign you in.', agentName)
      : vscode.l10n.t('Run {0} in a terminal to sign in?', agentName);
  const detail = [command, ...args].map(part => JSON.stringify(part)).join(' ');
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, run);
  return answer === run;
}

function ended(terminal: vscode.Terminal, signal: AbortSignal): Promise<number | undefined> {
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
