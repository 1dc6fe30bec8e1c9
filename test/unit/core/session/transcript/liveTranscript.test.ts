import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../../src/core/session/transcript/entry.ts';
import { LiveTranscript } from '../../../../../src/core/session/transcript/liveTranscript.ts';
import {
  applyPatches,
  emptyTranscript,
  findEntry,
  findTool,
  type TranscriptPatch,
} from '../../../../../src/core/session/transcript/transcript.ts';

const id = fc.nat(8).map(n => `e${n}`);
const common = { turn: 1, atMs: 0 };
const agent = (entryId: string): Entry => ({ ...common, id: entryId, kind: 'agent', blocks: [] });
const tool = (entryId: string, callId: string): Entry => ({
  ...common,
  id: entryId,
  kind: 'tool',
  callId,
  title: '',
  toolKind: 'other',
  status: 'pending',
  content: [],
  locations: [],
});
const terminal = (terminalId: string, output: string) => ({
  id: terminalId,
  command: '',
  output,
  cut: false,
});

/** Gives added entries consecutive ids, because two transcripts of the same updates differ in theirs. */
function numbered(patches: readonly TranscriptPatch[]): readonly TranscriptPatch[] {
  let serial = 0;
  return patches.map(patch => {
    if (patch.kind !== 'added') {
      return patch;
    }
    serial += 1;
    return { kind: 'added', entry: { ...patch.entry, id: `e${serial}` } };
  });
}

const patch: fc.Arbitrary<TranscriptPatch> = fc.oneof(
  fc.constant<TranscriptPatch>({ kind: 'added', entry: agent('') }),
  fc.nat(3).map((call): TranscriptPatch => ({ kind: 'added', entry: tool('', `c${call}`) })),
  fc
    .tuple(id, fc.string())
    .map(([of, text]): TranscriptPatch => ({ kind: 'grew', id: of, text, atMs: 1 })),
  id.map((of): TranscriptPatch => ({ kind: 'replaced', entry: agent(of) })),
  id.map((of): TranscriptPatch => ({ kind: 'removed', id: of })),
  fc
    .tuple(id, fc.string())
    .map(([of, text]): TranscriptPatch => ({ kind: 'terminal', terminal: terminal(of, text) })),
  fc
    .tuple(id, fc.string())
    .map(([of, text]): TranscriptPatch => ({ kind: 'terminalGrew', id: of, text })),
);

describe('LiveTranscript', () => {
  it('has the same result as applying the patches one by one, and finds the same entries', () => {
    fc.assert(
      fc.property(fc.array(patch, { maxLength: 40 }), drawn => {
        const patches = numbered(drawn);
        const live = new LiveTranscript(emptyTranscript);
        patches.forEach(next => live.apply(next));
        const applied = applyPatches(emptyTranscript, patches);
        expect(live.snapshot()).toEqual(applied);
        for (const name of ['e1', 'e2', 'e5', 'e9']) {
          expect(findEntry(live, name)).toEqual(findEntry(applied, name));
        }
        for (const call of ['c0', 'c1', 'c9']) {
          expect(findTool(live, call)).toEqual(findTool(applied, call));
        }
      }),
    );
  });

  it('returns immutable snapshots', () => {
    const live = new LiveTranscript(emptyTranscript);
    live.apply({ kind: 'added', entry: agent('e1') });
    const before = live.snapshot();
    const copy = structuredClone(before);
    expect(live.snapshot()).toBe(before);
    live.apply({ kind: 'grew', id: 'e1', text: 'x', atMs: 1 });
    live.apply({ kind: 'added', entry: agent('e2') });
    live.apply({ kind: 'terminal', terminal: terminal('t', 'x') });
    expect(before).toEqual(copy);
    expect(live.snapshot()).not.toBe(before);
  });
});
