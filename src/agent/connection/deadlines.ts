import { CancellationError, UserError } from '../../core/errors.ts';

/** How long we wait for an agent. A prompt has no deadline, because it may run for hours and can be stopped. */
export interface Deadlines {
  /** For `initialize`, which includes a cold start. */
  readonly initializeMs: number;
  /** For `initialize` if the command may have to download the agent first. */
  readonly downloadMs: number;
  /** The user is told about a start that takes longer. */
  readonly slowMs: number;
  /** For opening a session, which may read a long history or start MCP servers. */
  readonly openMs: number;
  /** For all other control requests. */
  readonly controlMs: number;
  /** A history that is sent after the response is complete when there was no update for this long. */
  readonly quietMs: number;
  /** The user is told about an agent that reads none of its input for this long. */
  readonly stallMs: number;
}

export const DEADLINES: Deadlines = {
  initializeMs: 60_000,
  downloadMs: 15 * 60_000,
  slowMs: 15_000,
  openMs: 60_000,
  controlMs: 60_000,
  quietMs: 150,
  stallMs: 10_000,
};

/** A request was not answered before its deadline. */
export class DeadlineExceededError extends UserError {}

/** Waits for a response for at most `ms`. `message` is the text of the error; a late response is dropped. */
export async function withDeadline<T>(
  promise: Promise<T>,
  ms: number,
  message: string,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceededError(message)), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a promise until the signal is aborted. Then throws a cancellation error. */
export async function raceCancellation<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(new CancellationError());
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    if (signal.aborted) {
      throw new CancellationError();
    }
    return await Promise.race([promise, aborted]);
  } finally {
    if (abort) {
      signal.removeEventListener('abort', abort);
    }
  }
}
