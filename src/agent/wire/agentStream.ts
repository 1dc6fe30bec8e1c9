import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import type { Readable, Writable } from 'node:stream';
import { LineDecoder } from './lineDecoder.ts';
import { parseLine } from './parseLine.ts';
import { MessageFilter } from './messageFilter.ts';
import { TimeSlicedReader } from './timeSlicedReader.ts';
import { StallDetector } from './stallDetector.ts';
import { t } from '../../core/l10n.ts';

/** The largest message: beyond it the connection ends cleanly and can be started again. */
export const MESSAGE_LIMIT_BYTES = 32 * 1024 * 1024;

/** More than this unread, and the agent counts as stuck: several of the largest messages. */
const UNREAD_LIMIT_BYTES = 128 * 1024 * 1024;

/** An agent that closed its input is still listened to for this long. */
const LAST_WORDS_MS = 2_000;

/** What else happens on the wire, for logs and for updates that do not take the SDK's way. */
export interface AgentStreamListener {
  /** Every message that passes, in both directions. */
  onMessage(direction: 'in' | 'out', message: AnyMessage): void;
  /** A line that is no message. */
  onStrayOutput(line: string): void;
  /** Answers whether the message has been dealt with and must not reach the SDK. */
  interceptMessage(message: AnyMessage): boolean;
  /** The agent has taken nothing of what it was sent for `stallMs`. */
  onStall(): void;
  readonly stallMs: number;
  /** The agent's output is over, by its own end or by ours. */
  onEnd(error?: Error): void;
}

/**
 * The pipes of an agent process as a stream of messages. Our own cutter and parser stand before the SDK: the SDK would
 * answer each line of noise, and an agent that prints much and does not read would be stuck for ever.
 */
export function agentStream(stdin: Writable, stdout: Readable, taps: AgentStreamListener): Stream {
  const sieve = new MessageFilter(taps);
  const send = sender(stdin, { ...taps, sieve }, why => stdout.destroy(why));
  return {
    readable: messagesFrom(stdout, { ...taps, sieve, send }),
    writable: new WritableStream<AnyMessage>({ write: send }),
  };
}

interface SievedTaps extends AgentStreamListener {
  readonly sieve: MessageFilter;
}

interface OwnTaps extends SievedTaps {
  readonly send: (message: AnyMessage) => void;
}

function messagesFrom(stdout: Readable, taps: OwnTaps): ReadableStream<AnyMessage> {
  const cutter = new LineDecoder(MESSAGE_LIMIT_BYTES);
  const slices = new TimeSlicedReader(stdout);
  let over = false;
  return new ReadableStream<AnyMessage>({
    cancel(): void {
      over = true; // We closed the connection: what still comes is for nobody.
      taps.onEnd();
    },
    start(controller): void {
      const pass = (message: AnyMessage): void => controller.enqueue(message);
      const end = (error?: Error): void => {
        if (!over) {
          over = true;
          controller.close();
          taps.onEnd(error);
        }
      };
      stdout.on('data', (chunk: Uint8Array) => {
        if (over) {
          return;
        }
        slices.beginChunk();
        try {
          cutter.write(chunk).forEach(line => take(line, taps, pass));
          slices.endChunk();
        } catch (error) {
          end(error instanceof Error ? error : new Error(String(error)));
          stdout.destroy();
        }
      });
      stdout.on('end', () => {
        if (!over) {
          take(cutter.end(), taps, pass);
        }
        end();
      });
      stdout.on('error', end);
      stdout.on('close', () => end());
    },
  });
}

/** Deals with one line. */
function take(bytes: Uint8Array, taps: OwnTaps, pass: (message: AnyMessage) => void): void {
  const line = parseLine(bytes);
  if (line.kind === 'noise') {
    taps.onStrayOutput(line.text);
  } else if (line.kind === 'message') {
    const { message, damaged } = line;
    if (damaged && 'method' in message && 'id' in message) {
      taps.sieve.notify('in', message);
      taps.send(refusal(message.id));
    } else if (taps.sieve.acceptIncoming(message)) {
      pass(message);
    }
  }
}

/** A request with broken bytes must not be carried out: it might write them to a file. */
const refusal = (id: string | number | null): AnyMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32_700, message: 'The request is not valid UTF-8.' },
});

/** Writes messages to the agent, which may be deaf or gone. */
function sender(
  stdin: Writable,
  taps: SievedTaps,
  breakOff: (why: Error) => void,
): (message: AnyMessage) => void {
  const stall = new StallDetector(taps);
  stdin.on('error', () => {
    // Mostly the agent has ended, and its last words are still to be read; if it lives on, it is deaf.
    setTimeout(() => breakOff(new Error(t('It closed its input.'))), LAST_WORDS_MS).unref();
  });
  return message => {
    taps.sieve.recordOutgoing(message);
    if (stdin.destroyed || stdin.writableEnded) {
      return; // The end of its output, or of the program, says so to everybody.
    }
    stall.didWrite();
    stdin.write(`${JSON.stringify(message)}\n`, () => stall.didDrain());
    if (stdin.writableLength > UNREAD_LIMIT_BYTES) {
      breakOff(new Error(t('The agent does not read what it is sent.')));
    }
  };
}
