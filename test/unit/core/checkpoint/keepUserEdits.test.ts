import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepUserEdits } from '../../../../src/core/checkpoint/keepUserEdits.ts';
import type { FileContent } from '../../../../src/core/review/file/fileSide.ts';

const textOf = (lines: readonly string[]): FileContent => ({ kind: 'text', text: lines.join('') });
const absent: FileContent = { kind: 'absent' };

describe('keepUserEdits', () => {
  it('loses no line of the user, and no line of the checkpoint unless the user replaced it', () => {
    const act = fc.record({ isUser: fc.boolean(), at: fc.nat(), isInsert: fc.boolean() });
    fc.assert(
      fc.property(fc.nat({ max: 12 }), fc.array(act, { maxLength: 12 }), (size, acts) => {
        const base = Array.from({ length: size }, (_, line) => `base ${line}\n`);
        const replacedByUser = new Set<string>();
        const edits: { before: FileContent; after: FileContent }[] = [];
        let now = base;
        for (const [n, { isUser, at, isInsert }] of acts.entries()) {
          const row = at % (now.length + 1);
          const next = now.toSpliced(row, isInsert ? 0 : 1, `${isUser ? 'user' : 'agent'} ${n}\n`);
          if (isUser) {
            edits.push({ before: textOf(now), after: textOf(next) });
            now.slice(row, row + 1).forEach(line => !isInsert && replacedByUser.add(line));
          }
          now = next;
        }
        const { content, hasConflict } = keepUserEdits(textOf(base), edits);
        const lines = content.kind === 'text' ? content.text.split(/(?<=\n)/) : [];
        const users = now.filter(line => line.startsWith('user'));
        expect(lines.filter(line => users.includes(line))).toEqual(users);
        if (!hasConflict) {
          const kept = base.filter(line => !replacedByUser.has(line));
          expect(lines.filter(line => kept.includes(line))).toEqual(kept);
          expect(lines.filter(line => line.startsWith('agent'))).toEqual([]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('brings back a file that the user deleted, and keeps one that the user created or changed', () => {
    const [one, two, three] = ['one\n', 'two\n', 'three\n'].map(line => textOf([line]));
    const result = (target?: FileContent, before?: FileContent, after?: FileContent) =>
      keepUserEdits(target ?? absent, [{ before: before ?? absent, after: after ?? absent }]);
    expect(result(one, two)).toEqual({ content: one, hasConflict: false });
    expect(result(absent, absent, two)).toEqual({ content: two, hasConflict: false });
    expect(result(one, absent, two)).toEqual({ content: two, hasConflict: true });
    expect(result(absent, two, three)).toEqual({ content: three, hasConflict: true });
  });
});
