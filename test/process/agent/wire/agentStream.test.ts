import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { agentStream } from '../../../../src/agent/wire/agentStream.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('agentStream', () => {
  it('refuses a request whose bytes are not UTF-8, and shows a notification with replacement characters', async () => {
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const seen: unknown[] = [];
    agentStream(stdin, stdout, {
      onMessage: () => {},
      onStrayOutput: () => {},
      onEnd: () => {},
      onStall: () => {},
      stallMs: 1000,
      interceptMessage: message => {
        seen.push(message);
        return true;
      },
    });
    const bad = Buffer.from([0x22, 0xff, 0x22]);
    stdout.write(
      Buffer.concat([
        bytes('{"jsonrpc":"2.0","id":5,"method":"fs/write_text_file","params":'),
        bad,
        bytes('}\n'),
      ]),
    );
    stdout.write(
      Buffer.concat([
        bytes('{"jsonrpc":"2.0","method":"session/update","params":'),
        bad,
        bytes('}\n'),
      ]),
    );
    const [answer] = (await once(stdin, 'data')) as unknown[];
    expect(JSON.parse(String(answer))).toMatchObject({ id: 5, error: { code: -32_700 } });
    // On a slow machine the second line is read in the next slice.
    await expect.poll(() => seen).toMatchObject([{ method: 'session/update', params: '\uFFFD' }]);
  });

  it('disconnects an agent that sends invalid requests and does not read the answers', async () => {
    const stdin = new Writable({ write: () => {} });
    const stdout = new PassThrough();
    const sent: string[] = [];
    const ended = new Promise<Error | undefined>(resolve => {
      agentStream(stdin, stdout, {
        onMessage: direction => sent.push(direction),
        onStrayOutput: () => {},
        onStall: () => {},
        stallMs: 60_000,
        interceptMessage: () => true,
        onEnd: resolve,
      });
    });
    const request = `{"jsonrpc":"2.0","id":"${'x'.repeat(8 * 1024 * 1024)}","method":"`;
    for (let count = 0; count < 20 && !stdout.destroyed; count += 1) {
      stdout.write(Buffer.concat([Buffer.from(request), Buffer.from('ff227d0a', 'hex')]));
      await new Promise(resolve => setImmediate(resolve));
    }
    expect((await ended)?.message).toBe("The agent isn't responding.");
    expect(sent.slice(0, 2)).toEqual(['in', 'out']);
  });

  it('handles a message although a listener throws, in either direction', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const seen: unknown[] = [];
    const noise: string[] = [];
    const written: string[] = [];
    stdin.on('data', chunk => written.push(String(chunk)));
    const { writable } = agentStream(stdin, stdout, {
      onMessage: () => {
        throw new RangeError('Too deep.');
      },
      onStrayOutput: line => noise.push(line),
      onEnd: () => {},
      onStall: () => {},
      stallMs: 60_000,
      interceptMessage: message => {
        seen.push(message);
        return true;
      },
    });
    stdout.write('{"jsonrpc":"2.0","id":1,"method":"a"}\n');
    stdout.write(
      Buffer.from(
        '7b226a736f6e727063223a22322e30222c226964223a322c226d6574686f64223a22ff227d0a',
        'hex',
      ),
    );
    await expect.poll(() => written.join('')).toContain('"id":2');
    await writable.getWriter().write({ jsonrpc: '2.0', method: 'b' });
    await expect.poll(() => written.join('')).toContain('"method":"b"');
    expect(seen).toMatchObject([{ id: 1, method: 'a' }]);
    expect(new Set(noise)).toEqual(new Set(['A message could not be recorded: Too deep.']));
  });
});
