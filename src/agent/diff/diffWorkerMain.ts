/** A worker thread that compares large texts, so that the extension host stays responsive. */
import { parentPort } from 'node:worker_threads';
import { lineDiff } from '../../core/diff/lineDiff.ts';
import { splitLines } from '../../core/text/lines.ts';

export interface DiffRequest {
  readonly id: number;
  readonly before: string;
  readonly after: string;
}

/** The changed regions, as four line numbers each. */
export interface DiffResponse {
  readonly id: number;
  readonly lines: Int32Array;
}

parentPort?.on('message', ({ id, before, after }: DiffRequest) => {
  const changes = lineDiff(splitLines(before), splitLines(after));
  const lines = Int32Array.from(
    changes.flatMap(({ base, current }) => [base.start, base.end, current.start, current.end]),
  );
  parentPort?.postMessage({ id, lines } satisfies DiffResponse, [lines.buffer]);
});
