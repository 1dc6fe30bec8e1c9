import path from 'node:path';
import { expect, it } from 'vitest';
import { UnmergedWrites } from '../../../../../src/agent/review/unsaved/unmergedWrites.ts';

const write = {
  origin: { sessionId: 's1', turnId: '1' },
  before: { kind: 'text', text: 'before\n' },
} as const;

it('moves what is in a folder, and nothing beside it', () => {
  const writes = new UnmergedWrites();
  const [inside, beside] = [path.join('a', 'one.txt'), 'ab.txt'];
  writes.set(inside, write);
  writes.set(beside, write);
  writes.move('a', path.join('a', 'deeper')); // A path that begins with the old one is not moved again.
  expect(writes.get(inside)).toBeUndefined();
  expect(writes.get(path.join('a', 'deeper', 'one.txt'))).toBe(write);
  expect(writes.get(beside)).toBe(write);
});
