import { describe, expect, it } from 'vitest';
import { SavedState, type StateKeeper } from '../../../src/webview/saved.ts';
import type { Draft } from '../../../src/core/prompt/draft.ts';

const words = (text: string): Draft => [{ kind: 'text', text }];

/** What VS Code keeps for a page. */
function keeper(state?: unknown): StateKeeper & { state: unknown } {
  const kept = {
    state,
    getState: () => kept.state,
    setState: (after: unknown) => {
      kept.state = after;
    },
  };
  return kept;
}

describe('what a page keeps', () => {
  it('is there when the page starts again', () => {
    const api = keeper();
    const before = new SavedState(api);
    before.keepDraft('s', words('half'), 1);
    const place = { turn: 1, child: 0, abovePx: 7 };
    before.keepPlace('s', place);
    const after = new SavedState(keeper(structuredClone(api.state)));
    expect(after.draft('s')).toEqual(words('half'));
    expect(after.place('s')).toEqual(place);
  });

  it('gives way to what the extension has kept, if that is newer', () => {
    const saved = new SavedState(keeper());
    saved.keepDraft('s', words('older'), 5);
    saved.offer('s', { draft: words('old'), atMs: 4 });
    expect(saved.draft('s')).toEqual(words('older'));
    saved.offer('s', { draft: words('newer'), atMs: 6 });
    expect(saved.draft('s')).toEqual(words('newer'));
    saved.offer('t', { draft: words('another'), atMs: 1 });
    expect(saved.draft('t')).toEqual(words('another'));
  });

  it('goes when it was sent or deleted on another page', () => {
    const saved = new SavedState(keeper());
    saved.keepDraft('s', words('sent elsewhere'), 5);
    expect(saved.offer('s', { draft: [], atMs: 4 })).toBe(false);
    expect(saved.draft('s')).toEqual(words('sent elsewhere'));
    expect(saved.offer('s', { draft: [], atMs: 6 })).toBe(true);
    expect(saved.draft('s')).toEqual([]);
  });

  it('does not bring back what was sent', () => {
    const saved = new SavedState(keeper());
    saved.keepDraft('s', words('sent'), 5);
    saved.keepDraft('s', [], 6);
    saved.offer('s', { draft: words('sent'), atMs: 5 });
    expect(saved.draft('s')).toEqual([]);
  });

  it.each([undefined, 7, {}, { drafts: { s: words('of an older version') }, places: {} }])(
    'is forgotten where its shape is another: %j',
    state => {
      expect(new SavedState(keeper(state)).draft('s')).toEqual([]);
    },
  );
});
