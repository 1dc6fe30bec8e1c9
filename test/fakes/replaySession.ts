import type { Session } from '../../src/agent/session/session.ts';
import { loadedSession, offeredVersion, Replay, type TraceLine } from './replay.ts';
import { replayUser } from './replayUser.ts';
import { type SessionFixture } from './sessionFixture.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** Replays a trace and returns the resulting session. */
export async function replaySession(
  fixture: SessionFixture,
  lines: readonly TraceLine[],
): Promise<Session> {
  let session: Session | undefined;
  const here = (): Session => {
    if (!session) {
      throw new Error('The trace begins before there is a session.');
    }
    return session;
  };
  const replay = new Replay(lines, replayUser(here));
  const wireId = loadedSession(lines);
  session = fixture.reach(() => Promise.resolve(replay.program), {
    wireId,
    protocolVersion: () => offeredVersion(lines),
  });
  await replay.done;
  await waitUntil(() => here().conversation.state.status.kind === 'idle');
  return session;
}
