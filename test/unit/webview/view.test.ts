import { describe, expect, it } from 'vitest';
import type { ChatView } from '../../../src/core/chat/chatView.ts';
import type { Entry } from '../../../src/core/session/entry.ts';
import {
  newest,
  promptsOf,
  trimmed,
  type View,
  viewAfter,
  viewOf,
  viewWithEarlier,
} from '../../../src/webview/view.ts';
import { idleState } from '../../fakes/idleState.ts';
import { commandEntry } from '../../fakes/commandEntry.ts';

const chat = (entries: readonly Entry[], earlier = 0): ChatView => ({
  shell: { sessions: [], agents: [], favourites: {}, nowMs: 0, preferences: { enterSends: true } },
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

const place = { id: 'request', turn: 1, atMs: 0 };
const many = Array.from({ length: 251 }, (_, index) => commandEntry(index));

const prompt = (text: string): Entry => ({
  ...place,
  id: text,
  kind: 'user',
  blocks: [],
  draft: [{ kind: 'text', text }],
});

const texts = (after: View): readonly string[] =>
  promptsOf(after.session).flatMap(draft =>
    draft.map(part => (part.kind === 'text' ? part.text : '')),
  );

describe('what the page shows', () => {
  it('takes changes of its own session only', () => {
    const view = viewOf(chat([commandEntry(1)]));
    const patches = [{ kind: 'added' as const, entry: commandEntry(2) }];
    expect(viewAfter(view, { sessionId: 'other', patches })).toBe(view);
    expect(viewAfter(view, { sessionId: 's', patches }).session?.transcript.entries).toHaveLength(
      2,
    );
  });

  it('lets the oldest entries and their terminals go, and knows that they are there', () => {
    const after = trimmed(viewOf(chat(many, 7)));
    expect(after.session?.transcript.entries).toEqual(many.slice(-200));
    expect(after.session?.transcript.terminals.size).toBe(200);
    expect(after.session?.earlier).toBe(7 + 51);
  });

  it('keeps a few entries in the middle of a flood', () => {
    const after = newest(viewOf(chat(many, 7)));
    expect(after.session?.transcript.entries).toEqual(many.slice(-20));
    expect(after.session?.earlier).toBe(7 + many.length - 20);
    const few = viewOf(chat(many.slice(-20)));
    expect(newest(few)).toBe(few);
  });

  it('never lets go of what waits for the user', () => {
    const request: Entry = {
      ...place,
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
    for (const after of [trimmed(viewOf(chat(entries))), newest(viewOf(chat(entries)))]) {
      expect(after.session?.transcript.entries).toEqual(entries.slice(5));
      expect(after.session?.earlier).toBe(5);
    }
  });

  it('leaves a page of ordinary length alone', () => {
    const view = viewOf(chat(many.slice(1)));
    expect(trimmed(view)).toBe(view);
  });

  it('brings back prompts that have left the page, each once and in their order', () => {
    const known = [{ id: 'a', draft: [{ kind: 'text' as const, text: 'a' }] }];
    const { session, ...rest } = chat([prompt('b'), ...many, prompt('c')], 1);
    const view = viewOf({
      ...rest,
      ...(session ? { session: { ...session, prompts: known } } : {}),
    });
    for (const after of [view, trimmed(view), newest(view)]) {
      expect(texts(after)).toEqual(['a', 'b', 'c']);
    }
    const page = { entries: [prompt('a')], terminals: [], earlier: 0 };
    expect(texts(viewWithEarlier(view, page))).toEqual(['a', 'b', 'c']);
  });

  it('puts earlier entries in front', () => {
    const view = viewOf(chat([commandEntry(5)], 5));
    const page = { entries: [commandEntry(3), commandEntry(4)], terminals: [], earlier: 3 };
    const after = viewWithEarlier(view, page);
    expect(after.session?.transcript.entries.map(({ id }) => id)).toEqual(['e3', 'e4', 'e5']);
    expect(after.session?.earlier).toBe(3);
  });
});
