import { describe, expect, it } from 'vitest';
import {
  commentPrompt,
  formatLocation,
} from '../../../../../src/core/review/comments/commentPrompt.ts';
import {
  parseReviewComments,
  type ReviewComment,
} from '../../../../../src/core/review/comments/reviewComment.ts';
import { ReviewComments } from '../../../../../src/core/review/comments/reviewComments.ts';
import type { FileContent } from '../../../../../src/core/review/file/fileSide.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';

const path = '/w/a.ts';
const origin = { sessionId: 's1', turnId: '1' };
const text = (words: string): FileContent => ({ kind: 'text', text: words });
const ten = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join('');
const changed = ten.replace('line 2', 'LINE 2').replace('line 7', 'LINE 7');

/** A review with two hunks and a remark on one of them. */
function remarked(which: 0 | 1, words: string) {
  const log = new ReviewModel();
  const remarks = new ReviewComments();
  log.onDidRecord(event => remarks.handleEvent(event, log.state));
  log.recordAgentWrite(path, text(changed), text(ten), origin);
  const file = log.getFile(path);
  const hunk = file?.hunks[which];
  if (!file || !hunk) {
    throw new Error('There is no such hunk.');
  }
  remarks.add(file, hunk, words);
  const scope = { kind: 'hunks', hunks: [{ path, id: hunk.id, revision: hunk.revision }] } as const;
  return { log, remarks, scope, now: (): ReviewComment | undefined => remarks.all[0] };
}

describe('a remark', () => {
  it('knows whose work it is about, where, and the hunk itself', () => {
    const { now } = remarked(0, 'Why?');
    expect(now()).toMatchObject({
      sessionId: 's1',
      path,
      range: { start: 2, end: 3 },
      verdict: 'open',
      words: 'Why?',
    });
    expect(now()?.diff).toContain('-line 2\n+LINE 2\n');
  });

  it('follows its hunk while the user types above it', () => {
    const { log, now } = remarked(1, 'Why?');
    log.recordUserWrite(path, text(`mine\n${changed}`));
    expect(now()?.range).toEqual({ start: 8, end: 9 });
  });

  it('knows that its hunk was accepted, rejected, or is open again', () => {
    const { log, now, scope } = remarked(0, 'Why?');
    log.reject(scope);
    expect(now()?.verdict).toBe('rejected');
    log.undo();
    expect(now()?.verdict).toBe('open');
    log.accept({ kind: 'all' });
    expect(now()?.verdict).toBe('accepted');
    expect(now()?.diff).toContain('+LINE 2\n');
  });

  it('stays open when the user rewrites the hunk away', () => {
    const { log, now } = remarked(0, 'Why?');
    log.recordUserWrite(path, text(ten));
    expect(now()?.verdict).toBe('open');
  });

  it('is read back as it was saved, and rubbish is passed over', () => {
    const { remarks } = remarked(0, 'Why?');
    const saved: unknown = JSON.parse(JSON.stringify([...remarks.all, { id: 3 }, null]));
    expect(parseReviewComments(saved)).toEqual(remarks.all);
    expect(parseReviewComments('no list')).toEqual([]);
  });

  it('has a name of its own, also after others were taken over from an earlier window', () => {
    const { remarks } = remarked(0, 'one');
    const later = new ReviewComments();
    later.restore(remarks.all);
    const log = new ReviewModel();
    log.recordAgentWrite(path, text(changed), text(ten), origin);
    const file = log.getFile(path);
    const added = file?.hunks[0] && later.add(file, file.hunks[0], 'two');
    expect(new Set(later.all.map(({ id }) => id)).size).toBe(2);
    later.edit(added?.id ?? '', 'three');
    expect(later.all.map(({ words }) => words)).toEqual(['one', 'three']);
    later.remove([added?.id ?? '']);
    expect(later.all.map(({ words }) => words)).toEqual(['one']);
  });
});

describe('the follow-up', () => {
  it('is one prompt, each remark with its place, its hunk and its words', () => {
    const { log, remarks, scope } = remarked(1, 'Not this.\n');
    const file = log.getFile(path);
    const first = file?.hunks[0];
    if (file && first) {
      remarks.add(file, first, 'Use a ``` fence.');
    }
    log.reject(scope);
    const draft = commentPrompt(remarks.all, () => 'a.ts');
    expect(draft).toHaveLength(1);
    const [part] = draft;
    expect(part?.kind === 'text' ? part.text : '').toBe(
      [
        'My comments on your changes:',
        '',
        '1. a.ts:3',
        '',
        '```diff',
        '@@ -1,6 +1,6 @@',
        ' line 0',
        ' line 1',
        '-line 2',
        '+LINE 2',
        ' line 3',
        ' line 4',
        ' line 5',
        '```',
        '',
        'Use a ``` fence.',
        '',
        '2. a.ts:8, rejected: the change is not in the file any more',
        '',
        '```diff',
        '@@ -5,6 +5,6 @@',
        ' line 4',
        ' line 5',
        ' line 6',
        '-line 7',
        '+LINE 7',
        ' line 8',
        ' line 9',
        '```',
        '',
        'Not this.',
      ].join('\n'),
    );
  });

  it('names lines from 1, and several by the first and the last', () => {
    expect(formatLocation('a.ts', { start: 2, end: 3 })).toBe('a.ts:3');
    expect(formatLocation('a.ts', { start: 2, end: 5 })).toBe('a.ts:3-5');
    expect(formatLocation('a.ts', { start: 2, end: 2 })).toBe('a.ts:3');
  });
});
