import type { SignInCommand } from './signInTerminal.ts';
import {
  resolveCommand,
  withTrustedPath,
  type CommandSearch,
  type ProcessEnvironment,
} from '../process/resolveCommand.ts';
import { prepareRunner } from '../process/runnerFolder.ts';
import { createCommandError } from '../process/startError.ts';

/** A sign-in program with its absolute path and the variables to set in its terminal. */
export interface SignInProgram extends Pick<SignInCommand, 'command' | 'args' | 'env'> {
  /** What the user consents to: the program, its arguments and the variables that the agent sets. */
  readonly displayText: string;
}

/**
 * Finds the sign-in program in the same way as the agent itself: never by its name in the workspace and never in a PATH
 * that the agent sets. Throws a `UserError` if there is none, because a terminal would only close.
 */
export async function resolveSignInProgram(
  { agentName, command, args, env, agentEnv }: SignInCommand,
  search: CommandSearch & { readonly runnerFolder?: string },
): Promise<SignInProgram> {
  const environment = { ...search.environment, ...env };
  const found = await resolveCommand(command, args, { ...search, environment });
  if (found.kind !== 'found') {
    throw createCommandError({ name: agentName, command, args, env }, found);
  }
  const variables = Object.entries(agentEnv).map(([name, value]) => `${name}=${quote(value)}`);
  const { program, args: allArgs } = await prepareRunner(
    { command, args },
    found,
    search.runnerFolder,
  );
  return {
    command: program,
    args: allArgs,
    env: { ...pathOf(await withTrustedPath(search)), ...env, ...agentEnv },
    displayText: [...variables, ...[found.program, ...found.args].map(quote)].join(' '),
  };
}

const quote = (text: string): string => JSON.stringify(text);

/** Scripts need the PATH of the login shell to find their interpreter; the PATH of VS Code may differ. */
const pathOf = (environment: ProcessEnvironment): ProcessEnvironment =>
  environment['PATH'] === undefined ? {} : { PATH: environment['PATH'] };
