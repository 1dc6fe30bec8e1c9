import { spawn } from 'node:child_process';
import { parse } from 'node:path';
import { CancellationError, UserError } from '../../core/errors.ts';
import { localizable, t } from '../../core/l10n.ts';

/** One run of git in a folder. */
export interface GitCommand {
  readonly folder: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly signal?: AbortSignal | undefined;
  /** Exit codes that are an answer and no failure; 0 always is one. */
  readonly allowedExitCodes?: readonly number[];
}

/** What git wrote. `isCut`: there was more than we read, and git was ended. */
export interface GitResult {
  readonly text: string;
  readonly code: number;
  readonly isTruncated: boolean;
}

const OUTPUT_LIMIT_BYTES = 32 * 1024 * 1024;
const STDERR_LIMIT_CHARS = 2000;
const TIME_LIMIT_MS = 60_000;

/**
 * Settings that keep git to reading: no pager, no colour, no other program called for a diff or on a change, names as
 * they are, and files beyond some size named and not compared.
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
].flatMap(setting => ['-c', setting]);

/** Reads from repositories with the git command, and changes nothing in them. */
export class Git {
  readonly #command: string;

  constructor(command = 'git') {
    this.#command = command;
  }

  async run(call: GitCommand): Promise<GitResult> {
    if (call.signal?.aborted) {
      throw new CancellationError();
    }
    const child = this.#start(call);
    if (child.pid === undefined) {
      await exitOf(child); // It throws why there is no process; there may be no streams either.
    }
    const stop = (): void => void child.kill();
    call.signal?.addEventListener('abort', stop);
    const timer = setTimeout(stop, TIME_LIMIT_MS);
    try {
      const output = collect(child, stop);
      child.stdin.end(call.stdin ?? '');
      const code = await exitOf(child);
      if (call.signal?.aborted) {
        throw new CancellationError();
      }
      return answerOf(call, code, output());
    } finally {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', stop);
    }
  }

  /** Windows looks for programs in the current folder first, so that is never the repository. */
  #start({ folder, args, env }: GitCommand): Child {
    return spawn(this.#command, [...SETTINGS, '-C', folder, ...args], {
      cwd: parse(process.execPath).root,
      env: { ...plainEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
  }
}

type Child = ReturnType<typeof spawnPiped>;
const spawnPiped = () => spawn('', { stdio: ['pipe', 'pipe', 'pipe'] });

interface Output {
  readonly out: Buffer;
  readonly stderr: string;
  readonly isCut: boolean;
}

function collect(child: Child, stop: () => void): () => Output {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > OUTPUT_LIMIT_BYTES) {
      stop();
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
  return () => ({ out: Buffer.concat(chunks), stderr, isCut: bytes > OUTPUT_LIMIT_BYTES });
}

const exitOf = (child: Child): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new UserError(t(NO_GIT)) : error),
    );
    child.once('close', resolve);
  });

const NO_GIT = localizable('Git was not found. Install it, or set "git.path" to where it is.');

function answerOf(
  call: GitCommand,
  code: number | null,
  { out, stderr, isCut }: Output,
): GitResult {
  if (!isCut && code !== 0 && !(code !== null && call.allowedExitCodes?.includes(code))) {
    throw new UserError(problem(call, code, stderr));
  }
  return { text: out.toString('utf8'), code: code ?? 0, isTruncated: isCut };
}

function problem(call: GitCommand, code: number | null, stderr: string): string {
  if (/not a git repository/i.test(stderr)) {
    return t('{0} is not in a git repository, so there are no changes to add.', call.folder);
  }
  if (/dubious ownership/i.test(stderr)) {
    return t(
      'Git does not trust {0}, because it belongs to somebody else. Run: git config --global --add safe.directory {0}',
      call.folder,
    );
  }
  if (code === null) {
    return t('Git did not answer within {0} seconds in {1}.', TIME_LIMIT_MS / 1000, call.folder);
  }
  const [line = ''] = stderr.split('\n').filter(text => !/^(?:warning|hint):/.test(text));
  return t(
    'Git failed in {0}: {1}',
    call.folder,
    line.replace(/^(?:fatal|error): /, '') || t('code {0}', code),
  );
}

function plainEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
  };
}
