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
        "Your text was kept in 2 places of a.ts that the agent changed too. The agent's version waits in your review.",
        'Line 2: the agent wanted',
        '+ agent',
        '+ more',
        'Line 5: the agent wanted to delete this',
      ].join('\n'),
    );
  });

  it('limits the quoted lines', () => {
    const lines = Array.from({ length: 100 }, (_, n) => `${n}\n`).join('');
    const { conflicts } = mergeWrite({ seen: 'a\n', current: 'b\n', wanted: lines });
    expect(conflictNote('a.ts', conflicts).split('\n')).toHaveLength(23);
  });
});
