import { Worker } from 'node:worker_threads';
import { messageOf } from '../../core/errors.ts';
import type { Disposable } from '../../core/lifetime.ts';
import { commonPrefix, commonSuffix } from '../../core/text/commonEnds.ts';
import { lineChange, type LineChange } from '../../core/text/lineChange.ts';
import { lineDiff } from '../../core/text/lineDiff.ts';
import { editsOf, type LineEdit } from '../../core/text/lineEdit.ts';
import { joinLines, type Lines } from '../../core/text/lines.ts';
import type { Log } from '../ports.ts';
import type { DiffAnswer, DiffQuestion } from './diffWorkerMain.ts';

/** More lines than this, both texts together and without what they share at their ends, are compared on another thread. */
const HERE_LIMIT_LINES = 10_000;

/** Compares texts. A comparison that would keep the thread busy is done on another one, with the same result. */
export class Differ implements Disposable {
  readonly #script: string;
  readonly #notes: Log;
  readonly #waiting = new Map<number, Asker>();
  #worker: Worker | undefined;
  #asked = 0;

  /** `script` is the bundle made from `diffWorkerMain.ts`. */
  constructor(script: string, notes: Log) {
    this.#script = script;
    this.#notes = notes;
  }

  /** The edits that turn one text into another; at once if that is quick. */
  edits(before: Lines, after: Lines): readonly LineEdit[] | Promise<readonly LineEdit[]> {
    const head = commonPrefix(before, after);
    const tail = commonSuffix(before, after, head);
    if (before.length + after.length - 2 * (head + tail) <= HERE_LIMIT_LINES) {
      return editsOf(lineDiff(before, after), after);
    }
    return this.#ask(joinLines(before), joinLines(after)).then(
      changes => editsOf(changes, after),
      (error: unknown) => {
        this.#notes.warn(`Comparing on this thread: ${messageOf(error)}`);
        return editsOf(lineDiff(before, after), after);
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
      this.#worker.postMessage({ id, before, after } satisfies DiffQuestion);
    });
  }

  /** It stays: a file that is big now is big at the next change as well. It keeps nobody from ending. */
  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.unref();
    worker.on('message', ({ id, lines }: DiffAnswer) => {
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

/** Somebody who waits for an answer. */
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
