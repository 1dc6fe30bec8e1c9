import type { AnyMessage } from '@agentclientprotocol/sdk';
import fc from 'fast-check';
import { PassThrough } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { agentStream } from '../../src/agent/wire/agentStream.ts';
import { parseLine } from '../../src/agent/wire/parseLine.ts';
import { recordedCalls } from './recordedCalls.ts';
import { connectToBytes } from './client/connectToBytes.ts';
import { waitUntil } from '../harness/waitUntil.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** The stream of an agent whose bytes the test writes itself. */
function wire(): {
  readonly stdout: PassThrough;
  readonly seen: AnyMessage[];
  readonly noise: string[];
  readonly ends: () => number;
  readonly ended: Promise<void>;
} {
  const stdout = new PassThrough();
  const seen: AnyMessage[] = [];
  const noise: string[] = [];
  let ends = 0;
  const ended = new Promise<void>(resolve => {
    agentStream(new PassThrough(), stdout, {
      onMessage: () => {},
      onStrayOutput: line => noise.push(line),
      onStall: () => {},
      stallMs: 1000,
      interceptMessage: message => {
        seen.push(message);
        return true;
      },
      onEnd: () => {
        ends += 1;
        resolve();
      },
    });
  });
  return { stdout, seen, noise, ends: () => ends, ended };
}

describe('PR-02: a message that arrives in parts', () => {
  const lines = recordedCalls.map(message => JSON.stringify(message));
  const whole = encode(lines.map(line => `${line}\n`).join(''));

  it('split at any byte is the same message', async () => {
    const { stdout, seen, ended } = wire();
    for (let cut = 0; cut <= whole.length; cut += 1) {
      stdout.write(whole.subarray(0, cut));
      stdout.write(whole.subarray(cut));
    }
    stdout.end();
    await ended;
    expect(seen).toHaveLength(recordedCalls.length * (whole.length + 1));
    expect(seen.slice(0, recordedCalls.length)).toEqual(recordedCalls);
    expect(seen.slice(-recordedCalls.length)).toEqual(recordedCalls);
  });

  it('and ends at any byte yields all messages before it, and never a wrong one', async () => {
    const cuts = Array.from({ length: Math.ceil(whole.length / 7) }, (_, n) => n * 7);
    for (const cut of cuts) {
      const { stdout, seen, ends, ended } = wire();
      stdout.end(whole.subarray(0, cut));
      await ended;
      expect(recordedCalls.slice(0, seen.length)).toEqual(seen);
      expect(ends()).toBe(1);
    }
  });

  it('without a final line break is still used', async () => {
    const { stdout, seen, ended } = wire();
    stdout.end(encode(lines[0] ?? ''));
    await ended;
    expect(seen).toEqual([recordedCalls[0]]);
  });
});

describe('PR-05: JSON that is not JSON-RPC', () => {
  const shapes = [
    '',
    ' ',
    '[]',
    '[{}]',
    '[{"jsonrpc":"2.0","method":"x"}]',
    'null',
    'true',
    'false',
    '0',
    '-1',
    '1e999',
    '"text"',
    '"{}"',
    '{',
    '}',
    '{}',
    '{"a":1}',
    '{"jsonrpc":2}',
    '{"jsonrpc":"1.0","method":"x"}',
    '{"jsonrpc":"2.1","method":"x"}',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","method":null}',
    '{"jsonrpc":"2.0","method":{}}',
    '{"jsonrpc":"2.0","method":[]}',
    '{"jsonrpc":"2.0","method":1,"id":1}',
    '{"jsonrpc":"2.0","id":{},"method":"x"}',
    '{"jsonrpc":"2.0","id":[],"method":"x"}',
    '{"jsonrpc":"2.0","id":true,"method":"x"}',
    '{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"m"}}',
    '{"jsonrpc":"2.0","result":1}',
    '{"jsonrpc":"2.0","error":{}}',
    '{"jsonrpc":"2.0","id":{},"result":1}',
    '{"jsonrpc":"2.0","id":1e400,"method":"x"}',
    '{"__proto__":{"polluted":1}}',
    '{"jsonrpc":"2.0",}',
    "{'jsonrpc':'2.0'}",
    '{"jsonrpc":"2.0","method":"x"',
    '{"jsonrpc":"2.0","method":"x"}}',
    '{"jsonrpc":"2.0","method":"x"} trailing',
    'prefix {"jsonrpc":"2.0","method":"x"}',
    '\u001b[32m{"jsonrpc":"2.0"}',
    '<html>',
    'npm warn',
    '\u0000',
    'NaN',
    'undefined',
    '{"constructor":1}',
    '{"jsonrpc":"2.0","id":1,"error":null}',
  ];
  const harmless = [
    '{"jsonrpc":"2.0","id":"","result":1,"error":null}',
    '{"jsonrpc":"2.0","id":4711,"result":1}',
    '{"jsonrpc":"2.0","id":"4711","error":{"code":1,"message":"m"}}',
    '{"jsonrpc":"2.0","id":null,"result":null}',
    '{"jsonrpc":"2.0","id":0.5,"result":{}}',
    '{"jsonrpc":"2.0","id":-1,"error":{}}',
    '{"jsonrpc":"2.0","id":9007199254740993,"error":"text"}',
    '{"jsonrpc":"2.0","method":"session/update"}',
    '{"jsonrpc":"2.0","method":"session/update","params":null}',
    '{"jsonrpc":"2.0","method":"session/update","params":[]}',
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":5,"update":{}}}',
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":null}}',
    '{"jsonrpc":"2.0","method":"session/update","params":{"__proto__":{"polluted":1},"sessionId":"__proto__"}}',
    '{"jsonrpc":"2.0","method":"$/cancel_request"}',
    '{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":{}}}',
    '{"jsonrpc":"2.0","method":"elicitation/complete","params":7}',
    '{"jsonrpc":"2.0","method":"","params":{}}',
  ];

  it.each(shapes)('is stray output or ignored: %s', line => {
    expect(parseLine(encode(line)).kind).not.toBe('message');
  });

  it('keeps the connection open, does not change prototypes, and only requests are answered', async () => {
    const { counts, stdin, stdout, connection } = connectToBytes();
    const written: string[] = [];
    stdin.on('data', chunk => written.push(String(chunk)));
    for (const line of [...shapes, ...harmless]) {
      stdout.write(`${line}\n`);
    }
    stdout.write('{"jsonrpc":"2.0","id":"q","method":"nobody/knows"}\n');
    await waitUntil(() => written.join('').includes('"q"'));
    expect(connection.signal.aborted).toBe(false);
    expect('polluted' in {}).toBe(false);
    expect(written.join('').trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(written.join(''))).toMatchObject({ id: 'q', error: { code: -32601 } });
    expect(counts.updates).toBe(0);
  });
});

describe('PR-06: request ids', () => {
  it('resolve at most their own request, whatever the order and number of answers', async () => {
    const answer = fc.record({
      id: fc.oneof(fc.nat(6), fc.nat(6).map(String), fc.constantFrom(null, 0.5, -1, 1e15, 'x', '')),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { maxLength: 30 }), async answers => {
        const { stdout, connection } = connectToBytes();
        const settled: string[][] = Array.from({ length: 4 }, () => []);
        const asked = settled.map((log, n) =>
          connection.agent.request(`m${n}`, {}).then(
            value => log.push(`result ${JSON.stringify(value)}`),
            (error: unknown) => log.push(`error ${(error as Error).message}`),
          ),
        );
        await breathe();
        answers.forEach(({ id, fails }, n) => {
          const body = fails ? { error: { code: 1, message: `a${n}` } } : { result: `a${n}` };
          stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
        });
        await breathe();
        await breathe();
        await breathe();
        settled.forEach((log, request) => {
          const first = answers.findIndex(({ id }) => String(id) === String(request));
          const words = answers[first]?.fails ? `error a${first}` : `result "a${first}"`;
          expect(log).toEqual(first < 0 ? [] : [words]);
        });
        connection.close();
        stdout.end();
        await Promise.all(asked);
      }),
      { numRuns: 60 },
    );
  });

  it('that the agent uses twice get an answer each', async () => {
    const { stdin, stdout } = connectToBytes();
    const written: string[] = [];
    stdin.on('data', chunk => written.push(String(chunk)));
    stdout.write(`${permission('a')}\n${permission('b')}\n`);
    await waitUntil(() => written.join('').trim().split('\n').length >= 2);
    expect(written.join('').match(/"id":7/g)).toHaveLength(2);
  });
});

const permission = (title: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 7,
    method: 'session/request_permission',
    params: { sessionId: 's', toolCall: { toolCallId: title }, options: [] },
  });
