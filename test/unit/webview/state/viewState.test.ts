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
  prependEarlier,
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
    expect(texts(prependEarlier(view, page))).toEqual(['a', 'b', 'c']);
  });

  it('prepends earlier entries', () => {
    const view = toViewState(chat([commandEntry(5)], 5));
    const page = { entries: [commandEntry(3), commandEntry(4)], terminals: [], earlier: 3 };
    const after = prependEarlier(view, page);
    expect(after.session?.transcript.entries.map(({ id }) => id)).toEqual(['e3', 'e4', 'e5']);
    expect(after.session?.earlier).toBe(3);
  });
});
