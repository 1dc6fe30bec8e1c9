import { expect, it } from 'vitest';
import { withSkipped } from '../../../../src/agent/snapshot/withSkipped.ts';

const state = { mode: 'file', sizeBytes: 3, blob: 'b' } as const;
const unread = [{ path: 'a', reason: 'unreadable' }] as const;

it('takes a file that could not be read before for none that was made', () => {
  const created = { kind: 'created', path: 'a', after: state, binary: false } as const;
  expect(withSkipped([created], unread, []).map(({ kind }) => kind)).toEqual(['modified']);
});

it('takes a file that cannot be read now for none that was deleted', () => {
  const deleted = { kind: 'deleted', path: 'a', before: state, binary: false } as const;
  expect(withSkipped([deleted], [], unread).map(({ kind }) => kind)).toEqual(['modified']);
});

it('tells nothing of a file that could not be read either time', () => {
  expect(withSkipped([], unread, unread)).toEqual([]);
});
