import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import type { Readable, Writable } from 'node:stream';
import { LineCutter } from './lines.ts';
import { parseLine } from './parseLine.ts';

/** The largest message: beyond it the connection ends cleanly and can be started again. */
export const MESSAGE_LIMIT_BYTES = 32 * 1024 * 1024;

/** What else happens on the wire, for logs and for updates that do not take the SDK's way. */
export interface Taps {
  /** Every message that passes, in both directions. */
  passed(direction: 'in' | 'out', message: AnyMessage): void;
  /** A line that is no message. */
  noise(line: string): void;
  /** Answers whether the message has been dealt with and must not reach the SDK. */
  took(message: AnyMessage): boolean;
  /** The agent's output is over, by its own end or by ours. */
  ended(error?: Error): void;
}

/**
 * The pipes of an agent process as a stream of messages. Our own cutter and parser stand before the SDK: the SDK would
 * answer each line of noise, and an agent that prints much and does not read would be stuck for ever.
 */
export function agentStream(stdin: Writable, stdout: Readable, taps: Taps): Stream {
  return { readable: messagesFrom(stdout, stdin, taps), writable: messagesTo(stdin, taps) };
}

function messagesFrom(stdout: Readable, stdin: Writable, taps: Taps): ReadableStream<AnyMessage> {
  const cutter = new LineCutter(MESSAGE_LIMIT_BYTES);
  return new ReadableStream<AnyMessage>({
    start(controller): void {
      let over = false;
      const end = (error?: Error): void => {
        if (!over) {
          over = true;
          controller.close();
          taps.ended(error);
        }
      };
      const take = (bytes: Uint8Array): void => {
        const line = parseLine(bytes);
        if (line.kind === 'noise') {
          taps.noise(line.text);
        } else if (line.kind === 'message') {
          pass(line.message, line.damaged);
        }
      };
      const pass = (message: AnyMessage, damaged: boolean): void => {
        taps.passed('in', message);
        if (damaged && 'method' in message && 'id' in message) {
          refuse(stdin, message.id);
        } else if (!taps.took(message)) {
          controller.enqueue(message);
        }
      };
      stdout.on('data', (chunk: Uint8Array) => {
        if (over) {
          return;
        }
        try {
          cutter.push(chunk).forEach(take);
        } catch (error) {
          end(error instanceof Error ? error : new Error(String(error)));
          stdout.destroy();
        }
      });
      stdout.on('end', () => {
        take(cutter.rest());
        end();
      });
      stdout.on('error', end);
      stdout.on('close', () => end());
    },
  });
}

/** A request with broken bytes must not be carried out: it might write them to a file. */
function refuse(stdin: Writable, id: unknown): void {
  const message = 'The request is not valid UTF-8.';
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_700, message } })}\n`);
}

function messagesTo(stdin: Writable, taps: Taps): WritableStream<AnyMessage> {
  stdin.on('error', () => {
    // The agent has gone or closed its input. Its exit, or the end of its output, says so to everybody.
  });
  return new WritableStream<AnyMessage>({
    async write(message): Promise<void> {
      taps.passed('out', message);
      if (stdin.destroyed || stdin.writableEnded) {
        return;
      }
      if (!stdin.write(`${JSON.stringify(message)}\n`)) {
        await drained(stdin);
      }
    },
  });
}

function drained(stdin: Writable): Promise<void> {
  return new Promise(resolve => {
    stdin.once('drain', resolve);
    stdin.once('close', resolve);
  });
}
