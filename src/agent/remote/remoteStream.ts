import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { asRecord } from '../../core/json.ts';
import type { AgentStreamListener } from '../wire/agentStream.ts';
import { parseMessage } from '../wire/parseLine.ts';
import { MessageFilter } from '../wire/messageFilter.ts';
import { StallDetector } from '../wire/stallDetector.ts';

/** How much of something that is no message is worth a line of the log. */
const NOISE_CHARS = 200;

/** A stream of the SDK's to an agent elsewhere, with the same taps as the pipes of a process. */
export class RemoteStream {
  readonly stream: Stream;
  readonly #taps: AgentStreamListener;
  readonly #sieve: MessageFilter;
  readonly #ended: (error?: unknown) => void;
  readonly #reader: ReadableStreamDefaultReader<AnyMessage>;
  readonly #writer: WritableStreamDefaultWriter<AnyMessage>;
  #over = false;
  #out: ReadableStreamDefaultController<AnyMessage> | undefined;

  /** `ended` is told once, with the error if there was one. */
  constructor(inner: Stream, taps: AgentStreamListener, ended: (error?: unknown) => void) {
    this.#taps = taps;
    this.#sieve = new MessageFilter(taps);
    this.#ended = ended;
    this.#reader = inner.readable.getReader();
    this.#writer = inner.writable.getWriter();
    this.#writer.closed.catch(() => {
      // The write that failed, or the end of what we read, says so.
    });
    const stall = new StallDetector(taps);
    this.stream = {
      readable: new ReadableStream<AnyMessage>({
        start: controller => {
          this.#out = controller;
        },
        cancel: () => {
          this.#out = undefined;
          return this.close();
        },
      }),
      writable: new WritableStream<AnyMessage>({ write: message => this.#write(message, stall) }),
    };
    this.#read().then(
      () => this.#end(),
      (error: unknown) => this.#end(error),
    );
  }

  /** Ends the connection; settles when the other side has been told, or cannot be. */
  async close(): Promise<void> {
    this.#end();
    await this.#reader.cancel().catch(() => {
      // It was lost already, or the server no longer knows it.
    });
  }

  async #read(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done || this.#over) {
        return;
      }
      this.#take(value);
    }
  }

  #take(value: unknown): void {
    const message = parseMessage(asRecord(value) ?? {});
    if (!message) {
      this.#taps.onStrayOutput(JSON.stringify(value).slice(0, NOISE_CHARS));
    } else if (this.#sieve.acceptIncoming(message)) {
      this.#out?.enqueue(message);
    }
  }

  async #write(message: AnyMessage, stall: StallDetector): Promise<void> {
    this.#sieve.recordOutgoing(message);
    stall.didWrite();
    try {
      await this.#writer.write(message);
    } catch (error) {
      this.#end(error);
    } finally {
      stall.didDrain();
    }
  }

  #end(error?: unknown): void {
    if (!this.#over) {
      this.#over = true;
      this.#out?.close();
      this.#ended(error);
      this.#taps.onEnd();
    }
  }
}
