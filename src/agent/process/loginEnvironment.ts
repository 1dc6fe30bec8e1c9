import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { basename, parse } from 'node:path';
import { getErrorMessage } from '../../core/errors.ts';
import { removeEditorVariables } from './agentEnvironment.ts';
import { getSystemProcessTable } from './table/processTable.ts';
import type { ProcessEnvironment } from './resolveCommand.ts';
import type { Watchdog } from './watchdog.ts';

/** The environment of the user's terminal, and a warning if it could not be read. */
export interface UserEnvironment {
  readonly variables: ProcessEnvironment;
  readonly warning?: string;
}

export interface LoginEnvironmentOptions {
  /** Passed to the shell, and used instead if the shell fails. */
  readonly environment?: Readonly<NodeJS.ProcessEnv>;
  readonly shell?: string;
  readonly timeoutMs?: number;
  /** How long the shell may run on after it has printed the environment. */
  readonly lingerMs?: number;
  readonly platform?: NodeJS.Platform;
  /** Creates a watchdog that ends the shell if this process ends first. It is disposed when the shell has ended. */
  readonly watchdog?: () => Watchdog;
}

const TIMEOUT_MS = 10_000;
const LINGER_MS = 2_000;
/** How long a shell may take to clean up before it is killed. */
const HANG_UP_MS = 500;
const OUTPUT_LIMIT_CHARS = 16 * 1024 * 1024;

/**
 * Reads the environment of the user's login shell once. A VS Code that is started from a dock or a menu has a short
 * PATH, without the version managers that the user's profile sets up.
 */
export class LoginEnvironment {
  readonly #shell: LoginEnvironmentOptions;
  #read: Promise<UserEnvironment> | undefined;
  #hasFailed = false;

  constructor(shell: LoginEnvironmentOptions = {}) {
    this.#shell = shell;
  }

  read(): Promise<UserEnvironment> {
    this.#read ??= readLoginEnvironment(this.#shell).then(found => {
      this.#hasFailed = found.warning !== undefined;
      return found;
    });
    return this.#read;
  }

  /** Reads the environment again if the shell did not respond the last time: the machine may have been busy. */
  refresh(): Promise<UserEnvironment> {
    if (this.#hasFailed) {
      this.#hasFailed = false;
      this.#read = undefined;
    }
    return this.read();
  }
}

async function readLoginEnvironment(login: LoginEnvironmentOptions): Promise<UserEnvironment> {
  const variables = removeEditorVariables(login.environment ?? process.env);
  if ((login.platform ?? process.platform) === 'win32') {
    return { variables }; // On Windows the environment does not depend on a shell.
  }
  const shell = login.shell ?? shellOf(variables);
  try {
    return { variables: removeEditorVariablesExceptUsers(await askShell(shell, variables, login)) };
  } catch (error) {
    const note = `The environment of ${shell} could not be read (${getErrorMessage(error)}). Agents get the environment of VS Code.`;
    return { variables, warning: note };
  }
}

/** What the profile itself sets is intended by the user, also NODE_OPTIONS: the shell did not get ours. */
function removeEditorVariablesExceptUsers(variables: ProcessEnvironment): ProcessEnvironment {
  const nodeOptions = variables['NODE_OPTIONS'];
  return { ...removeEditorVariables(variables), ...(nodeOptions && { NODE_OPTIONS: nodeOptions }) };
}

function shellOf(environment: ProcessEnvironment): string {
  return environment['SHELL'] ?? userShell() ?? '/bin/sh';
}

function userShell(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    return undefined; // A container may run us as a user that is not in its list of users.
  }
}

/** Starts a login shell and lets Node print the environment between two marks. */
function askShell(
  shell: string,
  environment: ProcessEnvironment,
  { timeoutMs = TIMEOUT_MS, lingerMs = LINGER_MS, watchdog: newWatchdog }: LoginEnvironmentOptions,
): Promise<ProcessEnvironment> {
  const mark = randomUUID();
  const watchdog = newWatchdog?.();
  watchdog?.start(); // Before the shell, so that the shell is watched from the start.
  return new Promise<ProcessEnvironment>((resolve, reject) => {
    const child: ChildProcess = spawn(shell, shellArgs(shell, mark), {
      cwd: parse(process.execPath).root, // `code .` starts VS Code in the workspace, whose files a profile may obey.
      detached: true, // Detached from our terminal, where an interactive shell would suspend us.
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...environment, ELECTRON_RUN_AS_NODE: '1', VSCODE_RESOLVING_ENVIRONMENT: '1' },
    });
    const release = watched(child, watchdog);
    let ended = false;
    const end = (): void => {
      ended = true;
      clearTimeout(timer);
      child.stdout?.destroy();
      child.unref();
    };
    const fail = (reason: string): void => {
      if (ended) {
        return;
      }
      end();
      killGroup(child.pid, release);
      reject(new Error(reason));
    };
    const timer = setTimeout(() => fail(`it took more than ${timeoutMs / 1000} s`), timeoutMs);
    let output = '';
    // Without free file handles there are no streams, and an error event follows.
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output = fromMark(output + text, mark);
      const [, json, rest] = output.split(mark);
      const variables = rest === undefined ? undefined : parseVariables(json ?? '');
      if (variables) {
        end();
        endSoon(child, lingerMs, release);
        resolve(variables);
      } else if (rest !== undefined) {
        fail('its answer is not readable');
      } else if (output.length > OUTPUT_LIMIT_CHARS) {
        fail('it printed too much');
      }
    });
    child.on('error', error => fail(error.message));
    child.on('close', code => fail(`it ended with code ${code}`));
  }).catch((error: unknown) => {
    watchdog?.dispose(); // Also if the shell could not be started.
    throw error;
  });
}

/** Ends the shell if this process ends first. Returns a function that stops watching. */
function watched({ pid }: ChildProcess, watchdog: Watchdog | undefined): () => void {
  // Without a marker: what the profile has started in the background belongs to the user.
  const root =
    pid === undefined ? undefined : { pid, started: getSystemProcessTable().getStartTime(pid) };
  if (root) {
    watchdog?.watch(root);
  }
  return () => {
    if (root) {
      watchdog?.release(root);
    }
    watchdog?.dispose();
  };
}

/** A shell that has responded ends by itself or is killed: something in the profile may wait forever. */
function endSoon(child: ChildProcess, lingerMs: number, ended: () => void): void {
  const timer = setTimeout(() => killGroup(child.pid), lingerMs).unref();
  const settle = (): void => {
    clearTimeout(timer);
    ended();
  };
  if (child.exitCode === null && child.signalCode === null) {
    child.once('exit', settle);
  } else {
    settle();
  }
}

/** Drops what a profile prints before the mark, except for what may be the beginning of the mark. */
function fromMark(output: string, mark: string): string {
  const at = output.indexOf(mark);
  return at < 0 ? output.slice(-mark.length) : output.slice(at);
}

function parseVariables(json: string): ProcessEnvironment | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const entries = Object.entries(value ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return Object.fromEntries(entries);
  } catch {
    return undefined; // Something in the profile has printed into the middle of it.
  }
}

/** Login and interactive, since some profiles set PATH only for one of them. */
function shellArgs(shell: string, mark: string): readonly string[] {
  const print = `process.stdout.write("${mark}"+JSON.stringify(process.env)+"${mark}")`;
  const command = `'${process.execPath.replaceAll("'", `'\\''`)}' -e '${print}'`;
  switch (basename(shell).replace(/\.exe$/, '')) {
    case 'pwsh':
      return ['-Login', '-Command', `& ${command}`];
    case 'nu':
      return ['-l', '-i', '-c', `^${command}`];
    case 'csh':
    case 'tcsh':
      return ['-ic', command];
    default:
      return ['-l', '-i', '-c', command];
  }
}

/**
 * Only the group: a daemon that the profile has started, such as an ssh agent, has to stay. First the shell is hung up, so that it
 * removes its lock files: one that `pyenv init` leaves behind delays every later shell of the user by a minute.
 */
function killGroup(pid: number | undefined, killed = (): void => {}): void {
  signalGroup(pid, 'SIGHUP');
  setTimeout(() => {
    signalGroup(pid, 'SIGKILL');
    killed();
  }, HANG_UP_MS).unref();
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    process.kill(-(pid ?? Number.NaN), signal);
  } catch {
    // It has ended, or never started.
  }
}
