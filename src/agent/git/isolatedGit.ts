import { spawn } from 'node:child_process';
import { CancellationError, UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';

/** One run of git. */
export interface IsolatedGitCommand {
  readonly args: readonly string[];
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The git program with the folder that stands in for the user's home, so that no configuration is read. */
export interface GitProgram {
  readonly command: string;
  readonly home: string;
}

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

/** Before the command come options, each with its value: `-C folder -c name=value ls-files`. */
const commandIn = ([first = '', , ...rest]: readonly string[]): string =>
  /^-[cC]$/.test(first) ? commandIn(rest) : first;

const OUTPUT_LIMIT_BYTES = 256 * 1024 * 1024;
const STDERR_LIMIT_CHARS = 4000;
const TIME_LIMIT_MS = 10 * 60 * 1000;

/** Runs git and gives back what it wrote to stdout. Aborting ends the process, then rejects. */
export async function runGit(program: GitProgram, call: IsolatedGitCommand): Promise<Buffer> {
  if (call.signal?.aborted) {
    throw new CancellationError();
  }
  const child = startGit(program, call.args, call.env);
  if (child.pid === undefined) {
    await exitOf(child); // It throws why there is no process; there may be no streams either.
  }
  const stop = (): void => void child.kill();
  call.signal?.addEventListener('abort', stop);
  const timer = setTimeout(stop, TIME_LIMIT_MS);
  const out: Buffer[] = [];
  let outBytes = 0;
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    outBytes += chunk.length;
    if (outBytes > OUTPUT_LIMIT_BYTES) {
      child.kill();
    } else {
      out.push(chunk);
    }
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(0, STDERR_LIMIT_CHARS);
  });
  child.stdin.on('error', () => {
    // Git ended before it read everything; its exit code tells why.
  });
  child.stdin.end(call.stdin ?? '');
  try {
    const code = await exitOf(child);
    if (call.signal?.aborted) {
      throw new CancellationError();
    }
    if (outBytes > OUTPUT_LIMIT_BYTES) {
      throw new UserError(
        t('This folder has too many files for a snapshot. Open a smaller folder.'),
      );
    }
    if (code !== 0) {
      throw new GitError(call.args, code, stderr);
    }
    return Buffer.concat(out);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', stop);
  }
}

/**
 * Starts git so that nothing but our own repository's configuration counts: no system, user or
 * environment settings. It starts in our folder, because Windows looks for programs in the current one.
 */
export function startGit(
  { command, home }: GitProgram,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof spawnPiped> {
  return spawnPiped(command, args, { cwd: home, env: { ...cleanEnvironment(home), ...env } });
}

const spawnPiped = (
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
) => spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });

const exitOf = (child: ReturnType<typeof spawnPiped>): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });

function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    XDG_CONFIG_HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
}
