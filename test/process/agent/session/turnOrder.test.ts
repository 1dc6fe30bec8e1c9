import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../src/agent/session/session.ts';
import { waitUntilIdle, statusKind, outline, textDraft } from '../../../fakes/sessionFixture.ts';
import { useSessionFixture } from '../../../fakes/useSessionFixture.ts';
import { step, turn } from '../../../fakes/step.ts';

const fixture = useSessionFixture();

describe('any order of prompts, cancellations, answers and updates', () => {
  it('ends every prompt once and in order, cancels at most once per turn, and leaves nothing open', async () => {
    const { session, agent } = await fixture.play({
      on: [
        {
          ...turn(
            step.say('a'),
            ...step.permission({ toolCallId: 't', title: 'Edit' }),
            step.say('b'),
            step.stop('end_turn'),
          ),
          onCancel: 'ignore',
        },
      ],
    });
    await waitUntilIdle(session);
    const act = fc.constantFrom('send', 'cancel', 'allow', 'breathe');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async acts => {
        const before = outline(session).length;
        const ends: Promise<string>[] = [];
        for (const next of acts) {
          if (next === 'send') {
            ends.push(session.send(textDraft(`p${ends.length}`)));
          } else if (next === 'cancel') {
            session.cancel();
          } else if (next === 'allow') {
            allowAll(session);
          } else {
            await new Promise(resolve => setImmediate(resolve));
          }
        }
        while (statusKind(session) !== 'idle' || session.conversation.state.queue.length > 0) {
          allowAll(session);
          await new Promise(resolve => setImmediate(resolve));
        }
        const reasons = await Promise.all(ends);
        const lines = outline(session).slice(before);
        expect(lines.filter(line => line.startsWith('user'))).toEqual(
          ends.map((_, n) => `user: p${n}`),
        );
        expect(lines.filter(line => line.startsWith('end'))).toEqual(
          reasons.map(reason => `end: ${reason}`),
        );
        expect(lines.filter(line => line.endsWith('(open)'))).toEqual([]);
        expect(lines[0]?.startsWith('user') ?? true).toBe(true);
      }),
      { numRuns: 40 },
    );
    const sent = await agent.received('session/prompt');
    const cancellations = await agent.received('session/cancel');
    const cancelled = outline(session).filter(line => line === 'end: cancelled');
    expect(cancellations.length).toBeLessThanOrEqual(cancelled.length);
    expect(sent.length).toBeLessThanOrEqual(
      outline(session).filter(line => line.startsWith('user')).length,
    );
  });
});

function allowAll(session: Session): void {
  for (const entry of session.conversation.transcript.entries) {
    if (entry.kind === 'permission' && entry.answer.kind === 'open') {
      session.answerPermission(entry.id, 'allow');
    }
  }
}
