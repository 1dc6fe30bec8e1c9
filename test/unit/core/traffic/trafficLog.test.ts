import { describe, expect, it } from 'vitest';
import {
  formatExchange,
  pairExchanges,
  formatTrace,
} from '../../../../src/core/traffic/exchange.ts';
import {
  emptyTraffic,
  createTrafficMessage,
  appendTrafficMessage,
  type TrafficMessage,
} from '../../../../src/core/traffic/trafficLog.ts';

const out = { agent: 'A', direction: 'out', atMs: 0 } as const;
const back = { agent: 'A', direction: 'in', atMs: 12 } as const;
const request = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} } as const;
const response = { jsonrpc: '2.0', id: 1, result: {} } as const;

describe('protocol traffic', () => {
  it('pairs a request with its response, not with the request of the same id from the other side', () => {
    const theirs = createTrafficMessage(
      { ...request, method: 'fs/read_text_file' },
      { ...back, atMs: 5 },
      'messages',
    );
    const exchanges = pairExchanges([
      createTrafficMessage(request, out, 'messages'),
      theirs,
      createTrafficMessage(response, back, 'messages'),
    ]);
    expect(exchanges.map(formatExchange)).toEqual([
      '→ initialize #1 (ok, 12 ms)',
      '← fs/read_text_file #1 (waiting)',
    ]);
  });

  it('contains content only at the verbose level, and never secrets', () => {
    const secret = {
      ...request,
      params: {
        apiKey: 'sk-ant-0123456789abcdefghij',
        tokens: 12_345,
        env: [{ name: 'MY_API_KEY', value: 'x0123456789' }],
        header: 'Bearer 0123456789abcdef0123',
      },
    };
    expect(createTrafficMessage(secret, out, 'messages').text).toBeUndefined();
    const kept = createTrafficMessage(secret, out, 'verbose').text ?? '';
    expect(kept).not.toContain('0123456789');
    expect(() => JSON.parse(kept) as unknown).not.toThrow();
  });

  it('contains no known secret in any encoding', () => {
    const { text = '' } = createTrafficMessage(
      { ...request, params: { text: 'the gateway refused plain-words-42, sorry' } },
      back,
      'verbose',
      ['plain-words-42'],
    );
    expect(text).toContain('the gateway refused [hidden], sorry');
  });

  it('stays within its limits and counts dropped messages', () => {
    const passage: TrafficMessage = {
      ...createTrafficMessage(request, out, 'verbose'),
      text: 'x'.repeat(4_000_000),
    };
    let log = emptyTraffic;
    for (let count = 0; count < 20; count += 1) {
      log = appendTrafficMessage(log, passage);
    }
    expect(log.keptChars).toBeLessThanOrEqual(32_000_000);
    expect(log.messages.length + log.dropped).toBe(20);
  });

  it('exports a trace that can be replayed', () => {
    const text = formatTrace([
      createTrafficMessage(request, out, 'verbose'),
      createTrafficMessage(response, back, 'verbose'),
    ]);
    expect(
      text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as unknown),
    ).toEqual([
      { t: 0, proc: 'A', dir: 'c2a', msg: request },
      { t: 12, proc: 'A', dir: 'a2c', msg: response },
    ]);
  });
});
