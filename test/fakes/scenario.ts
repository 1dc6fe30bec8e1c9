/** Any JSON value. The type is loose because a scenario must be able to send what no client expects. */
export type Json = unknown;

/** The behavior of a scripted agent. The agent behaves well wherever the scenario leaves something out. */
export interface Scenario {
  /** Played before the agent reads anything: stray output, a crash, silence, child processes. */
  readonly start?: readonly Step[];
  /**
   * Played instead of everything else if the command-line arguments match (a terminal login). The agent then exits
   * with code 0.
   */
  readonly commandLine?: readonly { readonly when: string; readonly steps: readonly Step[] }[];
  /** Reactions to messages of the client. */
  readonly on?: readonly Rule[];
  readonly capabilities?: Json;
  readonly authMethods?: readonly Json[];
  readonly agentInfo?: Json;
  /** The `_meta` of the answer to `initialize`. */
  readonly meta?: Json;
  readonly modes?: Json;
  readonly configOptions?: readonly Json[];
  /** The answer to `session/list`; the sessions of this process by default. */
  readonly sessions?: readonly Json[];
  /** The prefix of session ids, before a number from 1; `session-` by default. */
  readonly sessionPrefix?: string;
  /** The agent keeps running when the client closes stdin. */
  readonly ignoreEof?: boolean;
  /** The agent keeps running on SIGTERM, SIGINT and SIGHUP. */
  readonly ignoreSignals?: boolean;
  /** The agent exits after this time (10 minutes by default), so that a failed test leaves no process behind. */
  readonly lifeMs?: number;
}

/**
 * The reaction to one method. A rule whose `when` matches takes precedence (it is matched against the text of a prompt,
 * or the JSON of any other message). Rules without `when` are used in order, and the last one is repeated. If the steps
 * do not answer a request, the agent gives its default answer after them.
 */
export interface Rule {
  readonly method: string;
  readonly when?: string;
  readonly steps: readonly Step[];
  /**
   * The effect of `session/cancel` or `$/cancel_request`: it stops the steps and plays these, or it is ignored. Steps
   * with `waitForCancel` handle it themselves.
   */
  readonly onCancel?: readonly Step[] | 'ignore';
}

/** A part of a raw write. It can be repeated, so that a scenario for a huge input is small. */
export interface Part {
  readonly text?: string;
  readonly hex?: string;
  readonly base64?: string;
  readonly times?: number;
}

/**
 * How often and how fast messages are sent: as fast as the client reads, or `perTick` every `everyMs`. `$i` in a text
 * is the counter.
 */
export interface Pace {
  readonly times?: number;
  readonly everyMs?: number;
  readonly perTick?: number;
}

/** A child process of the agent. It exits after `lifeMs` (one minute by default). */
export interface Child {
  /** `detached` has its own session; `doubleFork` also has no parent any more. */
  readonly shape?: 'plain' | 'detached' | 'doubleFork';
  readonly ignoreSigterm?: boolean;
  readonly ignoreEof?: boolean;
  /** Inherits the agent's stdin, stdout and stderr, which therefore stay open. */
  readonly holdsPipes?: boolean;
  /** Gets an empty environment, so that it cannot be found by a marker variable. */
  readonly cleanEnv?: boolean;
  readonly lifeMs?: number;
}

/**
 * One step of the agent. Strings may contain variables: `${sessionId}`, `${cwd}`, `${requestId}`, `${params…}` of the
 * message being answered, `${i}` in a repetition, and what a step has saved (`${answer.result.content}`).
 */
export type Step =
  | ({ readonly do: 'update'; readonly update: Json; readonly sessionId?: string } & Pace)
  | ({ readonly do: 'message'; readonly message: Json } & Pace)
  | { readonly do: 'notify'; readonly method: string; readonly params?: Json }
  | ({ readonly do: 'call'; readonly method: string; readonly params?: Json } & CallOptions)
  | { readonly do: 'await' | 'cancelCall'; readonly name: string }
  | {
      readonly do: 'tool';
      /** The name of the MCP server. */
      readonly server?: string;
      readonly name: string;
      readonly arguments?: Json;
      readonly save?: string;
    }
  | { readonly do: 'reply'; readonly result?: Json; readonly error?: RpcError }
  | {
      readonly do: 'write';
      readonly to: 'stdout' | 'stderr';
      readonly parts: readonly Part[];
      readonly times?: number;
      readonly everyMs?: number;
    }
  | { readonly do: 'oneWrite' | 'background'; readonly steps: readonly Step[] }
  | { readonly do: 'sleep' | 'burn'; readonly ms: number }
  | {
      readonly do: 'repeat';
      readonly times: number;
      readonly steps: readonly Step[];
      readonly atOnce?: boolean;
    }
  | { readonly do: 'parallel'; readonly branches: readonly (readonly Step[])[] }
  | ({ readonly do: 'match'; readonly value: string } & Cases)
  | {
      readonly do: 'ifFile';
      readonly path: string;
      readonly there?: readonly Step[];
      readonly missing?: readonly Step[];
    }
  | { readonly do: 'waitForFile' | 'deleteFile'; readonly path: string }
  | {
      readonly do: 'writeFile';
      readonly path: string;
      readonly text?: string;
      readonly base64?: string;
    }
  | { readonly do: 'rename'; readonly from: string; readonly to: string }
  | { readonly do: 'symlink'; readonly target: string; readonly path: string }
  | { readonly do: 'shell'; readonly command: string; readonly save?: string }
  | { readonly do: 'note'; readonly name: string; readonly value?: Json }
  | ({ readonly do: 'spawn' } & Child)
  | { readonly do: 'exit'; readonly code?: number }
  | { readonly do: 'signal'; readonly signal: string }
  | { readonly do: 'allocate'; readonly bytes: number }
  | { readonly do: Bare };

/** Steps without parameters. */
export type Bare =
  | 'ignore'
  | 'waitForCancel'
  | 'stopReading'
  | 'readAgain'
  | 'closeStdin'
  | 'closeStdout';

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

/** How the answer to a request is handled. It is saved as `{result}` or `{error}`. */
export interface CallOptions {
  /** The variable for the answer; `answer` by default. */
  readonly save?: string;
  /** Continues without waiting. A later `await` or `cancelCall` uses the same name. */
  readonly later?: boolean;
  /** Omits the current `sessionId` from the parameters. */
  readonly omitSession?: boolean;
}

interface Cases {
  readonly cases: Readonly<Record<string, readonly Step[]>>;
  readonly otherwise?: readonly Step[];
}

/** The steps after the answer to a permission request, by option id, `cancelled` or `error`. */
export interface PermissionBranches {
  readonly [optionId: string]: readonly Step[];
}
