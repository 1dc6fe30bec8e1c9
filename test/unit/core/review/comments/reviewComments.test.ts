import { describe, expect, it } from 'vitest';
import { parseReviewComments } from '../../../../../src/core/review/comments/reviewComment.ts';
import { ReviewComments } from '../../../../../src/core/review/comments/reviewComments.ts';
import { ReviewModel } from '../../../../../src/core/review/model/reviewModel.ts';
import { changed, createComment, origin, path, ten, text } from './createComment.ts';

describe('ReviewComments', () => {
  it('stores the session, the location and the hunk', () => {
    const { now } = createComment(0, 'Why?');
    expect(now()).toMatchObject({
      sessionId: 's1',
      path,
      range: { start: 2, end: 3 },
      verdict: 'open',
      text: 'Why?',
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

  it('is remembered when it was sent, but not when it was discarded', () => {
    const { comments, model, scope } = createComment(0, 'Why?');
    model.reject(scope);
    const [comment] = comments.all;
    comments.markSent([comment?.id ?? '']);
    expect(comments.all).toEqual([]);
    expect(comments.sent).toEqual([comment]);
    expect(comment?.verdict).toBe('rejected');
    const discarded = createComment(0, 'Why?').comments;
    discarded.remove(discarded.all.map(({ id }) => id));
    expect(discarded.sent).toEqual([]);
  });

  it('can be saved and restored; invalid comments are skipped', () => {
    const { comments } = createComment(0, 'Why?');
    const saved: unknown = JSON.parse(JSON.stringify([...comments.all, { id: 3 }, null]));
    expect(parseReviewComments(saved)).toEqual(comments.all);
    const [{ text: words, ...others } = { text: '' }] = comments.all;
    expect(parseReviewComments([{ ...others, words }])).toEqual(comments.all);
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
    expect(later.all.map(({ text: words }) => words)).toEqual(['one', 'three']);
    later.remove([added?.id ?? '']);
    expect(later.all.map(({ text: words }) => words)).toEqual(['one']);
  });
});
