import { expect, it } from 'vitest';
import { reconcileSkippedPaths } from '../../../../../src/agent/snapshot/model/reconcileSkippedPaths.ts';

const state = { mode: 0o100644, sizeBytes: 3, blob: 'b' } as const;
const unread = [{ path: 'a', reason: 'unreadable' }] as const;

it('does not report a file as created that could not be read before', () => {
  const created = { kind: 'created', path: 'a', after: state, binary: false } as const;
  expect(reconcileSkippedPaths([created], unread, []).map(({ kind }) => kind)).toEqual([
    'modified',
  ]);
});

it('does not report a file as deleted that cannot be read now', () => {
  const deleted = { kind: 'deleted', path: 'a', before: state, binary: false } as const;
  expect(reconcileSkippedPaths([deleted], [], unread).map(({ kind }) => kind)).toEqual([
    'modified',
  ]);
});

it('does not report a file that could not be read either time', () => {
  expect(reconcileSkippedPaths([], unread, unread)).toEqual([]);
});

it('reports no changes in a folder that is or was skipped', () => {
  const folder = [{ path: 'in/', reason: 'tooManyFiles' }] as const;
  const created = { kind: 'created', path: 'in/deep/a', after: state, binary: false } as const;
  const deleted = { kind: 'deleted', path: 'in/b', before: state, binary: false } as const;
  const other = { kind: 'created', path: 'inside', after: state, binary: false } as const;
  const kinds = (from: typeof folder | [], to: typeof folder | []): readonly string[] =>
    reconcileSkippedPaths([created, deleted, other], from, to).map(({ kind }) => kind);
  expect(kinds(folder, [])).toEqual(['modified', 'deleted', 'created']);
  expect(kinds([], folder)).toEqual(['created', 'modified', 'created']);
});
