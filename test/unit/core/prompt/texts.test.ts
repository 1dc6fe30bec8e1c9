import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeFence } from '../../../../src/core/text/codeFence.ts';
import { fingerprint } from '../../../../src/core/prompt/mention/fingerprint.ts';
import {
  formatProblems,
  isAtLeastSeverity,
} from '../../../../src/core/prompt/mention/formatProblems.ts';
import { getTextInRange } from '../../../../src/core/prompt/mention/textInRange.ts';
import { transcriptToMarkdown } from '../../../../src/core/export/transcriptMarkdown.ts';
import { wholeLinesRange } from '../../../../src/core/prompt/mention/textRange.ts';

describe('formatProblems', () => {
  it('lists the most severe first, with lines from 1', () => {
    const at = { line: 4, character: 2 };
    const text = formatProblems([
      { path: 'b.ts', ...at, severity: 'warning', message: 'unused', source: 'lint', code: 'x/y' },
      { path: 'a.ts', ...at, severity: 'error', message: 'first\nsecond' },
    ]);
    expect(text).toBe('a.ts:5:3: error: first\n    second\nb.ts:5:3: warning: unused [lint x/y]\n');
  });

  it('knows which severities a limit lets through', () => {
    expect(isAtLeastSeverity('error', 'warning')).toBe(true);
    expect(isAtLeastSeverity('hint', 'warning')).toBe(false);
  });
});

describe('codeFence', () => {
  it('is longer than any run of backticks, however many there are', () => {
    expect(codeFence('a ``` b', 'md')).toBe('````md\na ``` b\n````');
    const runs = '` '.repeat(300_000);
    expect(codeFence(runs, '')).toBe(`\`\`\`\n${runs}\n\`\`\``);
  });
});

describe('fingerprint', () => {
  it('tells texts apart, but not their line ends: an editor makes them all alike', () => {
    expect(fingerprint('one\r\ntwo\n')).toBe(fingerprint('one\r\ntwo\r\n'));
    expect(fingerprint('one\ntwo')).not.toBe(fingerprint('onetwo'));
    expect(fingerprint('one')).not.toBe(fingerprint('two'));
  });
});

describe('getTextInRange', () => {
  it('gives exactly what is selected, with the line ends as they are', () => {
    const text = 'one\r\ntwo\rthree\nfour';
    const range = { start: { line: 0, character: 1 }, end: { line: 2, character: 2 } };
    expect(getTextInRange(text, range)).toBe('ne\r\ntwo\rth');
    expect(getTextInRange(text, wholeLinesRange(1, 3))).toBe('two\rthree\n');
    expect(getTextInRange(text, wholeLinesRange(3, 9))).toBe('four');
    expect(
      getTextInRange(text, { start: { line: 0, character: 99 }, end: { line: 1, character: 0 } }),
    ).toBe('\r\n');
  });

  it('gives the whole text for all its lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\r', '\n', 'é') }), text => {
        expect(getTextInRange(text, wholeLinesRange(0, text.length + 1))).toBe(text);
      }),
    );
  });
});

describe('transcriptToMarkdown', () => {
  it('contains the messages, and the tool calls in short', () => {
    const common = { id: '1', turn: 1, atMs: 0 };
    const text = transcriptToMarkdown('Fix it', [
      { ...common, kind: 'user', blocks: [], draft: [{ kind: 'text', text: 'Please fix' }] },
      { ...common, kind: 'thought', blocks: [{ type: 'text', text: 'hm' }], untilMs: 1 },
      {
        ...common,
        kind: 'tool',
        callId: 'c',
        title: 'Edit a.ts',
        toolKind: 'edit',
        status: 'failed',
        content: [],
        locations: [],
      },
      { ...common, kind: 'agent', blocks: [{ type: 'text', text: 'Done.' }] },
    ]);
    expect(text).toBe(
      '# Fix it\n\n## You\n\nPlease fix\n\n- Edit a.ts (failed)\n\n## Agent\n\nDone.\n',
    );
  });
});
