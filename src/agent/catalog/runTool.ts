import { createInterface } from 'node:readline';
import { CancellationError, UserError } from '../../core/errors.ts';
import { getSecretValues } from '../../core/redaction/redact.ts';
import { formatLastOutput } from '../process/exitError.ts';
import { startAgent } from '../process/startAgent.ts';
import type { ProcessEnvironment } from '../process/resolveCommand.ts';
import type { Watchdog } from '../process/watchdog.ts';
import { t } from '../../core/l10n.ts';

/** What is needed to run one of the user's programs. */
export interface ToolContext {
  readonly environment: ProcessEnvironment;
  readonly workspaceRoots: readonly string[];
  readonly watchdog?: Watchdog | undefined;
}

export interface ToolInvocation {
  /** What is being done, for the error message. */
  readonly doing: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: ProcessEnvironment;
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Called with each line of output, from either stream. */
  readonly onLine?: (line: string) => void;
}

/** Runs a program to its end. Kills it with all its children when it is canceled. */
export async function runTool(task: ToolInvocation, context: ToolContext): Promise<void> {
  if (task.signal.aborted) {
    throw new CancellationError(task.doing);
  }
  const { environment, workspaceRoots, watchdog } = context;
  const tool = await startAgent(
    { name: task.doing, command: task.command, args: task.args, env: task.env ?? {} },
    { environment, workspaceRoots, cwd: task.cwd, ...(watchdog && { watchdog }) },
  );
  const stop = (): void => tool.dispose();
  task.signal.addEventListener('abort', stop);
  tool.stdin.end();
  tool.onDidReceiveOutput(lineSplitter(task.onLine));
  createInterface({ input: tool.stdout }).on('line', line => task.onLine?.(line));
  const exit = await tool.exited;
  task.signal.removeEventListener('abort', stop);
  if (task.signal.aborted) {
    await tool.stop();
    throw new CancellationError(task.doing);
  }
  if (exit.code !== 0) {
    throw new UserError(
      t(
        '{0} failed: {1} exited with {2}.\n{3}',
        task.doing,
        task.command,
        exit.signal ?? t('code {0}', exit.code ?? ''),
        formatLastOutput(exit, getSecretValues({ ...environment, ...task.env })),
      ),
    );
  }
}

function lineSplitter(onLine: ToolInvocation['onLine']): (text: string) => void {
  let rest = '';
  return text => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(line => onLine?.(line));
  };
}
