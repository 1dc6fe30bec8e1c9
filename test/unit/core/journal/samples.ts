import { formatJournalLine, type JournalLine } from '../../../../src/core/journal/journalLine.ts';

const header: JournalLine = {
  kind: 'header',
  version: 1,
  id: '3f0e8a52-0000-4000-8000-000000000001',
  agentId: 'scripted',
  agentName: 'Scripted',
  roots: ['/work/project'],
  createdMs: 1_700_000_000_000,
};

/** The journal of a session with every kind of entry. */
export const sampleLines: readonly JournalLine[] = [
  header,
  {
    kind: 'kept',
    kept: {
      title: '',
      wireId: 'wire-1',
      queue: [{ id: 'q2', draft: [{ kind: 'text', text: 'and then?' }] }],
    },
  },
  {
    kind: 'patches',
    patches: [
      {
        kind: 'added',
        entry: {
          id: 'e1',
          turn: 1,
          atMs: 1_700_000_000_100,
          kind: 'user',
          draft: [{ kind: 'text', text: 'Größe ändern 🙂' }],
          blocks: [{ type: 'text', text: 'Größe ändern 🙂' }],
        },
      },
      {
        kind: 'added',
        entry: {
          id: 'e2',
          turn: 1,
          atMs: 1_700_000_000_200,
          kind: 'thought',
          blocks: [{ type: 'text', text: 'Hm.' }],
          untilMs: 1_700_000_000_300,
        },
      },
    ],
  },
  {
    kind: 'patches',
    patches: [
      {
        kind: 'added',
        entry: {
          id: 'e3',
          turn: 1,
          atMs: 1_700_000_000_400,
          kind: 'tool',
          callId: 'call-1',
          title: 'Edit size.ts',
          toolKind: 'edit',
          status: 'in_progress',
          content: [
            { kind: 'diff', path: '/work/project/size.ts', oldText: 'a\n', newText: 'b\n' },
            { kind: 'terminal', terminalId: 't1' },
          ],
          locations: [{ path: '/work/project/size.ts', line: 3 }],
        },
      },
      {
        kind: 'terminal',
        terminal: { id: 't1', command: 'npm test', output: 'ok 1\n', cut: false },
      },
      { kind: 'terminalGrew', id: 't1', text: 'ok 2\n' },
    ],
  },
  { kind: 'marks', marks: { name: 'Sizes', pinned: true } },
  {
    kind: 'patches',
    patches: [
      {
        kind: 'added',
        entry: {
          id: 'e4',
          turn: 1,
          atMs: 1_700_000_000_500,
          kind: 'agent',
          blocks: [{ type: 'text', text: 'Done' }],
        },
      },
      { kind: 'grew', id: 'e4', text: ', I think.', atMs: 1_700_000_000_600 },
    ],
  },
];

export const sampleJournal = sampleLines.map(formatJournalLine).join('');
