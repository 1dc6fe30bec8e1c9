import { once } from 'node:events';

const BATCH_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/**
 * The agent's end of the pipe. It reads whole lines, and writes messages or any bytes, waiting while the client does
 * not read.
 */
export class Wire {
  #rest = [];
  #held;
  #broken = false;

  constructor() {
    // The client has exited, or a scenario has closed the pipe: further output is dropped.
    process.stdout.on('error', () => {
      this.#broken = true;
    });
  }

  /** Calls `onLine` for each line that arrives, and `onEnd` when the client closes its end. */
  listen(onLine, onEnd) {
    process.stdin.on('data', chunk => this.#take(chunk, onLine));
    process.stdin.on('end', onEnd);
    process.stdin.on('error', onEnd);
  }

  send(message) {
    return this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async write(bytes) {
    if (this.#held) {
      this.#held.push(Buffer.from(bytes));
      return;
    }
    if (!this.#broken && !process.stdout.write(bytes)) {
      await drained();
    }
  }

  /** Writes `copy(0)`, `copy(1)`, … in large pieces, until `stopped` is true. */
  async writeMany(copy, times, stopped) {
    for (let i = 0; i < times && !stopped();) {
      let batch = '';
      while (i < times && batch.length < BATCH_BYTES) {
        batch += copy(i);
        i += 1;
      }
      await this.write(batch);
    }
  }

  /** Holds back all output until `release`, which sends it in one write. */
  hold() {
    this.#held ??= [];
  }

  async release() {
    const held = Buffer.concat(this.#held ?? []);
    this.#held = undefined;
    await this.write(held);
  }

  async flush() {
    while (process.stdout.writableLength > 0 && !this.#broken) {
      await drained();
    }
  }

  #take(chunk, onLine) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#rest.push(chunk.subarray(from, at));
      const line = Buffer.concat(this.#rest).toString('utf8');
      this.#rest = [];
      from = at + 1;
      onLine(line);
    }
    this.#rest.push(chunk.subarray(from));
  }
}

/** Resolves when there is room again, or when the pipe is closed. */
async function drained() {
  await once(process.stdout, 'drain').catch(() => {});
}
