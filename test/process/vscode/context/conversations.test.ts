import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conversationsOf } from '../../../../src/vscode/context/conversations.ts';
import { SessionStage, until } from '../../../fakes/sessionStage.ts';

let stage: SessionStage;

beforeEach(async () => {
  stage = await SessionStage.open();
});
afterEach(() => stage.close());

describe('what an agent takes', () => {
  it('is not known before the agent has said so: a picture for it is not refused meanwhile', async () => {
    const { session, sessions } = await stage.play({
      capabilities: { promptCapabilities: { image: true } },
      on: [],
    });
    const history = { read: () => Promise.resolve(undefined) };
    const conversations = conversationsOf(() => ({ sessions, history }));
    expect(conversations.accepts(session.id)).toBeUndefined();
    await until(() => session.conversation.state.status.kind === 'idle');
    expect(conversations.accepts(session.id)).toEqual({
      image: true,
      audio: false,
      embeddedContext: false,
    });
  });
});
