import * as acp from '@agentclientprotocol/sdk';
import { CancellationError, UserError } from '../../core/errors.ts';
import type { AgentSignInMethod, SignInFlow } from '../../core/session/wire/signInMethods.ts';
import type { AgentKeys } from './agentKeys.ts';
import type { SecretStore } from './secretStore.ts';
import type { SignInTerminal } from './signInTerminal.ts';
import type { LaunchConfig } from '../process/launchConfig.ts';
import { t } from '../../core/l10n.ts';

/** What a sign-in works with. */
export interface SignInContext {
  readonly agentName: string;
  readonly connection: acp.ClientConnection;
  readonly keys: AgentKeys;
  readonly secrets: SecretStore | undefined;
  readonly terminal: SignInTerminal | undefined;
  /** How the user starts the agent; the terminal methods start the same with other arguments. */
  readonly launchConfig: (() => Promise<LaunchConfig>) | undefined;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** `fresh`: the agent has to be started again to notice. */
export type SignInResult = 'same' | 'fresh';

/** Signs in by the way the user chose. Throws what went wrong, in words; a cancellation if the user gave it up. */
export async function performSignIn(
  offer: AgentSignInMethod,
  desk: SignInContext,
): Promise<SignInResult> {
  const { flow: way } = offer;
  switch (way.kind) {
    case 'agent':
      await authenticate(offer.id, desk);
      return 'same';
    case 'key':
      await authenticate(offer.id, desk, keyMeta(way, await askKey(offer, desk)));
      return 'same';
    case 'variables':
      await askVariables(way.names, desk);
      return 'fresh';
    case 'terminal':
    case 'program':
      await runInTerminal(way, desk);
      return 'fresh';
  }
}

/** Signs in with a key the user gave earlier, if there is one for this way. Answers whether there was. */
export async function signInWithStoredKey(
  offer: AgentSignInMethod,
  desk: SignInContext,
): Promise<boolean> {
  const key = (await desk.keys.read()).byMethod[offer.id];
  if (offer.flow.kind !== 'key' || key === undefined) {
    return false;
  }
  await authenticate(offer.id, desk, keyMeta(offer.flow, key));
  return true;
}

/** It may take minutes: the user signs in on a page. Hence no deadline, but it can be taken back. */
async function authenticate(
  methodId: string,
  { connection, signal }: SignInContext,
  meta?: Record<string, unknown>,
): Promise<void> {
  await connection.agent.request(
    acp.methods.agent.authenticate,
    { methodId, ...(meta ? { _meta: meta } : {}) },
    { cancellationSignal: signal, stopWaitingOnCancel: true },
  );
}

const keyMeta = (
  { written }: Extract<SignInFlow, { kind: 'key' }>,
  key: string,
): Record<string, unknown> => ({ 'api-key': written === 'plain' ? key : { apiKey: key } });

async function askKey({ id, name }: AgentSignInMethod, desk: SignInContext): Promise<string> {
  const known = (await desk.keys.read()).byMethod[id];
  const typed = await ask(desk, name, known !== undefined);
  const key = typed === '' ? known : typed;
  if (key === undefined) {
    throw new CancellationError();
  }
  await desk.keys.store({ byMethod: { [id]: key } });
  return key;
}

async function askVariables(names: readonly string[], desk: SignInContext): Promise<void> {
  const { variables } = await desk.keys.read();
  const given: Record<string, string> = {};
  for (const name of names) {
    const typed = await ask(desk, name, variables[name] !== undefined);
    if (typed !== '') {
      given[name] = typed;
    }
  }
  await desk.keys.store({ variables: given });
}

async function ask(
  { secrets, agentName }: SignInContext,
  what: string,
  known: boolean,
): Promise<string> {
  if (!secrets) {
    throw new UserError(t('There is no place to keep a key for {0}.', agentName));
  }
  const typed = await secrets.ask({ agentName, what, known });
  if (typed === undefined) {
    throw new CancellationError();
  }
  return typed.trim();
}

/** A `terminal` method cannot name a program: it is the user's own command with other arguments. */
async function runInTerminal(
  way: Extract<SignInFlow, { kind: 'terminal' | 'program' }>,
  { agentName, terminal, launchConfig: recipeOf, cwd, signal }: SignInContext,
): Promise<void> {
  if (!terminal || !recipeOf) {
    throw new UserError(t('{0} can only be signed in to in a terminal of your own.', agentName));
  }
  const recipe = await recipeOf();
  const order =
    way.kind === 'program'
      ? { command: way.command, args: way.args, chosenBy: 'agent' as const }
      : {
          command: recipe.command,
          args: [...recipe.args, ...way.args],
          chosenBy: 'user' as const,
        };
  const where = { agentName, env: recipe.env, agentEnv: way.env, cwd: recipe.cwd ?? cwd };
  const code = await terminal.run({ ...order, ...where }, signal);
  if (code === undefined || signal.aborted) {
    throw new CancellationError();
  }
  if (code !== 0) {
    throw new UserError(
      t('The sign-in to {0} ended with exit code {1}. Try again.', agentName, code),
    );
  }
}
