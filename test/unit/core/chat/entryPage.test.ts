import { describe, expect, it } from 'vitest';
import { PAGE_ENTRIES } from '../../../../src/core/chat/chatViewState.ts';
import { newestPage, pageBefore } from '../../../../src/core/chat/entryPage.ts';
import type { Entry } from '../../../../src/core/session/transcript/entry.ts';
import type {
  TerminalState,
  Transcript,
} from '../../../../src/core/session/transcript/transcript.ts';
import { commandEntry } from '../../../fakes/commandEntry.ts';

const COUNT = 2 * PAGE_ENTRIES + 50;

const terminal = (id: string, isOver = true): TerminalState => ({
  id,
  command: '',
  output: '',
  cut: false,
  ...(isOver ? { exit: { code: 0, signal: null } } : {}),
});

const entries = Array.from({ length: COUNT }, (_, index) => commandEntry(index));
const terminals = [
  ...entries.map((_, index) => terminal(`t${index}`, index !== 7)),
  terminal('not spoken of yet'),
];
const transcript: Transcript = {
  entries,
  terminals: new Map(terminals.map(one => [one.id, one])),
  turn: 1,
  serial: COUNT,
};
const ids = (things: readonly { readonly id: string }[]): readonly string[] =>
  things.map(({ id }) => id);

describe('the newest page', () => {
  it('contains the newest entries, their terminals and those that later entries may refer to', () => {
    const page = newestPage(transcript);
    expect(page.entries).toEqual(entries.slice(-PAGE_ENTRIES));
    expect(page.earlier).toBe(COUNT - PAGE_ENTRIES);
    expect(ids(page.terminals)).toEqual([
      't7',
      ...Array.from({ length: PAGE_ENTRIES }, (_, at) => `t${COUNT - PAGE_ENTRIES + at}`),
      'not spoken of yet',
    ]);
  });

  it('goes back to an entry that is to be revealed', () => {
    const page = newestPage(transcript, 'e10');
    expect(page.earlier).toBe(10);
    expect(page.entries).toEqual(entries.slice(10));
    expect(newestPage(transcript, 'gone').earlier).toBe(COUNT - PAGE_ENTRIES);
  });

  it('goes back to an open request', () => {
    const asked: Entry = {
      id: 'asked',
      turn: 1,
      atMs: 0,
      kind: 'permission',
      callId: 'c',
      title: '',
      toolKind: 'edit',
      content: [],
      locations: [],
      choices: [],
      answer: { kind: 'open' },
    };
    const waiting = newestPage({ ...transcript, entries: entries.with(20, asked) });
    expect(waiting.entries[0]).toBe(asked);
    expect(waiting.earlier).toBe(20);
    const answered: Entry = { ...asked, answer: { kind: 'cancelled' } };
    const over = newestPage({ ...transcript, entries: entries.with(20, answered) });
    expect(over.earlier).toBe(COUNT - PAGE_ENTRIES);
  });
});

describe('the page before an entry', () => {
  it('contains only the entries just before it', () => {
    const first = COUNT - PAGE_ENTRIES;
    const page = pageBefore(transcript, `e${first}`);
    expect(page.entries).toEqual(entries.slice(first - PAGE_ENTRIES, first));
    expect(page.earlier).toBe(first - PAGE_ENTRIES);
    expect(ids(page.terminals)).toEqual(
      page.entries.map((_, at) => `t${first - PAGE_ENTRIES + at}`),
    );
    expect(pageBefore(transcript, 'e0')).toEqual({ entries: [], terminals: [], earlier: 0 });
  });
});

describe('a page that begins within a turn', () => {
  const prompt: Entry = { id: 'prompt', turn: 1, atMs: 0, kind: 'user', blocks: [] };
  const before: Entry = { ...prompt, id: 'before', turn: 0 };
  const long = { ...transcript, entries: [before, prompt, ...entries] };

  it('has the prompt first, and the number of entries left out after it', () => {
    const page = newestPage(long);
    expect(page.entries).toEqual([prompt, ...entries.slice(-PAGE_ENTRIES)]);
    expect([page.earlier, page.gap]).toEqual([1, COUNT - PAGE_ENTRIES]);
    const middle = pageBefore(long, `e${COUNT - PAGE_ENTRIES}`);
    expect(middle.entries).toEqual([prompt, ...entries.slice(50, 50 + PAGE_ENTRIES)]);
    expect([middle.earlier, middle.gap]).toEqual([1, 50]);
  });

  it('has no gap if nothing is left out', () => {
    const page = pageBefore(long, 'e50');
    expect(page.entries).toEqual([before, prompt, ...entries.slice(0, 50)]);
    expect(page).not.toHaveProperty('gap');
    expect(
      newestPage({ ...long, entries: [prompt, ...entries.slice(-PAGE_ENTRIES)] }),
    ).toMatchObject({
      earlier: 0,
      entries: { length: PAGE_ENTRIES + 1 },
    });
  });
});
