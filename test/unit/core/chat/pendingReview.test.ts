import { describe, expect, it } from 'vitest';
import { toPendingReview } from '../../../../src/core/chat/pendingReview.ts';
import { SimulatedWorkspace } from '../review/simulatedWorkspace.ts';

const reviewOf = (before: string, after: string) => {
  const world = new SimulatedWorkspace({ 'a.ts': before });
  world.agent('a.ts', after);
  return toPendingReview(world.model.pending, world.model.state.revision, {
    labelOf: path => path,
    waitsFor: () => undefined,
  });
};

describe('what the chat shows of pending changes', () => {
  it('are the lines of each hunk with a little around them', () => {
    const review = reviewOf('1\n2\n3\n4\n5\n6\n', '1\n2\n3\nfour\n5\n6\n');
    expect(review).toMatchObject({ fileCount: 1, hunkCount: 1 });
    expect(review.files[0]?.hunks[0]?.rows).toEqual([
      { kind: 'same', text: '2' },
      { kind: 'same', text: '3' },
      { kind: 'removed', text: '4' },
      { kind: 'added', text: 'four' },
      { kind: 'same', text: '5' },
      { kind: 'same', text: '6' },
    ]);
  });

  it('is short, however much was changed', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `${'long '.repeat(400)}${at}\n`).join('');
    const [file] = reviewOf('', many).files;
    expect(file?.added).toBe(5_000);
    expect(JSON.stringify(file).length).toBeLessThan(50_000);
    expect(file?.hunks[0]?.hidden).toBeGreaterThan(0);
  });

  it('hides nothing: characters that turn text round are named', () => {
    const [file] = reviewOf('', 'if (isAdmin\u202E) {\u200B\n').files;
    expect(file?.hunks[0]?.rows[0]?.text).toBe('if (isAdmin<U+202E>) {<U+200B>');
  });
});
