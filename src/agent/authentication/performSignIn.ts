import * as acp from '@agentclientprotocol/sdk';
import { CancellationError, UserError } from '../../core/errors.ts';
import type { AgentSignInMethod, SignInFlow } from '../../core/session/wire/signInMethods.ts';
import type { AgentKeys } from './agentKeys.ts';
import type { SecretStore } from './secretStore.ts';
import type { SignInTerminal } from './signInTerminal.ts';
import type { LaunchConfig } from '../process/launchConfig.ts';
import { t } from '../../core/l10n.ts';

/** What a sign-in needs. */
export interface SignInContext {
  readonly agentName: string;
  readonly client: acp.ClientConnection;
  readonly keys: AgentKeys;
  readonly secrets: SecretStore | undefined;
  readonly terminal: SignInTerminal | undefined;
  /** The configured command. Sign-in methods in a terminal run it with other arguments. */
  readonly launchConfig: (() => Promise<LaunchConfig>) | undefined;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Whether the agent has to be restarted to notice the sign-in. */
export type SignInResult = 'signedIn' | 'restartRequired';

/** Signs in with the method that the user chose. Throws a cancellation error if the user gives up. */
export async function performSignIn(
  method: AgentSignInMethod,
  context: SignInContext,
): Promise<SignInResult> {
  const { flow } = method;
  switch (flow.kind) {
    case 'agent':
      await authenticate(method.id, context);
      return 'signedIn';
    case 'key':
      await authenticate(method.id, context, keyMeta(flow, await askKey(method, context)));
      return 'signedIn';
    case 'variables':
      await askVariables(flow.names, context);
      return 'restartRequired';
    case 'terminal':
    case 'program':
      await runInTerminal(flow, context);
      return 'restartRequired';
  }
}

/** Signs in with a key that the user has entered before. Returns whether there was one for this method. */
export async function signInWithStoredKey(
  method: AgentSignInMethod,
  context: SignInContext,
): Promise<boolean> {
  const key = (await context.keys.read()).byMethod[method.id];
  if (method.flow.kind !== 'key' || key === undefined) {
    return false;
  }
  await authenticate(method.id, context, keyMeta(method.flow, key));
  return true;
}

/** Sends `authenticate`. There is no deadline, since the user may need minutes on a web page, but it can be canceled. */
async function authenticate(
  methodId: string,
  { client, signal }: SignInContext,
  meta?: Record<string, unknown>,
): Promise<void> {
  await client.agent.request(
    acp.methods.agent.authenticate,
    { methodId, ...(meta ? { _meta: meta } : {}) },
    { cancellationSignal: signal, stopWaitingOnCancel: true },
  );
}

const keyMeta = (
  { written }: Extract<SignInFlow, { kind: 'key' }>,
  key: string,
): Record<string, unknown> => ({ 'api-key': written === 'plain' ? key : { apiKey: key } });

async function askKey({ id, name }: AgentSignInMethod, context: SignInContext): Promise<string> {
  const known = (await context.keys.read()).byMethod[id];
  const input = await ask(context, name, known !== undefined);
  const key = input === '' ? known : input;
  if (key === undefined) {
    throw new CancellationError();
  }
  await context.keys.store({ byMethod: { [id]: key } });
  return key;
}

async function askVariables(names: readonly string[], context: SignInContext): Promise<void> {
  const { variables } = await context.keys.read();
  const entered: Record<string, string> = {};
  for (const name of names) {
    const input = await ask(context, name, variables[name] !== undefined);
    if (input !== '') {
      entered[name] = input;
    }
  }
  await context.keys.store({ variables: entered });
}

async function ask(
  { secrets, agentName }: SignInContext,
  what: string,
  known: boolean,
): Promise<string> {
  if (!secrets) {
    throw new UserError(t("Accord can't store a key for {0} here.", agentName));
  }
  const input = await secrets.ask({ agentName, what, known });
  if (input === undefined) {
    throw new CancellationError();
  }
  return input.trim();
}

/** Runs the user's own command with other arguments, or the program that the agent names. */
async function runInTerminal(
  flow: Extract<SignInFlow, { kind: 'terminal' | 'program' }>,
  { agentName, terminal, launchConfig, cwd, signal }: SignInContext,
): Promise<void> {
  if (!terminal || !launchConfig) {
    throw new UserError(t('Sign in to {0} in your own terminal.', agentName));
  }
  const config = await launchConfig();
  const program =
    flow.kind === 'program'
      ? { command: flow.command, args: flow.args, chosenBy: 'agent' as const }
      : {
          command: config.command,
          args: [...config.args, ...flow.args],
          chosenBy: 'user' as const,
        };
  const context = { agentName, env: config.env, agentEnv: flow.env, cwd: config.cwd ?? cwd };
  const exitCode = await terminal.run({ ...program, ...context }, signal);
  if (exitCode === undefined || signal.aborted) {
    throw new CancellationError();
  }
  if (exitCode !== 0) {
    throw new UserError(
      t('Signing in to {0} failed with exit code {1}. Try again.', agentName, exitCode),
    );
  }
}
