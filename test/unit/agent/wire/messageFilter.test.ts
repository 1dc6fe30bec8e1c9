import type { AnyMessage } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { MessageFilter } from '../../../../src/agent/wire/messageFilter.ts';

/** A filter and the calls of its listener. */
function listened(
  options: { intercepts?: boolean; fails?: 'onMessage' | 'interceptMessage' } = {},
) {
  const heard: string[] = [];
  const stray: string[] = [];
  const failIf = (name: string): void => {
    if (options.fails === name) {
      throw new Error(`${name} failed`);
    }
  };
  const filter = new MessageFilter({
    onMessage: direction => {
      failIf('onMessage');
      heard.push(direction);
    },
    onStrayOutput: line => void stray.push(line),
    interceptMessage: () => {
      failIf('interceptMessage');
      return options.intercepts ?? false;
    },
  });
  return { filter, heard, stray };
}

const request = (id: number): AnyMessage => ({ jsonrpc: '2.0', id, method: 'm' });
const notification: AnyMessage = { jsonrpc: '2.0', method: 'm' };
const answer = (id: number | string): AnyMessage => ({ jsonrpc: '2.0', id, result: 1 });

describe('MessageFilter', () => {
  it('accepts one answer to each request of ours', () => {
    const { filter, heard, stray } = listened();
    filter.recordOutgoing(request(1));
    filter.recordOutgoing(request(2));
    expect([answer(2), answer(1)].map(one => filter.acceptIncoming(one))).toEqual([true, true]);
    expect(stray).toEqual([]);
    expect(filter.acceptIncoming(answer(1))).toBe(false);
    expect(stray).toEqual(['An answer to no open request: 1']);
    expect(heard).toEqual(['out', 'out', 'in', 'in', 'in']);
  });

  it('accepts no answer to what was no request of ours', () => {
    const { filter } = listened();
    filter.recordOutgoing(notification);
    filter.recordOutgoing(answer(7));
    expect([answer(7), answer('7')].map(one => filter.acceptIncoming(one))).toEqual([false, false]);
  });

  it('accepts requests and notifications, unless they are intercepted', () => {
    expect(listened().filter.acceptIncoming(request(1))).toBe(true);
    expect(listened().filter.acceptIncoming(notification)).toBe(true);
    expect(listened({ intercepts: true }).filter.acceptIncoming(notification)).toBe(false);
  });

  it('accepts a message that could not be recorded, and says so', () => {
    const { filter, stray } = listened({ fails: 'onMessage' });
    expect(filter.acceptIncoming(notification)).toBe(true);
    expect(stray).toEqual(['A message could not be recorded: onMessage failed']);
  });

  it('drops a message that its listener stumbles over, and says so', () => {
    const { filter, stray } = listened({ fails: 'interceptMessage' });
    expect(filter.acceptIncoming(notification)).toBe(false);
    expect(stray).toEqual(['A message could not be dealt with: interceptMessage failed']);
  });
});
