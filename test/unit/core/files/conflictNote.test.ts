import { describe, expect, it } from 'vitest';
import { conflictNote } from '../../../../src/core/files/conflictNote.ts';
import { mergeWrite } from '../../../../src/core/files/mergeWrite.ts';

describe('conflictNote', () => {
  it("says where the user's text was kept and what the agent wrote", () => {
    const { conflicts } = mergeWrite({
      seen: '1\n2\n3\n4\n5\n',
      current: '1\nuser\n3\n4\nuser too\n',
      wanted: '1\nagent\nmore\n3\n4\n',
    });
    expect(conflictNote('a.ts', conflicts)).toBe(
      [
        "You and the agent edited the same lines. Your text was kept in 2 places in a.ts. Review the agent's version to use it.",
        "Line 2: the agent's version",
        '+ agent',
        '+ more',
        "Line 5: the agent's version deletes this",
      ].join('\n'),
    );
  });

  it('limits the quoted lines', () => {
    const lines = Array.from({ length: 100 }, (_, n) => `${n}\n`).join('');
    const { conflicts } = mergeWrite({ seen: 'a\n', current: 'b\n', wanted: lines });
    expect(conflictNote('a.ts', conflicts).split('\n')).toHaveLength(23);
  });
});
