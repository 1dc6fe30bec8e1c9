import { describe, expect, it } from 'vitest';
import {
  commentPrompt,
  formatHunkLocation,
} from '../../../../../src/core/review/comments/commentPrompt.ts';
import { createComment, path } from './createComment.ts';

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
    expect(formatHunkLocation('a.ts', { start: 2, end: 3 })).toBe('a.ts:3');
    expect(formatHunkLocation('a.ts', { start: 2, end: 5 })).toBe('a.ts:3-5');
    expect(formatHunkLocation('a.ts', { start: 2, end: 2 })).toBe('a.ts:3');
  });
});
