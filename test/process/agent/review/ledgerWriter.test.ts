import { describe, expect, it } from 'vitest';
import { LedgerWriter } from '../../../../src/agent/review/ledgerWriter.ts';
import type { FileContent } from '../../../../src/core/review/fileSide.ts';
import { ReviewLog } from '../../../../src/core/review/reviewLog.ts';
import { editsBetween } from '../../../../src/core/text/lineDiff.ts';
import { joinLines, type Lines } from '../../../../src/core/text/lines.ts';

const path = '/work/a.ts';
const agent = { kind: 'agent', origin: { sessionId: 's', turnId: '1' } } as const;
const text = (words: string, mode?: number): FileContent => ({
  kind: 'text',
  text: words,
  ...(mode === undefined ? {} : { mode }),
});

/** Compares later, and lets something happen first. */
function slow(meanwhile: (round: number) => void) {
  let rounds = 0;
  return {
    rounds: () => rounds,
    edits: async (before: Lines, after: Lines) => {
      rounds += 1;
      meanwhile(rounds);
      return editsBetween(before, after);
    },
  };
}

const sides = (log: ReviewLog) => {
  const file = log.file(path);
  return file && [joinLines(file.base.lines), joinLines(file.current.lines)];
};

describe('telling the ledger', () => {
  it('waits for the comparison', async () => {
    const log = new ReviewLog();
    const comparer = slow(() => {});
    await new LedgerWriter(log, comparer).wrote(path, text('a\nB\n'), agent, text('a\nb\n'));
    expect(sides(log)).toEqual(['a\nb\n', 'a\nB\n']);
    expect(comparer.rounds()).toBe(1);
  });

  it('compares again if the ledger has moved on meanwhile', async () => {
    const log = new ReviewLog();
    log.agentWrote(path, text('one\nb\nc\nd\n'), text('a\nb\nc\nd\n'), agent.origin);
    const comparer = slow(round => {
      if (round === 1) {
        log.userEdited(path, [{ range: { start: 4, end: 4 }, lines: ['mine\n'] }]);
      }
    });
    await new LedgerWriter(log, comparer).wrote(path, text('one\nb\nC\nd\nmine\n'), agent, null);
    expect(comparer.rounds()).toBe(2);
    expect(sides(log)).toEqual(['a\nb\nc\nd\nmine\n', 'one\nb\nC\nd\nmine\n']);
    expect(log.file(path)?.hunks).toHaveLength(2);
  });

  it('ends even if the ledger never stands still', async () => {
    const log = new ReviewLog();
    log.agentWrote(path, text('one\nb\n'), text('a\nb\n'), agent.origin);
    const comparer = slow(round =>
      log.userEdited(path, [{ range: { start: 2, end: 2 }, lines: [`${round}\n`] }]),
    );
    await new LedgerWriter(log, comparer).wrote(path, text('two\nb\n'), agent, null);
    expect(sides(log)?.[1]).toBe('two\nb\n');
  });

  it('tells of lines and of a new mode', async () => {
    const log = new ReviewLog();
    const writer = new LedgerWriter(log, { edits: editsBetween });
    await writer.wrote(path, text('A\n', 0o100755), agent, text('a\n', 0o100644));
    expect(log.file(path)?.hunks).toHaveLength(1);
    expect(log.file(path)?.current.form).toEqual({ kind: 'text', mode: 0o100755 });
    expect(log.file(path)?.base.form).toEqual({ kind: 'text', mode: 0o100644 });
  });

  it('passes on what is no matter of lines', async () => {
    const log = new ReviewLog();
    const writer = new LedgerWriter(log, { edits: editsBetween });
    await writer.wrote(path, text('a\n'), agent, { kind: 'absent' });
    expect(sides(log)).toEqual(['', 'a\n']);
    await writer.wrote(path, { kind: 'absent' }, agent, null);
    expect(log.pending).toEqual([]);
  });
});
