import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseTrace, type TraceLine } from '../../../fakes/replay.ts';
import { replaySession } from '../../../fakes/replaySession.ts';
import { fullOutline } from '../../../fakes/replayUser.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';

const traces = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/traces/${name}`, import.meta.url));

const fixture = useSessionFixture();

it.each(['scripted', 'demo'])(
  'the recorded traffic of the %s agent results in the expected conversation',
  async name => {
    const session = await replaySession(
      fixture,
      parseTrace(await readFile(traces(`${name}.ndjson`), 'utf8')),
    );
    await expect(fullOutline(session)).toMatchFileSnapshot(traces(`${name}.txt`));
  },
);

const to = (msg: TraceLine['msg']): TraceLine => ({ t: 0, proc: 'x', dir: 'c2a', msg });
const from = (msg: TraceLine['msg']): TraceLine => ({ t: 0, proc: 'x', dir: 'a2c', msg });
const chunk = (sessionUpdate: string, text: string): TraceLine =>
  from({
    method: 'session/update',
    params: { sessionId: 'old', update: { sessionUpdate, content: { type: 'text', text } } },
  });

it('a trace of a loaded session restores its history and continues the session', async () => {
  const session = await replaySession(fixture, [
    to({ id: 40, method: 'initialize', params: {} }),
    from({ id: 40, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } }),
    to({ id: 41, method: 'session/load', params: { sessionId: 'old' } }),
    chunk('user_message_chunk', 'earlier'),
    chunk('agent_message_chunk', 'then'),
    from({ id: 41, result: {} }),
    to({ id: 42, method: 'session/prompt', params: { prompt: [{ type: 'text', text: 'more' }] } }),
    chunk('agent_message_chunk', 'now'),
    from({ id: 42, result: { stopReason: 'end_turn' } }),
  ]);
  expect(fullOutline(session).split('\n').slice(0, 5)).toEqual([
    'user: earlier',
    'agent: then',
    'user: more',
    'agent: now',
    'end: end_turn',
  ]);
});
