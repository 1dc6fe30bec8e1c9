import { UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';
import { GitRunner, type GitInvocation, type GitProcess } from './gitRunner.ts';

/** Git ended with a failure. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly code: number | null;

  constructor(args: readonly string[], code: number | null, stderr: string) {
    super(
      t(
        'git {0} failed ({1}): {2}',
        commandIn(args),
        String(code),
        stderr.trim() || t('no message'),
      ),
    );
    this.code = code;
  }
}

/** The command comes after options that each have a value: `-C folder -c name=value ls-files`. */
const commandIn = ([first = '', , ...rest]: readonly string[]): string =>
  first === '-C' || first === '-c' ? commandIn(rest) : first;

const OUTPUT_LIMIT_BYTES = 256 * 1024 * 1024;
const TIME_LIMIT_MS = 10 * 60 * 1000;

/** Git for a repository of our own: the system's, the user's and the environment's configuration do not count. */
export class IsolatedGit {
  readonly #runner: GitRunner;

  /** `home` stands in for the user's home folder. It is not in a workspace, and git is not taken from `workspaceRoots`. */
  constructor(command: string, home: string, workspaceRoots: readonly string[] = []) {
    this.#runner = new GitRunner({
      command,
      cwd: home,
      env: {
        HOME: home,
        XDG_CONFIG_HOME: home,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_ATTR_NOSYSTEM: '1',
      },
      settings: [],
      workspaceRoots,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
      timeLimitMs: TIME_LIMIT_MS,
    });
  }

  /** Starts git and leaves its streams to the caller. */
  start(args: readonly string[], env: Readonly<Record<string, string>>): GitProcess {
    return this.#runner.start({ args, env });
  }

  /** Runs git and returns what it wrote to stdout. Throws a `GitError` if git fails. */
  async run(invocation: GitInvocation): Promise<Buffer> {
    const { code, stdout, stderr, isTruncated } = await this.#runner.run(invocation);
    if (isTruncated) {
      throw new UserError(
        t('This folder has too many files for a snapshot. Open a smaller folder.'),
      );
    }
    if (code !== 0) {
      throw new GitError(invocation.args, code, stderr);
    }
    return stdout;
  }
}
