import { describe, expect, it } from 'vitest';
import { SessionMentions } from '../../../../src/vscode/context/sessionMentions.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { waitUntil } from '../../../harness/waitUntil.ts';

const fixture = useSessionFixture();

describe('the prompt capabilities of an agent', () => {
  it('are unknown until the agent has started, so that images are not rejected meanwhile', async () => {
    const { session, sessions } = await fixture.play({
      capabilities: { promptCapabilities: { image: true } },
      on: [],
    });
    const history = { read: () => Promise.resolve(undefined) };
    const mentions = new SessionMentions(history, () => sessions);
    expect(mentions.promptCapabilities(session.id)).toBeUndefined();
    await waitUntil(() => session.conversation.state.status.kind === 'idle');
    expect(mentions.promptCapabilities(session.id)).toEqual({
      image: true,
      audio: false,
      embeddedContext: false,
    });
  });
});
