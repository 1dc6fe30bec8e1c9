import { describe, expect, it } from 'vitest';
import { reviewStateLines } from '../../../../src/core/tools/reviewStateText.ts';
import type { RejectedEntry, RejectedHunk } from '../../../../src/core/session/transcript/entry.ts';
import { createComment, path } from '../review/comments/createComment.ts';

const hunk = (more: Partial<RejectedHunk>): RejectedHunk => ({
  id: 'h',
  line: 2,
  above: [],
  below: [],
  base: ['line 2\n'],
  wrote: ['LINE 2\n'],
  turnId: '1',
  back: false,
  ...more,
});

const rejected = (...hunks: readonly RejectedHunk[]): RejectedEntry => ({
  id: 'e',
  turn: 1,
  atMs: 0,
  kind: 'rejected',
  files: [{ path, label: 'folder/a.ts', change: 'modified', hunks }],
  left: 0,
});

const labelOf = (file: string): string => `label of ${file}`;
const nothing = { sessionId: 's1', pending: [], entries: [], comments: [], labelOf };

describe('the review state for a model', () => {
  it('says which lines of the session are pending', () => {
    const { model } = createComment(0, '');
    const pending = [...model.state.files.values()];
    expect(reviewStateLines({ ...nothing, pending })).toEqual([
      'Waiting for review:',
      `  label of ${path} (modified): line 3, line 8`,
      'The user has rejected nothing.',
    ]);
    expect(reviewStateLines({ ...nothing, pending, sessionId: 'other' })).toEqual([
      'No change of this session waits for review.',
      'The user has rejected nothing.',
    ]);
  });

  it('says what the user rejected and why, also after the comments were sent', () => {
    const { model, comments, scope } = createComment(0, 'Names stay as they are.');
    model.reject(scope);
    const [comment] = comments.all;
    comments.markSent([comment?.id ?? '']);
    const long = Array.from({ length: 8 }, (_, at) => `long ${at}\n`);
    const entries = [
      rejected(
        hunk({ id: comment?.hunkId ?? '' }),
        hunk({ line: 9, wrote: long }),
        hunk({ back: true }),
      ),
    ];
    expect(reviewStateLines({ ...nothing, entries, comments: comments.sent })).toEqual([
      'No change of this session waits for review.',
      'Rejected by the user:',
      `  label of ${path}, line 3. You wrote:`,
      '    > LINE 2',
      '    The user says: Names stay as they are.',
      `  label of ${path}, line 10. You wrote:`,
      ...long.slice(0, 6).map(line => `    > ${line.trimEnd()}`),
      '    > ... 2 more lines',
    ]);
  });
});
