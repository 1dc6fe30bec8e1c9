import { parse } from 'node:path';
import { errorCode } from '../../core/errorCode.ts';
import { UserError } from '../../core/errors.ts';
import { localizable, t } from '../../core/l10n.ts';
import { GitRunner, type GitOutput } from './gitRunner.ts';

/** One run of git in a folder. */
export interface GitCommand {
  readonly folder: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly signal?: AbortSignal | undefined;
  /** Exit codes, besides 0, that are no failure. */
  readonly allowedExitCodes?: readonly number[];
}

/** What git wrote. */
export interface GitResult {
  readonly text: string;
  readonly code: number;
  /** Git wrote more than the limit, and was killed. */
  readonly isTruncated: boolean;
}

const OUTPUT_LIMIT_BYTES = 32 * 1024 * 1024;
const TIME_LIMIT_MS = 60_000;

/**
 * Settings that keep git to reading: no pager, no color, no other program called for a diff or on a change, paths
 * without escapes, and files beyond some size named but not compared.
 */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'core.pager=cat',
  'core.bigFileThreshold=4m',
  'color.ui=false',
  'diff.noprefix=false',
  'diff.mnemonicPrefix=false',
  'diff.external=',
  'log.showSignature=false',
];

/** Reads from the user's repositories with the git command, and changes nothing in them. */
export class Git {
  readonly #runner: GitRunner;

  constructor(command = 'git') {
    this.#runner = new GitRunner({
      command,
      cwd: parse(process.execPath).root,
      env: { GIT_OPTIONAL_LOCKS: '0' },
      settings: SETTINGS,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
      timeLimitMs: TIME_LIMIT_MS,
    });
  }

  /** Throws a `UserError` if git is missing or fails. */
  async run(command: GitCommand): Promise<GitResult> {
    const { folder, args, env, stdin, signal } = command;
    const invocation = { args: ['-C', folder, ...args], env, stdin, signal };
    const output = await this.#runner.run(invocation).catch((error: unknown) => {
      throw errorCode(error) === 'ENOENT' ? new UserError(t(NO_GIT)) : error;
    });
    return toResult(command, output);
  }
}

const NO_GIT = localizable('Git was not found. Install it, or set "git.path" to where it is.');

function toResult(
  command: GitCommand,
  { code, stdout, stderr, isTruncated }: GitOutput,
): GitResult {
  const isAllowed = code === 0 || (code !== null && command.allowedExitCodes?.includes(code));
  if (!isTruncated && !isAllowed) {
    throw new UserError(describeFailure(command, code, stderr));
  }
  return { text: stdout.toString('utf8'), code: code ?? 0, isTruncated };
}

function describeFailure({ folder }: GitCommand, code: number | null, stderr: string): string {
  if (/not a git repository/i.test(stderr)) {
    return t('{0} is not in a git repository, so there are no changes to add.', folder);
  }
  if (/dubious ownership/i.test(stderr)) {
    return t(
      'Git does not trust {0}, because it belongs to somebody else. Run: git config --global --add safe.directory {0}',
      folder,
    );
  }
  if (code === null) {
    return t('Git did not answer within {0} seconds in {1}.', TIME_LIMIT_MS / 1000, folder);
  }
  const [line = ''] = stderr.split('\n').filter(text => !/^(?:warning|hint):/.test(text));
  return t(
    'Git failed in {0}: {1}',
    folder,
    line.replace(/^(?:fatal|error): /, '') || t('code {0}', code),
  );
}
