import type { SignInCommand } from './signInTerminal.ts';
import {
  resolveCommand,
  type CommandSearch,
  type ProcessEnvironment,
} from '../process/resolveCommand.ts';
import { createCommandError } from '../process/startError.ts';

/** A program for a terminal, by its whole path, and the variables that it differs in from other terminals. */
export interface SignInProgram extends Pick<SignInCommand, 'command' | 'args' | 'env'> {
  /** All that the user agrees to: the program, its arguments, and the variables that the agent wants to be set. */
  readonly displayText: string;
}

/**
 * The program that signs the user in: found where the agent itself is found, so never by its name in the workspace, nor by
 * a path that the agent sets. Throws a `UserError` if there is none, since a terminal would only close.
 */
export async function resolveSignInProgram(
  { agentName, command, args, env, agentEnv }: SignInCommand,
  search: CommandSearch,
): Promise<SignInProgram> {
  const environment = { ...search.environment, ...env };
  const found = await resolveCommand(command, args, { ...search, environment });
  if (found.kind !== 'found') {
    throw createCommandError({ name: agentName, command, args, env }, found);
  }
  const variables = Object.entries(agentEnv).map(([name, value]) => `${name}=${shownText(value)}`);
  return {
    command: found.program,
    args: found.args,
    env: { ...pathOf(search.environment), ...env, ...agentEnv },
    displayText: [...variables, ...[found.program, ...found.args].map(shownText)].join(' '),
  };
}

const shownText = (text: string): string => JSON.stringify(text);

/** A script finds its interpreter by the path that the user has in a shell, which VS Code need not have. */
const pathOf = (environment: ProcessEnvironment): ProcessEnvironment =>
  environment['PATH'] === undefined ? {} : { PATH: environment['PATH'] };
