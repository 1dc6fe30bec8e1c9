import { describe, expect, it } from 'vitest';
import {
  parseParentCallId,
  parseSubagentUpdate,
} from '../../../../../src/core/session/wire/parseSubagentUpdate.ts';

const update = (fields: object) =>
  parseSubagentUpdate({ sessionUpdate: 'subagent_update', sessionId: 'c1', ...fields });

describe('parseSubagentUpdate', () => {
  it('reads an announcement as Claude sends it', () => {
    expect(
      update({
        title: 'Find callers',
        description: 'Explore',
        capabilities: { cancel: {} },
        state: { state: 'running' },
      }),
    ).toEqual({
      kind: 'change',
      subagentId: 'c1',
      title: 'Find callers',
      description: 'Explore',
      canStop: true,
      state: { status: 'in_progress' },
    });
  });

  it('leaves out what an update does not say', () => {
    expect(update({})).toEqual({ kind: 'change', subagentId: 'c1' });
    expect(update({ title: 7, description: null })).toEqual({
      kind: 'change',
      subagentId: 'c1',
      description: null,
    });
  });

  it.each([
    [{ cancel: null }, false],
    [{}, false],
    [null, false],
    ['yes', false],
    [{ cancel: {} }, true],
  ])('reads from the capabilities %j that it can be stopped: %s', (capabilities, canStop) => {
    expect(update({ capabilities })).toMatchObject({ canStop });
  });

  it.each([
    [{ state: 'requires_action' }, { status: 'waiting' }],
    [{ state: 'idle' }, { status: 'completed' }],
    [{ state: 'idle', stopReason: 'end_turn' }, { status: 'completed' }],
    [{ state: 'idle', stopReason: 'cancelled' }, { status: 'cancelled' }],
    [
      { state: 'idle', stopReason: 'error', error: { code: -1, message: 'no' } },
      { status: 'failed', error: 'no' },
    ],
    [{ state: 'idle', stopReason: 'refusal' }, { status: 'failed' }],
    [{ state: 'unknown' }, { status: 'pending' }],
    [{ state: '_dreaming' }, { status: 'pending' }],
    [null, { status: 'pending' }],
  ])('reads the state %j', (state, expected) => {
    expect(update({ state })).toMatchObject({ state: expected });
  });

  it('reads messages and their chunks', () => {
    const content = { type: 'text', text: 'hi' };
    expect(
      parseSubagentUpdate({
        sessionUpdate: 'session_message',
        messageId: 'm',
        senderSessionId: 'a',
        recipientSessionId: 'b',
        senderMessageId: 'm',
        content: [content, 3],
      }),
    ).toEqual({
      kind: 'message',
      messageId: 'm',
      senderId: 'a',
      recipientId: 'b',
      isLinked: true,
      isChunk: false,
      blocks: [content],
    });
    expect(
      parseSubagentUpdate({ sessionUpdate: 'session_message_chunk', messageId: 'm', content }),
    ).toMatchObject({ isChunk: true, isLinked: false, blocks: [content] });
  });

  it.each([
    [{ sessionUpdate: 'subagent_update' }],
    [{ sessionUpdate: 'session_message', content: [] }],
    [{ sessionUpdate: 'subagent_spawned', sessionId: 'c1' }],
    [null],
  ])('ignores %j', raw => {
    expect(parseSubagentUpdate(raw)).toBeUndefined();
  });
});

it('parseParentCallId reads what Claude and Qwen name', () => {
  expect(parseParentCallId({ claudeCode: { parentToolUseId: 'a' } })).toBe('a');
  expect(parseParentCallId({ parentToolCallId: 'b' })).toBe('b');
  expect(parseParentCallId({ claudeCode: { parentToolUseId: 1 } })).toBeUndefined();
  expect(parseParentCallId(undefined)).toBeUndefined();
});
