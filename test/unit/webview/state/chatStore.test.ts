import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from '../../../../src/core/session/transcript/entry.ts';
import type { TranscriptPatch } from '../../../../src/core/session/transcript/transcript.ts';
import { ChatStore } from '../../../../src/webview/state/chatStore.ts';
import type { ViewState } from '../../../../src/webview/state/viewState.ts';
import { idleState } from '../../../fakes/idleState.ts';

const said = (index: number): Entry => ({
  id: `e${index}`,
  turn: 1,
  atMs: 0,
  kind: 'agent',
  blocks: [{ type: 'text', text: 'x' }],
});

const added = (from: number, to: number): readonly TranscriptPatch[] =>
  Array.from({ length: to - from }, (_, at) => ({ kind: 'added', entry: said(from + at) }));

/** The animation frames that were requested. */
let due: (() => void)[] = [];

beforeEach(() => {
  due = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => due.push(draw));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A store with ten entries, and the entries rendered in each frame. */
function drawn(): { readonly store: ChatStore; readonly frames: () => readonly ViewState[] } {
  const views: ViewState[] = [];
  const store = new ChatStore(view => views.push(view));
  store.reset({
    shell: {
      sessions: [],
      agents: [],
      favorites: {},
      nowMs: 0,
      preferences: { enterSends: true },
    },
    session: {
      state: idleState,
      entries: Array.from({ length: 10 }, (_, at) => said(at)),
      earlier: 0,
      terminals: [],
    },
  });
  const frames = (): readonly ViewState[] => {
    views.length = 0;
    for (let next = due.shift(); next; next = due.shift()) {
      next();
    }
    return [...views];
  };
  frames();
  return { store, frames };
}

const idsIn = (view: ViewState | undefined): readonly string[] =>
  view?.session?.transcript.entries.map(({ id }) => id) ?? [];

describe('a flood of entries on the page', () => {
  it('is rendered in batches, and only its end', () => {
    const { store, frames } = drawn();
    store.applyChange({ sessionId: 's', patches: added(10, 3_000) });
    store.applyChange({ sessionId: 's', patches: added(3_000, 5_000) });
    const views = frames();
    const known = new Set<string>();
    for (const view of views) {
      const fresh = idsIn(view).filter(id => !known.has(id));
      expect(fresh.length).toBeLessThanOrEqual(50);
      fresh.forEach(id => known.add(id));
    }
    expect(views.length).toBeLessThan(10);
    const last = views.at(-1);
    expect(idsIn(last)).toEqual(Array.from({ length: 120 }, (_, at) => `e${4_880 + at}`));
    expect(last?.session?.earlier).toBe(4_880);
  });

  it('is rendered completely while the user has scrolled up', () => {
    const { store, frames } = drawn();
    store.isFollowing = false;
    store.applyChange({ sessionId: 's', patches: added(10, 400) });
    expect(idsIn(frames().at(-1))).toHaveLength(400);
  });
});

describe('earlier entries that arrive late', () => {
  const page = { entries: [said(-1)], terminals: [], earlier: 0 };

  it('are prepended to the entries they were requested for', () => {
    const { store, frames } = drawn();
    store.insertEarlier({ sessionId: 's', beforeId: 'e0' }, page);
    expect(idsIn(frames().at(-1)).slice(0, 2)).toEqual(['e-1', 'e0']);
  });

  it('are dropped if those entries are no longer on the page', () => {
    const { store, frames } = drawn();
    store.applyChange({ sessionId: 's', patches: added(10, 300) });
    frames();
    store.insertEarlier({ sessionId: 's', beforeId: 'e0' }, page);
    expect(idsIn(frames().at(-1))).not.toContain('e-1');
  });
});
