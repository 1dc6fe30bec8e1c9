import { describe, expect, it } from 'vitest';
import {
  Conversation,
  type ConversationChange,
} from '../../../../src/agent/session/conversation.ts';
import { noticePatches } from '../../../../src/core/session/transcript/patchesForUpdate.ts';
import { idleState } from '../../../fakes/idleState.ts';

/** A conversation, and what it tells, in short. */
function listened() {
  const conversation = new Conversation(idleState);
  const told: string[] = [];
  conversation.onDidChange(change => told.push(short(change)));
  const say = (text: string): void =>
    conversation.applyUpdate({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text },
    });
  return { conversation, told, say };
}

const short = ({ patches, state: after }: ConversationChange): string =>
  [
    ...patches.map(patch => (patch.kind === 'grew' ? patch.text : patch.kind)),
    ...(after ? ['state'] : []),
  ].join('|');

describe('words that follow each other at once', () => {
  it('are in the transcript at once, and are told together', async () => {
    const { conversation, told, say } = listened();
    ['one ', 'two ', 'three'].forEach(say);
    const [entry] = conversation.transcript.entries;
    expect(entry).toMatchObject({ blocks: [{ type: 'text', text: 'one two three' }] });
    expect(told).toEqual(['added']);
    await Promise.resolve();
    expect(told).toEqual(['added', 'two three']);
    say(' four');
    await Promise.resolve();
    expect(told.slice(2)).toEqual([' four']);
  });

  it('are told before whatever comes after them, each once', async () => {
    const { conversation, told, say } = listened();
    ['a', 'b', 'c'].forEach(say);
    conversation.setState({ title: 'A talk' });
    expect(told).toEqual(['added', 'bc', 'state']);
    say('d');
    conversation.patch((transcript, nowMs) =>
      noticePatches(transcript, { severity: 'info', title: 'n' }, nowMs),
    );
    expect(told.slice(3)).toEqual(['d|added']);
    say('e');
    say('f');
    conversation.dispose();
    expect(told.slice(4)).toEqual(['added', 'f']);
    await Promise.resolve();
    expect(told).toHaveLength(6);
  });
});
