import { UserError } from '../../core/errors.ts';
import { redact, getSecretValues } from '../../core/redaction/redact.ts';
import { quote } from '../../core/text/quote.ts';
import type { AgentExit } from './agentProcess.ts';
import { isForeignProgram } from './isForeignProgram.ts';
import type { LaunchConfig } from './launchConfig.ts';
import { systemProgramFiles } from './programFiles.ts';
import { resolveCommand } from './resolveCommand.ts';
import type { ProcessEnvironment } from './resolveCommand.ts';
import { createForeignProgramError } from './startError.ts';
import { t } from '../../core/l10n.ts';

const EARLY_MS = 5000;
const OUTPUT_LINES = 12;
const OUTPUT_CHARS = 1500;
/** The line with the reason may be far above the end, for example before a long stack. */
const REASON_CHARS = 500;

/** The error for an agent that exited unexpectedly: how it ended, and its last output. */
export async function createExitError(
  config: LaunchConfig,
  exit: AgentExit,
  environment: ProcessEnvironment,
): Promise<UserError> {
  const early = exit.lifetimeMs < EARLY_MS;
  if (early && exit.code && (await isForeign(config, environment))) {
    return createForeignProgramError(config, config.command);
  }
  const output = formatLastOutput(exit, getSecretValues({ ...environment, ...config.env }));
  const outputText = output
    ? t('Last output:\n{0}', quote(output))
    : t("It didn't report a reason.");
  const advice = t('For the full output, see the output channel "Accord: {0}".', config.name);
  const about = [config.name, describeExit(exit), outputText, advice] as const;
  return new UserError(
    early
      ? t('{0} stopped right after starting ({1}). {2}\n{3}', ...about)
      : t('{0} stopped ({1}). {2}\n{3}', ...about),
  );
}

/** The last lines of an agent's output for display: short, and without secrets. */
export function formatLastOutput(exit: AgentExit, secrets: readonly string[] = []): string {
  const lines = redact(exit.lastOutput, secrets)
    .replaceAll(CONTROL, '')
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '');
  const shown = lines.slice(-OUTPUT_LINES);
  const end = shown.join('\n').slice(-OUTPUT_CHARS);
  const reason = shown.some(line => ERROR_LINE.test(line))
    ? undefined
    : lines.findLast(line => ERROR_LINE.test(line));
  return reason === undefined ? end : `${reason.slice(0, REASON_CHARS)}\n...\n${end}`;
}

/** A line that names the error: `TypeError: x is not a function`, `error: ...`, `panic: ...`, `thread 'main' panicked at ...`. */
const ERROR_LINE =
  /^\s*(?:uncaught |unhandled )?(?:[\w.$]*(?:Error|Exception)\b(?: \[\w+\])?:|(?:error|fatal|panic)\b[^:]{0,40}:|thread '.{0,80}' panicked)/i;

// oxlint-disable-next-line no-control-regex -- colors and other control characters are what we take out
const CONTROL = /\u001b\[[0-9;?]{0,20}[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f]/g;

const describeExit = ({ code, signal }: AgentExit): string =>
  signal ? t('terminated by {0}', signal) : t('exit code {0}', code ?? '');

/** Linux runs a program that it cannot execute with /bin/sh, whose error message would not help the user. */
async function isForeign(config: LaunchConfig, environment: ProcessEnvironment): Promise<boolean> {
  const resolved = await resolveCommand(config.command, [], { environment });
  return (
    resolved.kind === 'found' &&
    isForeignProgram(await systemProgramFiles.readHead(resolved.program))
  );
}
