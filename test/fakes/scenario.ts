/** Any JSON value. Loose on purpose: a scenario must be able to send what no client expects. */
export type Json = unknown;

/** What a scripted agent does, from its first byte to its last. Everything left out is well-behaved. */
export interface Scenario {
  /** Played before the agent reads anything: noise, a crash, silence, children. */
  readonly start?: readonly Step[];
  /** Played instead, then exit 0, when the further command-line arguments match (a terminal login). */
  readonly commandLine?: readonly { readonly when: string; readonly steps: readonly Step[] }[];
  /** Reactions to what the client sends. */
  readonly on?: readonly Rule[];
  readonly capabilities?: Json;
  readonly authMethods?: readonly Json[];
  readonly agentInfo?: Json;
  /** The `_meta` of the answer to `initialize`. */
  readonly meta?: Json;
  readonly modes?: Json;
  readonly configOptions?: readonly Json[];
  /** The answer to `session/list`; without it, the sessions of this process. */
  readonly sessions?: readonly Json[];
  /** Session ids are this and a number from 1; `session-` if left out. */
  readonly sessionPrefix?: string;
  /** Stays when the client closes stdin. */
  readonly ignoreEof?: boolean;
  /** Stays on SIGTERM, SIGINT and SIGHUP. */
  readonly ignoreSignals?: boolean;
  /** The agent ends itself after this time (10 minutes if left out), so that a failed test leaves nothing behind. */
  readonly lifeMs?: number;
}

/**
 * The reaction to one method. Rules whose `when` fits come first (it sees the text of a prompt, the JSON of any other
 * message); rules without it are used in order, the last one again and again. If the steps do not answer a request, the
 * agent gives its usual answer at their end.
 */
export interface Rule {
  readonly method: string;
  readonly when?: string;
  readonly steps: readonly Step[];
  /**
   * What `session/cancel` or `$/cancel_request` does to the steps: it stops them (and then plays these), or is ignored.
   * A script with `waitForCancel` deals with it itself.
   */
  readonly onCancel?: readonly Step[] | 'ignore';
}

/** A part of a raw write; it may repeat, so that a huge input needs no huge scenario. */
export interface Part {
  readonly text?: string;
  readonly hex?: string;
  readonly base64?: string;
  readonly times?: number;
}

/** How often and how fast: as fast as the client reads, or `perTick` each `everyMs`. `$i` in a text is the counter. */
export interface Pace {
  readonly times?: number;
  readonly everyMs?: number;
  readonly perTick?: number;
}

/** A child process of the agent. It ends itself after `lifeMs` (one minute if left out). */
export interface Child {
  /** `detached` has its own session; `doubleFork` has lost its parent as well. */
  readonly shape?: 'plain' | 'detached' | 'doubleFork';
  readonly ignoreSigterm?: boolean;
  readonly ignoreEof?: boolean;
  /** Inherits the agent's stdin, stdout and stderr and so keeps them open. */
  readonly holdsPipes?: boolean;
  /** Gets an empty environment, so that no marker in it can be found. */
  readonly cleanEnv?: boolean;
  readonly lifeMs?: number;
}

/**
 * One thing the agent does. Strings may name variables: `${sessionId}`, `${cwd}`, `${requestId}`, `${params…}` of the
 * message being answered, `${i}` in a repetition, and what a step has saved (`${answer.result.content}`).
 */
export type Step =
  | ({ readonly do: 'update'; readonly update: Json; readonly sessionId?: string } & Pace)
  | ({ readonly do: 'message'; readonly message: Json } & Pace)
  | { readonly do: 'notify'; readonly method: string; readonly params?: Json }
  | ({ readonly do: 'call'; readonly method: string; readonly params?: Json } & CallOptions)
  | { readonly do: 'await' | 'cancelCall'; readonly name: string }
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

/** Steps that need no more than their name. */
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

/** How the answer to a request is treated. It is saved as `{result}` or `{error}`. */
export interface CallOptions {
  /** The variable for the answer; `answer` if left out. */
  readonly save?: string;
  /** Goes on without waiting; `await` or `cancelCall` with the same name come later. */
  readonly later?: boolean;
  /** Does not add the current `sessionId` to the parameters. */
  readonly omitSession?: boolean;
}

interface Cases {
  readonly cases: Readonly<Record<string, readonly Step[]>>;
  readonly otherwise?: readonly Step[];
}

/** What follows the answer to a permission request: by option id, or for `cancelled`, or for an error. */
export interface PermissionBranches {
  readonly [optionId: string]: readonly Step[];
}
