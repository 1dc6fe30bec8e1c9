import { describe, expect, it } from 'vitest';
import { absent, path, rejectAll, ten, text } from './rejectAll.ts';

describe('rejectedFiles', () => {
  it('returns location, origin and replacement of each rejected hunk', () => {
    expect(rejectAll(text(ten), text(ten.replace('line 5', 'LINE 5')))).toEqual([
      {
        sessionId: 's1',
        left: 0,
        files: [
          {
            path,
            label: 'a.ts',
            change: 'modified',
            hunks: [
              expect.objectContaining({
                line: 5,
                base: ['line 5\n'],
                wrote: ['LINE 5\n'],
                above: ['line 2\n', 'line 3\n', 'line 4\n'],
                below: ['line 6\n', 'line 7\n', 'line 8\n'],
                turnId: '3',
                toolCallId: 'call1',
                back: false,
              }),
            ],
          },
        ],
      },
    ]);
  });

  it('marks rejected whole files', () => {
    expect(rejectAll(absent, text('new\n'))[0]?.files[0]?.change).toBe('created');
    expect(rejectAll(text('old\n'), absent)[0]?.files[0]?.change).toBe('deleted');
  });

  it('counts hunks that are too large to be kept', () => {
    const huge = 'x'.repeat(600_000);
    const [rejection] = rejectAll(text('one\ntwo\nthree\n'), text(`ONE\ntwo\n${huge}\n`));
    expect(rejection?.files[0]?.hunks.map(hunk => hunk.wrote)).toEqual([['ONE\n']]);
    expect(rejection?.left).toBe(1);
  });
});
