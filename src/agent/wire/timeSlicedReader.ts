import type { Readable } from 'node:stream';

/** How long a full pipe may be read without a break. Short, because writing the journal takes several turns of the event loop. */
const SLICE_MS = 4;

/** Reads a stream in time slices, so that a flood of output does not block the event loop. */
export class TimeSlicedReader {
  readonly #stream: Readable;
  #sinceMs: number | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  /** Called before a chunk is handled. */
  beginChunk(): void {
    if (this.#sinceMs === undefined) {
      this.#sinceMs = performance.now();
      setImmediate(() => {
        this.#sinceMs = undefined;
        this.#stream.resume();
      });
    }
  }

  /** Called after a chunk was handled. Pauses the stream if the time slice is used up. */
  endChunk(): void {
    if (performance.now() - (this.#sinceMs ?? 0) > SLICE_MS) {
      this.#stream.pause();
    }
  }
}
