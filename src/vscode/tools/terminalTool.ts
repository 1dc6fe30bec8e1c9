import { redact } from '../../core/redaction/redact.ts';
import { limitOutput } from '../../core/tools/toolText.ts';
import type { UserCommand } from '../context/terminal/terminalMentions.ts';
import { ToolCallError } from './toolCall.ts';

/** What the tool needs to know about terminals: the last command that the user has run. */
export type LastCommandSource = () => UserCommand | undefined;

/** Secrets are searched in this much of the end, which is more than a model gets. */
const SEARCHED_CHARS = 200_000;

export const getLastCommand = (source: LastCommandSource) => async (): Promise<string> => {
  const last = source();
  if (!last) {
    throw new ToolCallError(
      'VS Code knows no command of a terminal. It knows those that were run since Accord was loaded, in terminals with shell integration.',
    );
  }
  const { terminal, commandLine, output, hasEnded, exitCode } = last;
  const state = hasEnded ? `ended with exit code ${exitCode ?? 'unknown'}` : 'is still running';
  const text = limitOutput(redact(output.slice(-SEARCHED_CHARS))) || '(no output)';
  return `The last command in the terminal "${terminal}" ${state}:\n$ ${redact(commandLine)}\n${text}`;
};
