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
const HERE_LIMIT_LINES = 10_000;

/** Compares texts. Long comparisons run on a worker thread, with the same result. */
export class Differ implements Disposable {
  readonly #script: string;
  readonly #notes: Logger;
  readonly #waiting = new Map<number, Asker>();
  #worker: Worker | undefined;
  #asked = 0;

  /** `script` is the bundle made from `diffWorkerMain.ts`. */
  constructor(script: string, notes: Logger) {
    this.#script = script;
    this.#notes = notes;
  }

  /** The edits that turn one text into the other; synchronously if that is fast. */
  edits(before: Lines, after: Lines): readonly LineEdit[] | Promise<readonly LineEdit[]> {
    const head = commonPrefixLength(before, after);
    const tail = commonSuffixLength(before, after, head);
    if (before.length + after.length - 2 * (head + tail) <= HERE_LIMIT_LINES) {
      return toEdits(lineDiff(before, after), after);
    }
    return this.#ask(joinLines(before), joinLines(after)).then(
      changes => toEdits(changes, after),
      (error: unknown) => {
        this.#notes.warn(`Comparing on this thread: ${getErrorMessage(error)}`);
        return toEdits(lineDiff(before, after), after);
      },
    );
  }

  dispose(): void {
    void this.#worker?.terminate();
  }

  #ask(before: string, after: string): Promise<readonly LineChange[]> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
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
      this.#waiting.get(id)?.resolve(changesIn(lines));
      this.#waiting.delete(id);
    });
    worker.on('error', error => this.#failed(worker, error));
    worker.on('exit', () => this.#failed(worker, new Error('The thread for comparisons ended.')));
    return worker;
  }

  #failed(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) {
      return;
    }
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach(asker => asker.reject(error));
  }
}

interface Asker {
  resolve(changes: readonly LineChange[]): void;
  reject(error: unknown): void;
}

/** Four line numbers for each change. */
function changesIn(lines: Int32Array): LineChange[] {
  const at = (index: number): number => lines[index] ?? 0;
  return Array.from({ length: lines.length / 4 }, (_, change) => {
    const first = change * 4;
    return lineChange([at(first), at(first + 1)], [at(first + 2), at(first + 3)]);
  });
}
