import type { Readable } from 'node:stream';

/** A pipe that is full is read again and again before anything else has its turn; so long it may. Writing down takes several turns. */
const SLICE_MS = 4;

/** Reads a stream in slices, so that a flood leaves time for everything else. */
export class TimeSlicedReader {
  readonly #stream: Readable;
  #sinceMs: number | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  /** A piece of the stream begins to be worked on. */
  beginChunk(): void {
    if (this.#sinceMs === undefined) {
      this.#sinceMs = performance.now();
      setImmediate(() => {
        this.#sinceMs = undefined;
        this.#stream.resume();
      });
    }
  }

  /** It has been dealt with. */
  endChunk(): void {
    if (performance.now() - (this.#sinceMs ?? 0) > SLICE_MS) {
      this.#stream.pause();
    }
  }
}
