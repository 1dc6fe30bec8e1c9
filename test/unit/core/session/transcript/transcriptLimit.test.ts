import { describe, expect, it } from 'vitest';
import type {
  AgentEntry,
  Entry,
  PermissionEntry,
  ThoughtEntry,
  ToolEntry,
  UserEntry,
} from '../../../../../src/core/session/transcript/entry.ts';
import { LiveTranscript } from '../../../../../src/core/session/transcript/liveTranscript.ts';
import {
  getEntrySize,
  limitPatches,
} from '../../../../../src/core/session/transcript/transcriptLimit.ts';
import {
  applyPatches,
  emptyTranscript,
  type TerminalState,
  type Transcript,
} from '../../../../../src/core/session/transcript/transcript.ts';

const LONG = 'x'.repeat(100_000);
const DROPPED = '(98 KB omitted because this conversation is very long.)';
const block = { type: 'text', text: LONG } as const;

const user: UserEntry = { id: 'u', turn: 1, atMs: 0, kind: 'user', blocks: [block] };
const agent: AgentEntry = { id: 'a', turn: 1, atMs: 0, kind: 'agent', blocks: [block] };
const thought: ThoughtEntry = { ...agent, id: 'h', kind: 'thought', untilMs: 0 };
const tool: ToolEntry = {
  id: 't',
  turn: 1,
  atMs: 0,
  kind: 'tool',
  callId: 'c',
  title: 'Read',
  toolKind: 'read',
  status: 'completed',
  content: [{ kind: 'diff', path: '/a', newText: LONG }],
  locations: [{ path: '/a' }],
};
const permission: PermissionEntry = {
  ...tool,
  id: 'p',
  kind: 'permission',
  choices: [],
  answer: { kind: 'cancelled' },
};
const terminal = (id: string): TerminalState => ({ id, command: id, output: LONG, cut: false });
const last: AgentEntry = { ...agent, id: 'last', turn: 2 };

function limited(entries: readonly Entry[], targetChars = 0, terminals: TerminalState[] = []) {
  const before: Transcript = {
    ...emptyTranscript,
    entries,
    terminals: new Map(terminals.map(one => [one.id, one])),
    turn: 2,
  };
  const { sizeChars } = new LiveTranscript(before);
  return applyPatches(before, limitPatches(before, sizeChars, targetChars));
}

const textOf = (transcript: Transcript, id: string): string =>
  JSON.stringify(transcript.entries.find(entry => entry.id === id));

describe('a transcript beyond its limit', () => {
  it('loses details of the oldest work first, and says so in their place', () => {
    const newer = { ...tool, id: 'newer' };
    const after = limited([agent, tool, newer, last], 300_000);
    expect(textOf(after, 't')).toContain(DROPPED);
    expect(textOf(after, 't')).toContain('"title":"Read"');
    expect(textOf(after, 't')).toContain('"locations":[{"path":"/a"}]');
    expect(after.entries.filter(entry => getEntrySize(entry) > 1_000)).toEqual([
      agent,
      newer,
      last,
    ]);
  });

  it('loses what the agent said in earlier turns when nothing else is left', () => {
    const after = limited([user, agent, thought, permission, tool, last]);
    for (const id of ['a', 'h', 'p', 't']) {
      expect(textOf(after, id)).toContain(DROPPED);
    }
  });

  it('keeps what the user wrote, what is going on, and the last entry', () => {
    const entries: readonly Entry[] = [
      user,
      { ...tool, status: 'in_progress' },
      { ...tool, id: 'waiting', status: 'pending' },
      { ...permission, answer: { kind: 'open' } },
      { ...agent, turn: 2 },
      last,
    ];
    expect(limited(entries).entries).toEqual(entries);
  });

  it('loses the output of commands that have ended', () => {
    const exit = { code: 0, signal: null };
    const content = ['ended', 'running'].map(
      terminalId => ({ kind: 'terminal', terminalId }) as const,
    );
    const { terminals, entries } = limited([{ ...tool, content }, last], 0, [
      { ...terminal('ended'), exit },
      terminal('running'),
    ]);
    expect(terminals.get('ended')).toEqual({ ...terminal('ended'), exit, output: '', cut: true });
    expect(terminals.get('running')).toEqual(terminal('running'));
    expect(entries[0]).toEqual({ ...tool, content });
  });

  it('loses nothing twice', () => {
    const once = limited([agent, thought, permission, tool, last]);
    expect(limitPatches(once, 1_000_000, 0)).toEqual([]);
  });
});

describe('the size of a live transcript', () => {
  it('is the same as that of its entries after any change', () => {
    const live = new LiveTranscript(emptyTranscript);
    const measure = (): number => new LiveTranscript(live.snapshot()).sizeChars;
    live.apply({ kind: 'added', entry: agent });
    live.apply({ kind: 'added', entry: { ...tool, input: 'abc', output: 'defg' } });
    live.apply({ kind: 'grew', id: 'a', text: 'more', atMs: 1 });
    expect(live.sizeChars).toBe(200_011);
    live.apply({ kind: 'replaced', entry: tool });
    live.apply({ kind: 'terminal', terminal: { id: 'x', command: '', output: 'abc', cut: false } });
    live.apply({ kind: 'terminalGrew', id: 'x', text: 'y'.repeat(400_000) });
    expect(live.sizeChars).toBe(measure());
    live.apply({ kind: 'removed', id: 'a' });
    expect(live.sizeChars).toBe(measure());
    expect(live.sizeChars).toBe(100_000 + 256 * 1024);
  });
});
