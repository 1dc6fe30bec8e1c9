import { describe, expect, it } from 'vitest';
import { partialAcceptanceNote } from '../../../../../src/core/review/proposals/partialAcceptanceNote.ts';

describe('partialAcceptanceNote', () => {
  it('contains a diff of what was not accepted', () => {
    const note = partialAcceptanceNote([
      { path: 'a.ts', accepted: '1\n2\n', proposed: '1\ntwo\n' },
    ]);
    expect(note).toContain('your change of a.ts');
    expect(note).toContain('```diff\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n```');
  });

  it('is undefined if everything was accepted', () => {
    expect(
      partialAcceptanceNote([{ path: 'a.ts', accepted: '1\n', proposed: '1\n' }]),
    ).toBeUndefined();
  });
});
