import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  startReview,
  type ReviewedFile,
} from '../../../../../src/core/review/file/reviewedFile.ts';
import { FileTable } from '../../../../../src/core/review/model/fileTable.ts';

/** A file in which nothing is pending. */
function fileOf(id: number, path: string): ReviewedFile {
  return { ...startReview(path, { kind: 'text', text: 'one\n' }, id), id: `file${id}` };
}

const id = fc.nat(200);
const path = fc.constantFrom('/a', '/b', '/c');
const randomOperation = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('put' as const), id, path }) },
  fc.record({ kind: fc.constant('drop' as const), ids: fc.array(id, { maxLength: 20 }) }),
);

it('behaves like an immutable map in insertion order with a lookup by path', () => {
  fc.assert(
    fc.property(fc.array(randomOperation, { minLength: 100, maxLength: 400 }), operations => {
      const known = new Map<string, ReviewedFile>();
      let table = FileTable.of([]);
      for (const done of operations) {
        const [before, listed] = [table, [...table.values()]];
        if (done.kind === 'put') {
          const file = fileOf(done.id, done.path);
          known.set(file.id, file);
          table = table.with(file);
        } else {
          const ids = new Set(done.ids.map(one => `file${one}`));
          ids.forEach(one => known.delete(one));
          table = table.without(ids);
        }
        expect([...before.values()]).toEqual(listed);
      }
      const files = [...known.values()];
      expect([...table.values()]).toEqual(files);
      expect([...FileTable.of(files).values()]).toEqual(files);
      expect(table.size).toBe(files.length);
      expect(table.resolved).toEqual(files);
      expect(table.at('/b')).toEqual(files.filter(({ current }) => current.path === '/b'));
      expect(files.map(file => table.get(file.id))).toEqual(files);
      expect(table.get('another')).toBeUndefined();
    }),
    { numRuns: 20 },
  );
});
