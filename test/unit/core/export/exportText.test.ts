import fc from 'fast-check';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { exportText } from '../../../../src/core/export/exportText.ts';
import { recordFromTrace } from '../../../../src/core/export/recordFromTrace.ts';
import { formatJournalLine } from '../../../../src/core/journal/journalLine.ts';
import { parseJournal, type SessionRecord } from '../../../../src/core/journal/sessionRecord.ts';
import { REDACTED } from '../../../../src/core/redaction/redact.ts';
import type { Entry } from '../../../../src/core/session/transcript/entry.ts';
import { sampleJournal } from '../journal/samples.ts';

const FORMATS = ['markdown', 'html', 'json'] as const;

function sample(): SessionRecord {
  const { record } = parseJournal(sampleJournal);
  if (!record) {
    throw new Error('The sample cannot be read.');
  }
  return record;
}

/** The sample with this text in every field that can contain one. */
function withText(text: string): SessionRecord {
  const record = sample();
  const entryBase = { turn: 1, atMs: 1 };
  const tool: Entry = {
    ...entryBase,
    id: 'e5',
    kind: 'tool',
    callId: text,
    title: text,
    toolKind: 'execute',
    status: 'failed',
    command: text,
    input: text,
    output: text,
    content: [
      { kind: 'block', block: { type: 'text', text } },
      { kind: 'diff', path: text, oldText: text, newText: `${text}!` },
      { kind: 'terminal', terminalId: 't9' },
    ],
    locations: [{ path: text }],
  };
  const entries: readonly Entry[] = [
    { ...entryBase, id: 'e1', kind: 'user', blocks: [], draft: [{ kind: 'text', text }] },
    { ...entryBase, id: 'e2', kind: 'agent', blocks: [{ type: 'text', text }] },
    { ...entryBase, id: 'e3', kind: 'plan', items: [{ text, priority: 'low', status: 'pending' }] },
    {
      ...entryBase,
      id: 'e4',
      kind: 'notice',
      severity: 'info',
      title: text,
      detail: text,
      actions: [],
      times: 1,
    },
    tool,
  ];
  const terminals = new Map([['t9', { id: 't9', command: text, output: text, cut: false }]]);
  return {
    ...record,
    marks: { name: text, pinned: false },
    transcript: { entries, terminals, turn: 1, serial: 5 },
  };
}

describe('an exported session', () => {
  it('reads well as Markdown', () => {
    expect(exportText(sample(), 'markdown', [])).toBe(
      [
        '# Sizes',
        'Scripted, 2023-11-14',
        '## You\n\nGröße ändern 🙂',
        '> Hm.',
        '**Edit size.ts (running)**',
        '```diff\n--- a//work/project/size.ts\n+++ b//work/project/size.ts\n@@ -1,1 +1,1 @@\n-a\n+b\n```',
        '```sh\n$ npm test\nok 1\nok 2\n```',
        '## Agent\n\nDone, I think.',
        '',
      ].join('\n\n'),
    );
  });

  it('shows the diffs as HTML', () => {
    const html = exportText(sample(), 'html', []);
    expect(html).toContain('<del>-a</del>\n<ins>+b</ins>');
    expect(html).toContain("default-src 'none'");
  });

  it('can be played again from JSON', () => {
    const { header, snapshot } = JSON.parse(exportText(sample(), 'json', [])) as {
      header: never;
      snapshot: never;
    };
    expect(parseJournal(formatJournalLine(header) + formatJournalLine(snapshot)).record).toEqual(
      sample(),
    );
    expect(recordFromTrace(exportText(sample(), 'json', []))).toEqual(sample());
    expect(recordFromTrace(sampleJournal)).toEqual(sample());
  });

  it.each([
    '',
    '{}',
    '[]',
    '{"snapshot":{}}',
    '{"header":{"kind":"header"},"snapshot":7}',
    'words',
  ])('is not read from what is none: %s', text => {
    expect(recordFromTrace(text)).toBeUndefined();
  });

  it.each(FORMATS)(
    'holds no secret that we know, and nothing that looks like one, as %s',
    format => {
      const canaries = [
        'my"own\\secret value',
        `sk-${'a1B2'.repeat(10)}`,
        'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
        'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefghijk',
      ];
      for (const canary of canaries) {
        const text = exportText(withText(`before ${canary} after`), format, [canaries[0] ?? '']);
        expect(text).toContain(REDACTED);
        expect(text).not.toContain(canary);
        expect(text).not.toContain(JSON.stringify(canary).slice(1, -1));
      }
    },
  );

  it('is a page in which no text is markup', () => {
    const piece = fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "'",
      '</pre>',
      '</style>',
      '<!--',
      '&lt;',
      '\n+',
      '\n-',
      'text',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), pieces => {
        const window = new Window();
        const page = exportText(withText(pieces.join('')), 'html', []);
        const { document } = window;
        document.write(page);
        const known =
          'html head meta title style body h1 h2 h3 p section div ul li pre ins del'.split(' ');
        const foreign = [...document.querySelectorAll('*')]
          .map(({ localName }) => localName)
          .filter(name => !known.includes(name));
        expect(foreign).toEqual([]);
        expect(document.querySelector('.you .text')?.textContent).toBe(pieces.join('').trim());
      }),
      { numRuns: 50 },
    );
  });
});
