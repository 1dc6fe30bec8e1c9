import type { Readable } from 'node:stream';
import { Emitter } from '../../core/event.ts';
import { OutputTail } from './outputTail.ts';

const TAIL_CHARS = 256 * 1024;
const PASSED_ON_CHARS = 256 * 1024;
const WINDOW_MS = 1000;

/**
 * Reads all output of a process, so that it never blocks. Listeners get at most 256 KiB per second; the last 256 KiB
 * are kept.
 */
export class ProcessOutput {
  readonly #tail = new OutputTail(TAIL_CHARS);
  readonly #printed = new Emitter<string>();
  readonly onDidPrint = this.#printed.event;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  #windowSinceMs = 0;
  #passedOnChars = 0;
  #leftOutChars = 0;

  constructor(stream: Readable) {
    stream.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    this.ended = new Promise(resolve => {
      stream.on('close', () => {
        this.#noteLeftOut();
        resolve();
      });
    });
    stream.on('error', () => {}); // 'close' follows, and that is sufficient.
  }

  text(): string {
    return this.#tail.text();
  }

  #take(text: string): void {
    this.#tail.add(text);
    const nowMs = performance.now();
    if (nowMs - this.#windowSinceMs > WINDOW_MS) {
      this.#noteLeftOut();
      this.#windowSinceMs = nowMs;
      this.#passedOnChars = 0;
    }
    if (this.#passedOnChars + text.length > PASSED_ON_CHARS) {
      this.#leftOutChars += text.length;
    } else {
      this.#passedOnChars += text.length;
      this.#printed.fire(text);
    }
  }

  #noteLeftOut(): void {
    if (this.#leftOutChars > 0) {
      this.#printed.fire(`\n[${this.#leftOutChars} characters left out: too many at once]\n`);
      this.#leftOutChars = 0;
    }
  }
}
