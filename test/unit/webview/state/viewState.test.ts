import { describe, expect, it } from 'vitest';
import type { ChatViewState } from '../../../../src/core/chat/chatViewState.ts';
import type { Entry } from '../../../../src/core/session/transcript/entry.ts';
import {
  keepNewestEntries,
  getSentPrompts,
  trimOldEntries,
  type ViewState,
  applyChange,
  toViewState,
  insertEarlier,
} from '../../../../src/webview/state/viewState.ts';
import { idleState } from '../../../fakes/idleState.ts';
import { commandEntry } from '../../../fakes/commandEntry.ts';

const chat = (entries: readonly Entry[], earlier = 0): ChatViewState => ({
  shell: { sessions: [], agents: [], favorites: {}, nowMs: 0, preferences: { enterSends: true } },
  session: {
    state: idleState,
    entries,
    earlier,
    terminals: entries.map(({ id }) => ({
      id: id.replace('e', 't'),
      command: '',
      output: '',
      cut: false,
    })),
  },
});

const entryBase = { id: 'request', turn: 1, atMs: 0 };
const many = Array.from({ length: 251 }, (_, index) => commandEntry(index));

const prompt = (text: string): Entry => ({
  ...entryBase,
  id: text,
  kind: 'user',
  blocks: [],
  draft: [{ kind: 'text', text }],
});

const texts = (after: ViewState): readonly string[] =>
  getSentPrompts(after.session).flatMap(draft =>
    draft.map(part => (part.kind === 'text' ? part.text : '')),
  );

const steps = (count: number, turn = 1): readonly Entry[] =>
  Array.from({ length: count }, (_, index) => ({ ...commandEntry(index + 1), turn }));
const pageOf = (view: ViewState): object => ({
  ids: view.session?.transcript.entries.map(({ id }) => id),
  earlier: view.session?.earlier,
  gaps: [...(view.session?.gaps ?? [])],
});

describe('the view state', () => {
  it('applies only changes of its own session', () => {
    const view = toViewState(chat([commandEntry(1)]));
    const patches = [{ kind: 'added' as const, entry: commandEntry(2) }];
    expect(applyChange(view, { sessionId: 'other', patches })).toBe(view);
    expect(applyChange(view, { sessionId: 's', patches }).session?.transcript.entries).toHaveLength(
      2,
    );
  });

  it('drops the oldest entries and their terminals, and counts them as earlier', () => {
    const after = trimOldEntries(toViewState(chat(many, 7)));
    expect(after.session?.transcript.entries).toEqual(many.slice(-200));
    expect(after.session?.transcript.terminals.size).toBe(200);
    expect(after.session?.earlier).toBe(7 + 51);
  });

  it('keeps a few entries during a flood', () => {
    const after = keepNewestEntries(toViewState(chat(many, 7)));
    expect(after.session?.transcript.entries).toEqual(many.slice(-20));
    expect(after.session?.earlier).toBe(7 + many.length - 20);
    const few = toViewState(chat(many.slice(-20)));
    expect(keepNewestEntries(few)).toBe(few);
  });

  it('never drops open requests', () => {
    const request: Entry = {
      ...entryBase,
      kind: 'permission',
      callId: 'c',
      title: '',
      toolKind: 'execute',
      content: [],
      locations: [],
      choices: [],
      answer: { kind: 'open' },
    };
    const entries = [...many.slice(0, 5), request, ...many.slice(5)];
    for (const after of [
      trimOldEntries(toViewState(chat(entries))),
      keepNewestEntries(toViewState(chat(entries))),
    ]) {
      expect(after.session?.transcript.entries).toEqual(entries.slice(5));
      expect(after.session?.earlier).toBe(5);
    }
  });

  it('does not change a page of ordinary length', () => {
    const view = toViewState(chat(many.slice(1)));
    expect(trimOldEntries(view)).toBe(view);
  });

  it('returns prompts that are no longer on the page, once each and in order', () => {
    const known = [{ id: 'a', draft: [{ kind: 'text' as const, text: 'a' }] }];
    const { session, ...rest } = chat([prompt('b'), ...many, prompt('c')], 1);
    const view = toViewState({
      ...rest,
      ...(session ? { session: { ...session, prompts: known } } : {}),
    });
    for (const after of [view, trimOldEntries(view), keepNewestEntries(view)]) {
      expect(texts(after)).toEqual(['a', 'b', 'c']);
    }
    const page = { entries: [prompt('a')], terminals: [], earlier: 0 };
    expect(texts(insertEarlier(view, 'b', page))).toEqual(['a', 'b', 'c']);
  });

  it('prepends earlier entries', () => {
    const view = toViewState(chat([commandEntry(5)], 5));
    const page = { entries: [commandEntry(3), commandEntry(4)], terminals: [], earlier: 3 };
    const after = insertEarlier(view, 'e5', page);
    expect(after.session?.transcript.entries.map(({ id }) => id)).toEqual(['e3', 'e4', 'e5']);
    expect(after.session?.earlier).toBe(3);
  });

  it('keeps the prompt of a turn whose first entries are dropped, and counts the entries between', () => {
    const view = toViewState(chat([{ ...prompt('old'), turn: 0 }, prompt('p'), ...steps(300)], 4));
    const kept = trimOldEntries(view);
    expect(kept.session?.transcript.entries.map(({ id }) => id).slice(0, 2)).toEqual(['p', 'e101']);
    expect(kept.session?.earlier).toBe(5);
    expect([...(kept.session?.gaps ?? [])]).toEqual([['p', 100]]);
    const fewer = keepNewestEntries(kept);
    expect(fewer.session?.earlier).toBe(5);
    expect([...(fewer.session?.gaps ?? [])]).toEqual([['p', 280]]);
  });

  it('fills the gap after a prompt, and then what is before it', () => {
    const [first, second, third] = steps(3);
    const all = [prompt('p'), first, second, third].filter(entry => entry !== undefined);
    const { session, ...rest } = chat(all.slice(-1), 1);
    const view = toViewState({
      ...rest,
      ...(session
        ? { session: { ...session, entries: [prompt('p'), ...session.entries], gap: 2 } }
        : {}),
    });
    const page = { entries: [prompt('p'), ...all.slice(2, 3)], terminals: [], earlier: 1, gap: 1 };
    const half = insertEarlier(view, 'e3', page);
    expect(pageOf(half)).toEqual({ ids: ['p', 'e2', 'e3'], earlier: 1, gaps: [['p', 1]] });
    const before = { entries: [commandEntry(0)], terminals: [], earlier: 0 };
    const more = insertEarlier(half, 'p', before);
    expect(pageOf(more)).toEqual({ ids: ['e0', 'p', 'e2', 'e3'], earlier: 0, gaps: [['p', 1]] });
    const whole = insertEarlier(more, 'e2', {
      entries: all.slice(0, 2),
      terminals: [],
      earlier: 1,
    });
    expect(pageOf(whole)).toEqual({ ids: ['e0', 'p', 'e1', 'e2', 'e3'], earlier: 0, gaps: [] });
    expect(insertEarlier(whole, 'e2', page)).toBe(whole);
  });

  it('does not count collapsed entries', () => {
    const over: Entry = {
      ...entryBase,
      id: 'over',
      kind: 'turnEnd',
      reason: 'end_turn',
      startedMs: 0,
      toolCount: 300,
      fileCount: 0,
    };
    const answer: Entry = { ...entryBase, id: 'answer', kind: 'agent', blocks: [] };
    const said: Entry = { ...answer, blocks: [{ type: 'text', text: 'Done' }] };
    const folded = toViewState(chat([prompt('p'), ...steps(300), said, over]));
    expect(trimOldEntries(folded)).toBe(folded);
    const huge = trimOldEntries(toViewState(chat([prompt('p'), ...steps(1100), said, over])));
    expect(huge.session?.transcript.entries).toHaveLength(501);
    expect(huge.session?.transcript.entries[0]?.id).toBe('p');
  });
});
