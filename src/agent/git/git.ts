import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../core/errorCode.ts';
import { UserError } from '../../core/errors.ts';
import { localizable, t } from '../../core/l10n.ts';
import { GitRunner, type GitInvocation, type GitOutput } from './gitRunner.ts';
import { createSettingsError, getOverridingSettings } from './programSettings.ts';
import { findUserRepository } from './userRepository.ts';

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

/** No color, paths without escapes, and files beyond some size named but not compared. */
const SETTINGS = [
  'core.quotePath=false',
  'core.bigFileThreshold=4m',
  'color.ui=false',
  'diff.noprefix=false',
  'diff.mnemonicPrefix=false',
];

/**
 * Reads from the user's repositories with the git command, and changes nothing in them. Git reads their configuration,
 * but starts no program that it names. A repository of somebody else is refused by git itself.
 */
export class Git {
  readonly #runner: GitRunner;

  /** Git is not taken from the workspace. */
  constructor(command = 'git', workspaceRoots: readonly string[] = []) {
    this.#runner = new GitRunner({
      command,
      workspaceRoots,
      cwd: path.parse(process.execPath).root,
      env: { GIT_OPTIONAL_LOCKS: '0' },
      settings: SETTINGS,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
      timeLimitMs: TIME_LIMIT_MS,
    });
  }

  /** Throws a `UserError` if git is missing or fails. */
  async run(command: GitCommand): Promise<GitResult> {
    const { folder, args, env = {}, stdin, signal } = command;
    const gitFolder = await findGitFolder(folder);
    const listed = gitFolder.isRepository
      ? await this.#listSettings(gitFolder, command)
      : undefined;
    if (listed && listed.code !== 0) {
      return toResult(command, listed);
    }
    const output = await this.#start({
      args: ['-C', folder, ...args],
      env: { ...env, ...gitFolder.env },
      settings: listed && getOverridingSettings(listed.stdout.toString().split('\0'), folder),
      stdin,
      signal,
    });
    return toResult(command, output);
  }

  /** Names all settings that are in effect. Listing them starts no program. */
  async #listSettings({ env }: GitFolder, { folder, signal }: GitCommand): Promise<GitOutput> {
    const args = ['-C', folder, 'config', '--list', '--name-only', '-z'];
    const output = await this.#start({ args, env, signal });
    if (output.isTruncated) {
      throw createSettingsError(folder);
    }
    return output;
  }

  async #start(invocation: GitInvocation): Promise<GitOutput> {
    return this.#runner.run(invocation).catch((error: unknown) => {
      throw errorCode(error) === 'ENOENT' ? new UserError(t(NO_GIT)) : error;
    });
  }
}

interface GitFolder {
  readonly isRepository: boolean;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The variables with which git uses the repository that contains a folder: no other one further up, and with the
 * folder above its `.git` as the work tree, whatever its settings say.
 */
async function findGitFolder(folder: string): Promise<GitFolder> {
  const found = await findUserRepository(await realpath(folder).catch(() => folder));
  return found
    ? {
        isRepository: true,
        env: { GIT_WORK_TREE: found.top, GIT_CEILING_DIRECTORIES: path.dirname(found.top) },
      }
    : { isRepository: false, env: { GIT_DIR: '/dev/null' } };
}

const NO_GIT = localizable('Git not found. Install it, or set "git.path" to its location.');

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
    return t("{0} isn't in a git repository.", folder);
  }
  if (/dubious ownership/i.test(stderr)) {
    return t(
      "Git doesn't trust {0} because another user owns it. Run: git config --global --add safe.directory {0}",
      folder,
    );
  }
  if (code === null) {
    return t("Git didn't respond within {0} seconds in {1}.", TIME_LIMIT_MS / 1000, folder);
  }
  const [line = ''] = stderr.split('\n').filter(text => !/^(?:warning|hint):/.test(text));
  return t(
    'Git failed in {0}: {1}',
    folder,
    line.replace(/^(?:fatal|error): /, '') || t('code {0}', code),
  );
}
