import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionChangedParams } from '../../../../src/core/chat/messages.ts';
import type { TranscriptPatch } from '../../../../src/core/session/transcript/transcript.ts';
import { takeFrameBatch, takeSkippedChanges } from '../../../../src/webview/state/changeBatch.ts';

const grew = (text: string): TranscriptPatch => ({ kind: 'grew', id: 'a', text, atMs: 0 });

const patch: fc.Arbitrary<TranscriptPatch> = fc.oneof(
  fc.constant<TranscriptPatch>({ kind: 'removed', id: 'b' }),
  fc
    .tuple(fc.constantFrom('words ', 'line\n'), fc.integer({ max: 20, min: 0 }))
    .map(([piece, times]) => grew(piece.repeat(times))),
);

const change: fc.Arbitrary<SessionChangedParams> = fc.record({
  sessionId: fc.constant('s'),
  patches: fc.array(patch, { maxLength: 200 }),
});

/** The batches of all frames. */
function framesOf(changes: readonly SessionChangedParams[]): (readonly SessionChangedParams[])[] {
  const frames: (readonly SessionChangedParams[])[] = [];
  for (let rest = changes; rest.length > 0;) {
    const next = takeFrameBatch(rest);
    frames.push(next.batch);
    rest = next.rest;
  }
  return frames;
}

const textOf = (changes: readonly SessionChangedParams[]): string =>
  changes
    .flatMap(({ patches }) => patches)
    .map(one => (one.kind === 'grew' ? one.text : `<${one.kind}>`))
    .join('');

describe('a flood of changes', () => {
  it('is split into frames, completely and in order', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), changes => {
        const frames = framesOf(changes);
        expect(textOf(frames.flat())).toBe(textOf(changes));
        for (const frame of frames) {
          expect(patchesOf(frame).length).toBeLessThanOrEqual(30);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is one frame with its state if it is small', () => {
    const state = { id: 's' } as SessionChangedParams['state'];
    const changes = [{ sessionId: 's', patches: [grew('a'), grew('b')], ...(state && { state }) }];
    expect(takeFrameBatch(changes)).toEqual({ batch: changes, rest: [] });
  });

  it('has its state in the last part', () => {
    const state = { id: 's' } as SessionChangedParams['state'];
    const frames = framesOf([
      {
        sessionId: 's',
        patches: Array.from({ length: 70 }, () => grew('a')),
        ...(state && { state }),
      },
    ]);
    expect(frames.length).toBeGreaterThan(1);
    expect(frames.flat().map(one => one.state !== undefined)).toEqual(
      frames.map((_, index) => index === frames.length - 1),
    );
  });
});

const added = (index: number): TranscriptPatch => ({
  kind: 'added',
  entry: { id: `e${index}`, turn: 1, atMs: 0, kind: 'agent', blocks: [] },
});

const patchesOf = (changes: readonly SessionChangedParams[]): readonly TranscriptPatch[] =>
  changes.flatMap(({ patches }) => patches);
const addedIn = (changes: readonly SessionChangedParams[]): number =>
  patchesOf(changes).filter(({ kind }) => kind === 'added').length;

describe('a flood of entries', () => {
  it('is skipped except for its end, completely and in order', () => {
    const messages = fc.array(fc.array(fc.boolean(), { maxLength: 300 }), { maxLength: 5 });
    fc.assert(
      fc.property(messages, drawn => {
        const changes = drawn.map((kinds, at): SessionChangedParams => ({
          sessionId: 's',
          patches: kinds.map((isNew, index) => (isNew ? added(1_000 * at + index) : grew('x'))),
        }));
        const { skipped, rest } = takeSkippedChanges(changes);
        expect([...patchesOf(skipped), ...patchesOf(rest)]).toEqual(patchesOf(changes));
        expect(addedIn(rest)).toBe(addedIn(changes) > 200 ? 100 : addedIn(changes));
        expect(skipped.length > 0).toBe(addedIn(changes) > 200);
      }),
      { numRuns: 50 },
    );
  });

  it('has its state in the last part', () => {
    const state = { id: 's' } as SessionChangedParams['state'];
    const patches = Array.from({ length: 250 }, (_, index) => added(index));
    const { skipped, rest } = takeSkippedChanges([
      { sessionId: 's', patches, ...(state && { state }) },
    ]);
    expect(skipped.map(one => one.state)).toEqual([undefined]);
    expect(rest.map(one => one.state)).toEqual([state]);
  });
});
