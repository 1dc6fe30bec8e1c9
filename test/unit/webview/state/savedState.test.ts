import { describe, expect, it } from 'vitest';
import { SavedState, type WebviewStateApi } from '../../../../src/webview/state/savedState.ts';
import type { Draft } from '../../../../src/core/prompt/draft.ts';

const words = (text: string): Draft => [{ kind: 'text', text }];

/** The state that VS Code stores for a page. */
function keeper(state?: unknown): WebviewStateApi & { state: unknown } {
  const vscodeState = {
    state,
    getState: () => vscodeState.state,
    setState: (after: unknown) => {
      vscodeState.state = after;
    },
  };
  return vscodeState;
}

describe('the saved state of a page', () => {
  it('is restored when the page starts again', () => {
    const api = keeper();
    const before = new SavedState(api);
    before.saveDraft('s', words('half'), 1);
    const position = { turn: 1, child: 0, abovePx: 7 };
    before.saveReadingPosition('s', position);
    before.saveThumbnail('c1', 'data:image/png;base64,AA==');
    const after = new SavedState(keeper(structuredClone(api.state)));
    expect(after.getDraft('s')).toEqual(words('half'));
    expect(after.getReadingPosition('s')).toEqual(position);
    expect(after.getThumbnail('c1')).toBe('data:image/png;base64,AA==');
  });

  it('is replaced by a newer draft of the extension', () => {
    const saved = new SavedState(keeper());
    saved.saveDraft('s', words('older'), 5);
    saved.mergeDraft('s', { draft: words('old'), atMs: 4 });
    expect(saved.getDraft('s')).toEqual(words('older'));
    saved.mergeDraft('s', { draft: words('newer'), atMs: 6 });
    expect(saved.getDraft('s')).toEqual(words('newer'));
    saved.mergeDraft('t', { draft: words('another'), atMs: 1 });
    expect(saved.getDraft('t')).toEqual(words('another'));
  });

  it('is removed when the draft was sent or deleted on another page', () => {
    const saved = new SavedState(keeper());
    saved.saveDraft('s', words('sent elsewhere'), 5);
    expect(saved.mergeDraft('s', { draft: [], atMs: 4 })).toBe(false);
    expect(saved.getDraft('s')).toEqual(words('sent elsewhere'));
    expect(saved.mergeDraft('s', { draft: [], atMs: 6 })).toBe(true);
    expect(saved.getDraft('s')).toEqual([]);
  });

  it('does not restore a sent draft', () => {
    const saved = new SavedState(keeper());
    saved.saveDraft('s', words('sent'), 5);
    saved.saveDraft('s', [], 6);
    saved.mergeDraft('s', { draft: words('sent'), atMs: 5 });
    expect(saved.getDraft('s')).toEqual([]);
  });

  it.each([undefined, 7, {}, { drafts: { s: words('of an older version') }, places: {} }])(
    'is forgotten where its shape is another: %j',
    state => {
      expect(new SavedState(keeper(state)).getDraft('s')).toEqual([]);
    },
  );
});
