import { spawn } from 'node:child_process';
import { CancellationError } from '../../core/errors.ts';
import { NO_PROGRAMS, NO_PROGRAM_VARIABLES } from './programSettings.ts';
import { withoutFolders } from './withoutFolders.ts';

/** How git is started, whatever it is asked to do. */
export interface GitRunnerOptions {
  readonly command: string;
  /** The folder git is started in. On Windows programs are looked up there first, so it must not be a workspace. */
  readonly cwd: string;
  /** Variables for all commands, besides those that every git gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Settings that overrule the configuration files, as `name=value`, besides those that every git gets. */
  readonly settings: readonly string[];
  /** Folders in which git is not looked up, even if the PATH names them: workspaces. */
  readonly workspaceRoots?: readonly string[];
  readonly outputLimitBytes: number;
  readonly timeLimitMs: number;
}

/** One run of git. */
export interface GitInvocation {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** More settings that overrule the configuration files. */
  readonly settings?: readonly string[] | undefined;
  readonly stdin?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What git wrote before it ended. */
export interface GitOutput {
  /** `null` if git was killed: it took too long, or wrote too much. */
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Git wrote more than the limit, and was killed. */
  readonly isTruncated: boolean;
}

export type GitProcess = ReturnType<typeof spawnPiped>;

const STDERR_LIMIT_CHARS = 4000;

/** Starts git, and keeps it from starting other programs. Every git process of the extension is started here. */
export class GitRunner {
  readonly options: GitRunnerOptions;
  #path: { readonly searched: string; readonly kept: string } | undefined;

  constructor(options: GitRunnerOptions) {
    this.options = options;
  }

  /** Starts git and leaves its streams to the caller. */
  start({ args, env, settings = [] }: Omit<GitInvocation, 'stdin' | 'signal'>): GitProcess {
    const { command, cwd } = this.options;
    const all = [...NO_PROGRAMS, ...this.options.settings, ...settings];
    return spawnPiped(command, [...all.flatMap(setting => ['-c', setting]), ...args], {
      cwd,
      env: {
        ...this.#inheritedEnvironment(),
        ...COMMON_VARIABLES,
        ...this.options.env,
        ...env,
        ...NO_PROGRAM_VARIABLES,
      },
    });
  }

  /** Runs git to its end. Aborting kills the process, then rejects. */
  async run({ stdin, signal, ...invocation }: GitInvocation): Promise<GitOutput> {
    if (signal?.aborted) {
      throw new CancellationError();
    }
    const child = this.start(invocation);
    if (child.pid === undefined) {
      await exitOf(child); // It throws why there is no process; there may be no streams either.
    }
    const kill = (): void => void child.kill();
    signal?.addEventListener('abort', kill);
    const timer = setTimeout(kill, this.options.timeLimitMs);
    try {
      const output = this.#collect(child);
      child.stdin.end(stdin ?? '');
      const code = await exitOf(child);
      if (signal?.aborted) {
        throw new CancellationError();
      }
      return { code, ...output() };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
    }
  }

  /** The folders of the PATH are looked at once, since git is started often. */
  #inheritedEnvironment(): NodeJS.ProcessEnv {
    const environment = inheritedEnvironment();
    const name = Object.keys(environment).find(key => key.toUpperCase() === 'PATH') ?? 'PATH';
    const { [name]: searched = '' } = environment;
    if (this.#path?.searched !== searched) {
      const kept = withoutFolders(searched, this.options.workspaceRoots ?? []);
      this.#path = { searched, kept };
    }
    return { ...environment, [name]: this.#path.kept };
  }

  #collect(child: GitProcess): () => Omit<GitOutput, 'code'> {
    const limitBytes = this.options.outputLimitBytes;
    const chunks: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limitBytes) {
        child.kill();
      } else {
        chunks.push(chunk);
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(0, STDERR_LIMIT_CHARS);
    });
    child.stdin.on('error', () => {
      // Git ended before it read everything; its exit code tells why.
    });
    return () => ({ stdout: Buffer.concat(chunks), stderr, isTruncated: bytes > limitBytes });
  }
}

/** Messages in English, and paths taken literally. */
const COMMON_VARIABLES = {
  LC_ALL: 'C',
  GIT_LITERAL_PATHSPECS: '1',
} as const;

/** Variables of git in our own environment may point to another repository: an editor may be started from a git hook. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return Object.fromEntries(inherited);
}

const spawnPiped = (
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
) => spawn(command, args, { ...options, windowsHide: true });

const exitOf = (child: GitProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
