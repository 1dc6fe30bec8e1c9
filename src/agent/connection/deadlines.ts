import { CancellationError, UserError } from '../../core/errors.ts';

/** How long we wait for an agent. A prompt has no deadline: it may work for hours, and can be stopped. */
export interface Deadlines {
  /** `initialize` may wait for a cold start. */
  readonly initializeMs: number;
  /** The same where the command may have to download the agent first. */
  readonly downloadMs: number;
  /** A start that takes longer is told about. */
  readonly slowMs: number;
  /** Opening a session may read a long history or start servers. */
  readonly openMs: number;
  /** All other control requests. */
  readonly controlMs: number;
  /** A history that is told after the answer has ended when nothing came for this long. */
  readonly quietMs: number;
  /** An agent that reads nothing of what it is sent for this long may be stuck; the user is told. */
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

/** A request that was not answered within its time. */
export class DeadlineExceededError extends UserError {}

/** Waits for an answer, for `ms` at most. The late answer, if it comes, is dropped. */
export async function withDeadline<T>(answer: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceededError(what)), ms);
  });
  try {
    return await Promise.race([answer, alarm]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for an answer until the signal says to stop. */
export async function raceCancellation<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new CancellationError());
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    if (signal.aborted) {
      throw new CancellationError();
    }
    return await Promise.race([answer, stopped]);
  } finally {
    if (stop) {
      signal.removeEventListener('abort', stop);
    }
  }
}
