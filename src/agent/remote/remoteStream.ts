import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { asRecord } from '../../core/json.ts';
import type { AgentStreamListener } from '../wire/agentStream.ts';
import { parseMessage } from '../wire/parseLine.ts';
import { MessageFilter } from '../wire/messageFilter.ts';
import { StallDetector } from '../wire/stallDetector.ts';

/** How much of something that is not a message is logged. */
const STRAY_OUTPUT_LIMIT_CHARS = 200;

/** Wraps the SDK's stream to a remote agent and serves the same listener as the pipes of a process. */
export class RemoteStream {
  readonly stream: Stream;
  readonly #listener: AgentStreamListener;
  readonly #filter: MessageFilter;
  readonly #onDidEnd: (error?: unknown) => void;
  readonly #reader: ReadableStreamDefaultReader<AnyMessage>;
  readonly #writer: WritableStreamDefaultWriter<AnyMessage>;
  #hasEnded = false;
  #controller: ReadableStreamDefaultController<AnyMessage> | undefined;

  /** `onDidEnd` is called once, with the error if there was one. */
  constructor(inner: Stream, listener: AgentStreamListener, onDidEnd: (error?: unknown) => void) {
    this.#listener = listener;
    this.#filter = new MessageFilter(listener);
    this.#onDidEnd = onDidEnd;
    this.#reader = inner.readable.getReader();
    this.#writer = inner.writable.getWriter();
    this.#writer.closed.catch(() => {
      // The failed write or the end of the readable stream reports it.
    });
    const stall = new StallDetector(listener);
    this.stream = {
      readable: new ReadableStream<AnyMessage>({
        start: controller => {
          this.#controller = controller;
        },
        cancel: () => {
          this.#controller = undefined;
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

  /** Closes the connection. Resolves when the server has been told or cannot be reached. */
  async close(): Promise<void> {
    this.#end();
    await this.#reader.cancel().catch(() => {
      // The connection was lost already, or the server does not know it anymore.
    });
  }

  async #read(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done || this.#hasEnded) {
        return;
      }
      this.#receive(value);
    }
  }

  #receive(value: unknown): void {
    const message = parseMessage(asRecord(value) ?? {});
    if (!message) {
      this.#listener.onStrayOutput(JSON.stringify(value).slice(0, STRAY_OUTPUT_LIMIT_CHARS));
    } else if (this.#filter.acceptIncoming(message)) {
      this.#controller?.enqueue(message);
    }
  }

  async #write(message: AnyMessage, stall: StallDetector): Promise<void> {
    this.#filter.recordOutgoing(message);
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
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      this.#controller?.close();
      this.#onDidEnd(error);
      this.#listener.onEnd();
    }
  }
}
