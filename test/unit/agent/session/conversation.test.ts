import { describe, expect, it } from 'vitest';
import {
  Conversation,
  type ConversationChange,
} from '../../../../src/agent/session/conversation.ts';
import { noticePatches } from '../../../../src/core/session/transcript/patchesForUpdate.ts';
import { idleState } from '../../../fakes/idleState.ts';

/** A conversation and a summary of its events. */
function listened() {
  const conversation = new Conversation(idleState);
  const changes: string[] = [];
  conversation.onDidChange(change => changes.push(short(change)));
  const say = (text: string): void =>
    conversation.applyUpdate({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text },
    });
  return { conversation, told: changes, say };
}

const short = ({ patches, state: after }: ConversationChange): string =>
  [
    ...patches.map(patch => (patch.kind === 'grew' ? patch.text : patch.kind)),
    ...(after ? ['state'] : []),
  ].join('|');

describe('message chunks that arrive together', () => {
  it('are in the transcript immediately, and sent as one patch', async () => {
    const { conversation, told: changes, say } = listened();
    ['one ', 'two ', 'three'].forEach(say);
    const [entry] = conversation.transcript.entries;
    expect(entry).toMatchObject({ blocks: [{ type: 'text', text: 'one two three' }] });
    expect(changes).toEqual(['added']);
    await Promise.resolve();
    expect(changes).toEqual(['added', 'two three']);
    say(' four');
    await Promise.resolve();
    expect(changes.slice(2)).toEqual([' four']);
  });

  it('are sent before later entries, each once', async () => {
    const { conversation, told: changes, say } = listened();
    ['a', 'b', 'c'].forEach(say);
    conversation.setState({ title: 'A talk' });
    expect(changes).toEqual(['added', 'bc', 'state']);
    say('d');
    conversation.patch((transcript, nowMs) =>
      noticePatches(transcript, { severity: 'info', title: 'n' }, nowMs),
    );
    expect(changes.slice(3)).toEqual(['d|added']);
    say('e');
    say('f');
    conversation.dispose();
    expect(changes.slice(4)).toEqual(['added', 'f']);
    await Promise.resolve();
    expect(changes).toHaveLength(6);
  });
});
