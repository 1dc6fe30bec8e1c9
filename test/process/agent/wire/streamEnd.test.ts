import type { AnyMessage } from '@agentclientprotocol/sdk';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agentStream } from '../../../../src/agent/wire/agentStream.ts';

const NOTIFICATION = '{"jsonrpc":"2.0","method":"a","params":{"text":"b c"}}';
const MESSAGE: AnyMessage = { jsonrpc: '2.0', method: 'a', params: { text: 'b c' } };

let stdout: PassThrough;
let seen: string[];

beforeEach(() => {
  stdout = new PassThrough();
  seen = [];
});

afterEach(() => {
  vi.useRealTimers();
});

/** A stream whose events are recorded in their order. */
const open = (stdin: Writable = new PassThrough()) =>
  agentStream(stdin, stdout, {
    onMessage: (direction, message) => seen.push(`${direction} ${JSON.stringify(message)}`),
    onStrayOutput: line => seen.push(`stray ${line}`),
    onEnd: error => seen.push(`end ${error?.message ?? 'without an error'}`),
    onStall: () => seen.push('stall'),
    stallMs: 1_000,
    interceptMessage: () => false,
  });

/** All messages until the stream is closed. */
async function collect({ readable }: ReturnType<typeof open>): Promise<readonly AnyMessage[]> {
  const messages: AnyMessage[] = [];
  for await (const message of readable) {
    messages.push(message);
  }
  return messages;
}

describe('the output of an agent', () => {
  it('is read to its end, also without a line end, and other output is reported', async () => {
    const stream = open();
    stdout.end(`Welcome\n\n${NOTIFICATION}\n  ${NOTIFICATION}`);
    expect(await collect(stream)).toEqual([MESSAGE, MESSAGE]);
    const incoming = `in ${NOTIFICATION}`;
    expect(seen).toEqual(['stray Welcome', incoming, incoming, 'end without an error']);
  });

  it('may break off', async () => {
    const stream = open();
    stdout.write(`${NOTIFICATION}\n{"jsonrpc"`);
    await nextTurn();
    stdout.destroy();
    expect(await collect(stream)).toEqual([MESSAGE]);
    expect(seen.slice(1)).toEqual(['end without an error']);
  });

  it('may fail', async () => {
    const stream = open();
    stdout.destroy(new Error('The pipe is broken.'));
    expect(await collect(stream)).toEqual([]);
    expect(seen).toEqual(['end The pipe is broken.']);
  });

  it('ends with a message that is too long, and is not read any further', async () => {
    const stream = open();
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    for (let count = 0; count <= 32 && !stdout.destroyed; count += 1) {
      stdout.write(chunk);
      await nextTurn();
    }
    expect(await collect(stream)).toEqual([]);
    expect(stdout.destroyed).toBe(true);
    expect(seen).toEqual(['end The agent sent a message larger than 32 MiB.']);
  });

  it('is ignored once we have closed the connection', async () => {
    const { readable } = open();
    await readable.cancel();
    expect(seen).toEqual(['end without an error']);
    stdout.end(`${NOTIFICATION}\n${NOTIFICATION}`);
    await vi.waitFor(() => expect(stdout.readableEnded).toBe(true));
    expect(seen).toEqual(['end without an error']);
  });
});

describe('the input of an agent', () => {
  it('gets one line for each message', async () => {
    const stdin = new PassThrough();
    const writer = open(stdin).writable.getWriter();
    await writer.write(MESSAGE);
    expect(String(stdin.read())).toBe(`${NOTIFICATION}\n`);
    expect(seen).toEqual([`out ${NOTIFICATION}`]);
  });

  it.each([
    ['has ended', (stdin: Writable) => void stdin.end()],
    ['is gone', (stdin: Writable) => void stdin.destroy()],
  ])('that %s gets nothing more, which is no error', async (_, close) => {
    const written: string[] = [];
    const stdin = new PassThrough();
    stdin.on('error', error => written.push(String(error)));
    stdin.on('data', chunk => written.push(String(chunk)));
    const writer = open(stdin).writable.getWriter();
    close(stdin);
    await writer.write(MESSAGE);
    await nextTurn();
    expect(written).toEqual([]);
    expect(seen).toEqual([`out ${NOTIFICATION}`]);
  });

  it('that fails ends the connection after the last output was read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stdin = new PassThrough();
    const stream = open(stdin);
    stdin.destroy(new Error('EPIPE'));
    await nextTurn();
    stdout.write(`${NOTIFICATION}\n`);
    await nextTurn();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(seen).toEqual([`in ${NOTIFICATION}`]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await collect(stream)).toEqual([MESSAGE]);
    expect(seen).toEqual([`in ${NOTIFICATION}`, 'end It closed its input.']);
  });

  it('that is not read is reported, once it has waited for long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const drains: (() => void)[] = [];
    const stdin = new Writable({ write: (_chunk, _encoding, done) => void drains.push(done) });
    const writer = open(stdin).writable.getWriter();
    await writer.write(MESSAGE);
    drains.forEach(drain => drain());
    await nextTurn();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(seen).toEqual([`out ${NOTIFICATION}`]);
    await writer.write(MESSAGE);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen.at(-1)).toBe('stall');
  });
});
