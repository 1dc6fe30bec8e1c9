import { Worker } from 'node:worker_threads';
import { getErrorMessage } from '../../core/errors.ts';
import type { Disposable } from '../../core/disposableStore.ts';
import { commonPrefixLength, commonSuffixLength } from '../../core/diff/commonPrefixLength.ts';
import { lineChange, type LineChange } from '../../core/diff/lineChange.ts';
import { lineDiff } from '../../core/diff/lineDiff.ts';
import { toEdits, type LineEdit } from '../../core/diff/lineEdit.ts';
import { joinLines, type Lines } from '../../core/text/lines.ts';
import type { Logger } from '../../core/logger.ts';
import type { DiffResponse, DiffRequest } from './diffWorkerMain.ts';

/**
 * Texts with more lines than this, in total and without common lines at the start and the end, are compared on a
 * worker.
 */
const SYNC_LIMIT_LINES = 10_000;

/** Compares texts. Long comparisons run on a worker thread, with the same result. */
export class Differ implements Disposable {
  readonly #script: string;
  readonly #logger: Logger;
  readonly #pending = new Map<number, PendingRequest>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** `script` is the bundle made from `diffWorkerMain.ts`. */
  constructor(script: string, logger: Logger) {
    this.#script = script;
    this.#logger = logger;
  }

  /** The edits that turn one text into the other; synchronously if that is fast. */
  edits(before: Lines, after: Lines): readonly LineEdit[] | Promise<readonly LineEdit[]> {
    const head = commonPrefixLength(before, after);
    const tail = commonSuffixLength(before, after, head);
    if (before.length + after.length - 2 * (head + tail) <= SYNC_LIMIT_LINES) {
      return toEdits(lineDiff(before, after), after);
    }
    return this.#request(joinLines(before), joinLines(after)).then(
      changes => toEdits(changes, after),
      (error: unknown) => {
        this.#logger.warn(`Comparing on this thread: ${getErrorMessage(error)}`);
        return toEdits(lineDiff(before, after), after);
      },
    );
  }

  dispose(): void {
    void this.#worker?.terminate();
  }

  #request(before: string, after: string): Promise<readonly LineChange[]> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker ??= this.#start();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#worker.postMessage({ id, before, after } satisfies DiffRequest);
    });
  }

  /**
   * The worker is kept: a file that is large now will be large at the next change as well. It does not keep the process
   * alive.
   */
  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.unref();
    worker.on('message', ({ id, lines }: DiffResponse) => {
      this.#pending.get(id)?.resolve(toLineChanges(lines));
      this.#pending.delete(id);
    });
    worker.on('error', error => this.#handleFailure(worker, error));
    worker.on('exit', () =>
      this.#handleFailure(worker, new Error('The thread for comparisons ended.')),
    );
    return worker;
  }

  #handleFailure(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) {
      return;
    }
    this.#worker = undefined;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    pending.forEach(request => request.reject(error));
  }
}

interface PendingRequest {
  resolve(changes: readonly LineChange[]): void;
  reject(error: unknown): void;
}

/** Four line numbers for each change. */
function toLineChanges(lines: Int32Array): LineChange[] {
  const at = (index: number): number => lines[index] ?? 0;
  return Array.from({ length: lines.length / 4 }, (_, change) => {
    const first = change * 4;
    return lineChange([at(first), at(first + 1)], [at(first + 2), at(first + 3)]);
  });
}
