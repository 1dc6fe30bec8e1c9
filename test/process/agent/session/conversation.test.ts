import { expect, it } from 'vitest';
import { Conversation } from '../../../../src/agent/session/conversation.ts';
import { TRANSCRIPT_LIMIT_CHARS } from '../../../../src/core/session/transcript/transcriptLimit.ts';
import {
  applyPatch,
  emptyTranscript,
  type Transcript,
} from '../../../../src/core/session/transcript/transcript.ts';
import { idleState } from '../../../fakes/idleState.ts';

it('a conversation of 4,000 tool calls with 64 kB each stays within its limit, also for its listeners', () => {
  const conversation = new Conversation(idleState);
  let seen: Transcript = emptyTranscript;
  conversation.onDidChange(({ patches }) => {
    seen = patches.reduce(applyPatch, seen);
  });
  for (let call = 0; call < 4_000; call += 1) {
    const text = `${call} `.padEnd(64 * 1024, 'x');
    conversation.applyUpdate({
      sessionUpdate: 'tool_call',
      toolCallId: `call ${call}`,
      title: `Call ${call}`,
      status: 'completed',
      content: [{ type: 'content', content: { type: 'text', text } }],
    });
  }
  const { entries } = conversation.transcript;
  expect(entries).toHaveLength(4_000);
  expect(JSON.stringify(entries).length).toBeLessThan(TRANSCRIPT_LIMIT_CHARS * 1.1);
  expect(JSON.stringify(entries[0])).toContain('64 KB omitted');
  expect(JSON.stringify(entries.at(-1))).toContain('3999 xxx');
  expect(seen).toEqual(conversation.transcript);
});
