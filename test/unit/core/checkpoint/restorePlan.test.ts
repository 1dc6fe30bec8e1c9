import { describe, expect, it } from 'vitest';
import { createRestorePlan, plannedPaths } from '../../../../src/core/checkpoint/restorePlan.ts';
import type {
  SnapshotChange,
  SnapshotFile,
} from '../../../../src/core/checkpoint/snapshotChange.ts';
import { touchedPaths } from '../../../../src/core/checkpoint/snapshotChange.ts';

const state = (blob: string, mode: SnapshotFile['mode'] = 0o100644): SnapshotFile => ({
  mode,
  sizeBytes: 1,
  blob,
});
const binary = false;

describe('createRestorePlan', () => {
  it('rewrites files the agent changed or deleted, deletes files it created, and ignores the rest', () => {
    const changes: readonly SnapshotChange[] = [
      { kind: 'created', path: 'deleted-by-agent', after: state('a'), binary },
      { kind: 'modified', path: 'edited', before: state('b'), after: state('c'), binary },
      { kind: 'deleted', path: 'created-by-agent', before: state('d'), binary },
      { kind: 'deleted', path: 'created-by-user', before: state('e'), binary },
      { kind: 'modified', path: 'edited-by-user', before: state('f'), after: state('g'), binary },
    ];
    const touched = new Set(['deleted-by-agent', 'edited', 'created-by-agent']);
    expect(createRestorePlan(changes, touched)).toEqual({
      operations: [
        { kind: 'delete', path: 'created-by-agent' },
        { kind: 'write', path: 'deleted-by-agent', blob: 'a', mode: 0o100644, sizeBytes: 1 },
        { kind: 'write', path: 'edited', blob: 'c', mode: 0o100644, sizeBytes: 1 },
      ],
      kept: [],
      impossible: [],
    });
  });

  it('reverts a pure rename, and rewrites a file that was renamed and changed', () => {
    const changes: readonly SnapshotChange[] = [
      { kind: 'renamed', from: 'b', path: 'a', before: state('1'), after: state('1'), binary },
      { kind: 'renamed', from: 'd', path: 'c', before: state('2'), after: state('3'), binary },
    ];
    const plan = createRestorePlan(changes, touchedPaths(changes));
    expect(plan.operations).toEqual([
      { kind: 'delete', path: 'd' },
      { kind: 'rename', from: 'b', path: 'a' },
      { kind: 'write', path: 'c', blob: '3', mode: 0o100644, sizeBytes: 1 },
    ]);
    expect([...plannedPaths(plan)].toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it("keeps a user's file that is merely similar to the one the agent deleted", () => {
    const changes: readonly SnapshotChange[] = [
      {
        kind: 'renamed',
        from: 'users',
        path: 'agents',
        before: state('1'),
        after: state('1'),
        binary,
      },
    ];
    expect(createRestorePlan(changes, new Set(['agents'])).operations).toEqual([
      { kind: 'write', path: 'agents', blob: '1', mode: 0o100644, sizeBytes: 1 },
    ]);
  });

  it('deletes and writes a file whose name becomes a folder', () => {
    const changes: readonly SnapshotChange[] = [
      { kind: 'renamed', from: 'a/b', path: 'a', before: state('1'), after: state('1'), binary },
    ];
    expect(
      createRestorePlan(changes, touchedPaths(changes)).operations.map(step => step.kind),
    ).toEqual(['delete', 'write']);
  });

  it('deletes and writes where a name is a file in one rename and a folder in another', () => {
    const changes: readonly SnapshotChange[] = [
      { kind: 'renamed', from: 'a', path: 'z', before: state('1'), after: state('1'), binary },
      { kind: 'renamed', from: 'y', path: 'a/b', before: state('2'), after: state('2'), binary },
    ];
    expect(createRestorePlan(changes, touchedPaths(changes)).operations).toEqual([
      { kind: 'delete', path: 'a' },
      { kind: 'rename', from: 'y', path: 'a/b' },
      { kind: 'write', path: 'z', blob: '1', mode: 0o100644, sizeBytes: 1 },
    ]);
  });

  it('changes only the mode where only the mode differs', () => {
    const changes: readonly SnapshotChange[] = [
      {
        kind: 'modified',
        path: 'run',
        before: state('1'),
        after: state('1', 0o100755),
        binary,
      },
    ];
    expect(createRestorePlan(changes, new Set(['run'])).operations).toEqual([
      { kind: 'mode', path: 'run', mode: 0o100755 },
    ]);
  });

  it('reports files that cannot be restored, or whose restore could not be undone', () => {
    const unknown: SnapshotFile = { mode: 0o100644, sizeBytes: 9_000_000 };
    const changes: readonly SnapshotChange[] = [
      { kind: 'modified', path: 'was huge', before: state('1'), after: unknown, binary: true },
      { kind: 'modified', path: 'is huge', before: unknown, after: state('1'), binary: true },
      { kind: 'deleted', path: 'new and huge', before: unknown, binary: true },
    ];
    const plan = createRestorePlan(changes, touchedPaths(changes));
    expect(plan.operations).toEqual([]);
    expect(plan.impossible.map(step => step.path)).toEqual(['was huge', 'is huge', 'new and huge']);
  });
});
