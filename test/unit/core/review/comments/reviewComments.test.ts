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

/** A review with two hunks and a comment on one of them. */
function createComment(which: 0 | 1, words: string) {
  const model = new ReviewModel();
  const comments = new ReviewComments();
  model.onDidRecord(event => comments.handleEvent(event, model.state));
  model.recordAgentWrite(path, text(changed), text(ten), origin);
  const file = model.getFile(path);
  const hunk = file?.hunks[which];
  if (!file || !hunk) {
    throw new Error('There is no such hunk.');
  }
  comments.add(file, hunk, words);
  const scope = { kind: 'hunks', hunks: [{ path, id: hunk.id, revision: hunk.revision }] } as const;
  return { model, comments, scope, now: (): ReviewComment | undefined => comments.all[0] };
}

describe('ReviewComments', () => {
  it('stores the session, the location and the hunk', () => {
    const { now } = createComment(0, 'Why?');
    expect(now()).toMatchObject({
      sessionId: 's1',
      path,
      range: { start: 2, end: 3 },
      verdict: 'open',
      words: 'Why?',
    });
    expect(now()?.diff).toContain('-line 2\n+LINE 2\n');
  });

  it('follows the hunk while the user types above it', () => {
    const { model, now } = createComment(1, 'Why?');
    model.recordUserWrite(path, text(`mine\n${changed}`));
    expect(now()?.range).toEqual({ start: 8, end: 9 });
  });

  it('records that the hunk was accepted, rejected or reopened', () => {
    const { model, now, scope } = createComment(0, 'Why?');
    model.reject(scope);
    expect(now()?.verdict).toBe('rejected');
    model.undo();
    expect(now()?.verdict).toBe('open');
    model.accept({ kind: 'all' });
    expect(now()?.verdict).toBe('accepted');
    expect(now()?.diff).toContain('+LINE 2\n');
  });

  it('remains open when the user removes the hunk by editing', () => {
    const { model, now } = createComment(0, 'Why?');
    model.recordUserWrite(path, text(ten));
    expect(now()?.verdict).toBe('open');
  });

  it('can be saved and restored; invalid comments are skipped', () => {
    const { comments } = createComment(0, 'Why?');
    const saved: unknown = JSON.parse(JSON.stringify([...comments.all, { id: 3 }, null]));
    expect(parseReviewComments(saved)).toEqual(comments.all);
    expect(parseReviewComments('no list')).toEqual([]);
  });

  it('assigns unique ids, also after restoring the comments of an earlier window', () => {
    const { comments } = createComment(0, 'one');
    const later = new ReviewComments();
    later.restore(comments.all);
    const model = new ReviewModel();
    model.recordAgentWrite(path, text(changed), text(ten), origin);
    const file = model.getFile(path);
    const added = file?.hunks[0] && later.add(file, file.hunks[0], 'two');
    expect(new Set(later.all.map(({ id }) => id)).size).toBe(2);
    later.edit(added?.id ?? '', 'three');
    expect(later.all.map(({ words }) => words)).toEqual(['one', 'three']);
    later.remove([added?.id ?? '']);
    expect(later.all.map(({ words }) => words)).toEqual(['one']);
  });
});

describe('commentPrompt', () => {
  it('creates one prompt with location, hunk and text of each comment', () => {
    const { model, comments, scope } = createComment(1, 'Not this.\n');
    const file = model.getFile(path);
    const first = file?.hunks[0];
    if (file && first) {
      comments.add(file, first, 'Use a ``` fence.');
    }
    model.reject(scope);
    const draft = commentPrompt(comments.all, () => 'a.ts');
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

  it('formats locations with one-based line numbers', () => {
    expect(formatLocation('a.ts', { start: 2, end: 3 })).toBe('a.ts:3');
    expect(formatLocation('a.ts', { start: 2, end: 5 })).toBe('a.ts:3-5');
    expect(formatLocation('a.ts', { start: 2, end: 2 })).toBe('a.ts:3');
  });
});
