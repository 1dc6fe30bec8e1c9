import fc from 'fast-check';
import type { AnyMessage } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { SplitSecrets } from '../../../../src/core/traffic/splitSecrets.ts';
import {
  appendTrafficMessage,
  createTrafficMessage,
  emptyTraffic,
  replaceTrafficMessages,
} from '../../../../src/core/traffic/trafficLog.ts';

const SECRET = 'correct-horse-battery-staple';

const chunk = (text: string, sessionId = 's') => ({
  jsonrpc: '2.0' as const,
  method: 'session/update',
  params: {
    sessionId,
    _meta: { apiKey: 'another-secret' },
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  },
});

/** The texts of the chunks as they are in the log. */
function logged(messages: readonly ReturnType<typeof chunk>[]): readonly string[] {
  const split = new SplitSecrets();
  let log = emptyTraffic;
  for (const message of messages) {
    const about = { agent: 'A', direction: 'in', atMs: 0 } as const;
    const kept = createTrafficMessage(message, about, 'verbose', [SECRET]);
    log = appendTrafficMessage(log, kept);
    log = replaceTrafficMessages(log, split.add(message, kept, [SECRET]));
  }
  return log.messages.map(({ text }) => {
    expect(text).not.toContain('another-secret');
    const parsed = JSON.parse(text ?? '') as ReturnType<typeof chunk>;
    return parsed.params.update.content.text;
  });
}

const cut = (text: string, places: readonly number[]): readonly string[] => {
  const ordered = [0, ...places.toSorted((one, other) => one - other), text.length];
  return ordered.slice(1).map((end, index) => text.slice(ordered[index], end));
};

describe('a verbose trace', () => {
  it.each([
    ['a known secret', `it is ${SECRET}, I think`, 'it is [hidden], I think'],
    ['a known secret in Base64', `see ${btoa(`user:${SECRET}`)} there`, undefined],
    ['a key of a known format', 'use sk_live_0123456789abcdefghij now', 'use [hidden] now'],
    ['a value after a name', 'API_KEY=0123456789abcdef and', 'API_KEY=[hidden] and'],
  ])('hides %s, wherever an agent divides it', (_name, text, expected) => {
    const whole = logged([chunk(text)]).join('');
    expect(whole).toContain('[hidden]');
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), places => {
        const shown = logged(cut(text, places).map(piece => chunk(piece))).join('');
        expect(shown).toBe(expected ?? whole);
      }),
    );
  });

  it.each(['terminal_output', 'terminal_output_delta'])(
    'hides a secret that is divided in %s of a terminal, but not between terminals',
    name => {
      const output = (data: string, id: string) => ({
        jsonrpc: '2.0' as const,
        method: 'session/update',
        params: {
          sessionId: 's',
          update: {
            sessionUpdate: 'tool_call_update',
            toolCallId: id,
            _meta: { [name]: { terminal_id: id, data } },
          },
        },
      });
      const split = new SplitSecrets();
      let log = emptyTraffic;
      const [start, end] = [SECRET.slice(0, 9), SECRET.slice(9)];
      for (const message of [
        output(`a ${start}`, 't'),
        output(end, 'u'),
        output(`${end} b`, 't'),
      ]) {
        const about = { agent: 'A', direction: 'in', atMs: 0 } as const;
        const kept = createTrafficMessage(message, about, 'verbose', [SECRET]);
        log = replaceTrafficMessages(
          appendTrafficMessage(log, kept),
          split.add(message, kept, [SECRET]),
        );
      }
      const texts = log.messages.map(({ text }) => text ?? '');
      expect(texts.map(text => /"data":"([^"]*)"/.exec(text)?.[1])).toEqual([
        'a [hidden]',
        end,
        ' b',
      ]);
      expect(texts[0]).toContain('"terminal_id":"t"');
    },
  );

  it('leaves other texts and other sessions as they are', () => {
    const pieces = ['correct-horse-', 'and some more text', '-battery-staple'];
    expect(logged(pieces.map(piece => chunk(piece)))).toEqual(pieces);
    const [first = '', second = ''] = cut(SECRET, [10]);
    expect(logged([chunk(first, 's'), chunk(second, 't')])).toEqual([first, second]);
  });

  it('remembers a bounded part of a long text', () => {
    const long = Array.from({ length: 200 }, () => chunk('words and more words '.repeat(50)));
    const [first = '', second = ''] = cut(SECRET, [10]);
    const shown = logged([...long, chunk(first), chunk(second)]);
    expect(shown.slice(-2)).toEqual(['[hidden]', '']);
  });
});

describe('SplitSecrets', () => {
  const about = { agent: 'A', direction: 'in', atMs: 0 } as const;
  const [first = '', second = ''] = cut(SECRET, [10]);

  /** Adds a message, and returns how many logged messages are replaced. */
  const add = (
    split: SplitSecrets,
    message: AnyMessage,
    level: 'verbose' | 'messages' = 'verbose',
  ) => split.add(message, createTrafficMessage(message, about, level, [SECRET]), [SECRET]).size;

  it('passes over messages without text, whatever they consist of', () => {
    const split = new SplitSecrets();
    const id = 1;
    expect(add(split, { jsonrpc: '2.0', id, result: null })).toBe(0);
    expect(add(split, { jsonrpc: '2.0', method: 'session/update', params: {} })).toBe(0);
    expect(add(split, { jsonrpc: '2.0', method: 'x', params: { update: {} } })).toBe(0);
    expect(add(split, { jsonrpc: '2.0', method: 'x', params: { update: { content: {} } } })).toBe(
      0,
    );
  });

  it('passes over messages whose content is not logged', () => {
    const split = new SplitSecrets();
    expect(add(split, chunk(first), 'messages')).toBe(0);
    expect(add(split, chunk(second), 'messages')).toBe(0);
    expect(add(split, chunk(second))).toBe(0);
  });

  it('replaces both parts once', () => {
    const split = new SplitSecrets();
    expect(add(split, chunk(first))).toBe(0);
    expect(add(split, chunk(second))).toBe(2);
    expect(add(split, chunk(' and more'))).toBe(0);
  });

  it('does not join a text with a thought', () => {
    const split = new SplitSecrets();
    const thought = chunk(second);
    thought.params.update.sessionUpdate = 'agent_thought_chunk';
    expect(add(split, chunk(first))).toBe(0);
    expect(add(split, thought)).toBe(0);
    expect(add(split, chunk(second))).toBe(2);
  });

  it('forgets everything when it is cleared', () => {
    const split = new SplitSecrets();
    add(split, chunk(first));
    split.clear();
    expect(add(split, chunk(second))).toBe(0);
  });

  it('remembers the last 100 sessions that sent text', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_none, index) => chunk('x', `other ${index}`));
    for (const [count, replaced] of [
      [99, 2],
      [100, 0],
    ] as const) {
      const split = new SplitSecrets();
      add(split, chunk(first));
      others(count).forEach(message => add(split, message));
      expect(add(split, chunk(second))).toBe(replaced);
    }
    const split = new SplitSecrets();
    others(60).forEach(message => add(split, message));
    add(split, chunk(first, 'other 0'));
    others(99)
      .slice(1)
      .forEach(message => add(split, message));
    expect(add(split, chunk(second, 'other 0'))).toBe(2);
  });

  it('finds a secret that began up to 8,192 characters before', () => {
    const split = new SplitSecrets();
    const filler = 'a '.repeat(4_000);
    add(split, chunk(`${filler}${first}`));
    expect(add(split, chunk(second))).toBe(2);
    const key = new SplitSecrets();
    add(key, chunk('API_KEY='));
    for (let part = 0; part < 9; part += 1) {
      add(key, chunk('x'.repeat(1_000)));
    }
    expect(add(key, chunk('x'))).toBe(0);
  });
});
