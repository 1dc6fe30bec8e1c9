import type { Readable } from 'node:stream';
import { Emitter } from '../../core/event.ts';
import { OutputTail } from './outputTail.ts';

const TAIL_CHARS = 256 * 1024;
const FORWARD_LIMIT_CHARS = 256 * 1024;
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
  #forwardedChars = 0;
  #omittedChars = 0;

  constructor(stream: Readable) {
    stream.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    this.ended = new Promise(resolve => {
      stream.on('close', () => {
        this.#reportOmitted();
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
      this.#reportOmitted();
      this.#windowSinceMs = nowMs;
      this.#forwardedChars = 0;
    }
    if (this.#forwardedChars + text.length > FORWARD_LIMIT_CHARS) {
      this.#omittedChars += text.length;
    } else {
      this.#forwardedChars += text.length;
      this.#printed.fire(text);
    }
  }

  #reportOmitted(): void {
    if (this.#omittedChars > 0) {
      this.#printed.fire(`\n[${this.#omittedChars} characters left out: too many at once]\n`);
      this.#omittedChars = 0;
    }
  }
}
