import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import type { Readable, Writable } from 'node:stream';
import { LineDecoder } from './lineDecoder.ts';
import { parseLine } from './parseLine.ts';
import { MessageFilter } from './messageFilter.ts';
import { TimeSlicedReader } from './timeSlicedReader.ts';
import { StallDetector } from './stallDetector.ts';
import { t } from '../../core/l10n.ts';

/** The size limit of a message. A larger one ends the connection, which can be reopened. */
export const MESSAGE_LIMIT_BYTES = 32 * 1024 * 1024;

/** An agent with more unread input than this, which is several of the largest messages, counts as stuck. */
const UNREAD_LIMIT_BYTES = 128 * 1024 * 1024;

/** How long the output of an agent is read after it closed its input. */
const LAST_OUTPUT_MS = 2_000;

/** Observes the stream of messages, and handles those that must not reach the SDK. */
export interface AgentStreamListener {
  /** Called with every message in both directions. */
  onMessage(direction: 'in' | 'out', message: AnyMessage): void;
  /** Called with every line that is not a message. */
  onStrayOutput(line: string): void;
  /** Returns whether the message has been handled and must not reach the SDK. */
  interceptMessage(message: AnyMessage): boolean;
  /** The agent has read none of its input for `stallMs`. */
  onStall(): void;
  readonly stallMs: number;
  /** The agent's output has ended, or we closed the stream. */
  onEnd(error?: Error): void;
}

/**
 * Turns the pipes of an agent process into a stream of messages. The lines are parsed before they reach the SDK, which
 * would answer every stray line, so that an agent that prints a lot and does not read would block forever.
 */
export function agentStream(
  stdin: Writable,
  stdout: Readable,
  listener: AgentStreamListener,
): Stream {
  const filter = new MessageFilter(listener);
  const send = createSender(stdin, listener, filter, reason => stdout.destroy(reason));
  const reader = new LineReader(listener, filter, send);
  return {
    readable: readMessages(stdout, listener, reader),
    writable: new WritableStream<AnyMessage>({ write: send }),
  };
}

function readMessages(
  stdout: Readable,
  listener: AgentStreamListener,
  reader: LineReader,
): ReadableStream<AnyMessage> {
  const decoder = new LineDecoder(MESSAGE_LIMIT_BYTES);
  const slicer = new TimeSlicedReader(stdout);
  let hasEnded = false;
  return new ReadableStream<AnyMessage>({
    cancel(): void {
      hasEnded = true; // We closed the connection, so the rest of the output is ignored.
      listener.onEnd();
    },
    start(controller): void {
      const emit = (message: AnyMessage): void => controller.enqueue(message);
      const end = (error?: Error): void => {
        if (!hasEnded) {
          hasEnded = true;
          controller.close();
          listener.onEnd(error);
        }
      };
      stdout.on('data', (chunk: Uint8Array) => {
        if (hasEnded) {
          return;
        }
        slicer.beginChunk();
        try {
          decoder.write(chunk).forEach(line => reader.read(line, emit));
          slicer.endChunk();
        } catch (error) {
          end(error instanceof Error ? error : new Error(String(error)));
          stdout.destroy();
        }
      });
      stdout.on('end', () => {
        if (!hasEnded) {
          reader.read(decoder.end(), emit);
        }
        end();
      });
      stdout.on('error', end);
      stdout.on('close', () => end());
    },
  });
}

/** Parses the lines of an agent and emits the messages among them that are for the SDK. */
class LineReader {
  readonly #listener: AgentStreamListener;
  readonly #filter: MessageFilter;
  readonly #send: (message: AnyMessage) => void;

  constructor(
    listener: AgentStreamListener,
    filter: MessageFilter,
    send: (message: AnyMessage) => void,
  ) {
    this.#listener = listener;
    this.#filter = filter;
    this.#send = send;
  }

  read(bytes: Uint8Array, emit: (message: AnyMessage) => void): void {
    const line = parseLine(bytes);
    if (line.kind === 'strayOutput') {
      this.#listener.onStrayOutput(line.text);
    } else if (line.kind === 'message') {
      const { message, damaged } = line;
      if (damaged && 'method' in message && 'id' in message) {
        this.#filter.notify('in', message);
        this.#send(refusal(message.id));
      } else if (this.#filter.acceptIncoming(message)) {
        emit(message);
      }
    }
  }
}

/** A request with invalid bytes must not be carried out, because it might write them to a file. */
const refusal = (id: string | number | null): AnyMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32_700, message: 'The request is not valid UTF-8.' },
});

/** Writes messages to an agent that may not read them or may have exited. */
function createSender(
  stdin: Writable,
  listener: AgentStreamListener,
  filter: MessageFilter,
  disconnect: (reason: Error) => void,
): (message: AnyMessage) => void {
  const stall = new StallDetector(listener);
  stdin.on('error', () => {
    // The agent has usually exited and its last output is still to be read. If it lives on, it reads nothing anymore.
    const timer = setTimeout(
      () => disconnect(new Error(t('It closed its input.'))),
      LAST_OUTPUT_MS,
    );
    timer.unref();
  });
  return message => {
    filter.recordOutgoing(message);
    if (stdin.destroyed || stdin.writableEnded) {
      return; // The end of the output or of the program is reported elsewhere.
    }
    stall.didWrite();
    stdin.write(`${JSON.stringify(message)}\n`, () => stall.didDrain());
    if (stdin.writableLength > UNREAD_LIMIT_BYTES) {
      disconnect(new Error(t("The agent isn't responding.")));
    }
  };
}
