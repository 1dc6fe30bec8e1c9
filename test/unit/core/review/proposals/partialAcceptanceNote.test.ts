import { describe, expect, it } from 'vitest';
import { partialAcceptanceNote } from '../../../../../src/core/review/proposals/partialAcceptanceNote.ts';

describe('untakenNote', () => {
  it('tells as a diff what was left out', () => {
    const note = partialAcceptanceNote([
      { path: 'a.ts', accepted: '1\n2\n', proposed: '1\ntwo\n' },
    ]);
    expect(note).toContain('your change of a.ts');
    expect(note).toContain('```diff\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n```');
  });

  it('says nothing if everything was taken', () => {
    expect(
      partialAcceptanceNote([{ path: 'a.ts', accepted: '1\n', proposed: '1\n' }]),
    ).toBeUndefined();
  });
});
