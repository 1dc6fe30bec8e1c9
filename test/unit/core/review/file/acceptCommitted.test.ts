import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff } from '../../../../../src/core/diff/lineDiff.ts';
import { applyEvent } from '../../../../../src/core/review/model/applyEvent.ts';
import { createReviewSnapshot } from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { splitLines } from '../../../../../src/core/text/lines.ts';
import { createSampleReview, path, ten } from '../sampleReview.ts';
import { absent, asText, type SimulatedWorkspace } from '../simulatedWorkspace.ts';

/** Both representations of HEAD have the same effect: the content, and the differences to the file. */
function commit(workspace: SimulatedWorkspace, head: string): void {
  const text = { kind: 'committed', path, head: asText(head) } as const;
  const changes = lineDiff(splitLines(head), workspace.file(path).current.lines);
  const changed = { kind: 'committed', path, head: { kind: 'differing', changes } } as const;
  const { state } = workspace.model;
  expect(createReviewSnapshot(applyEvent(state, changed).state)).toEqual(
    createReviewSnapshot(applyEvent(state, text).state),
  );
  workspace.model.dispatch(changed);
}

/** Unique lines. */
const lines = (what: string, at: number, count: number): string =>
  Array.from({ length: count }, (_, n) => `${what} ${at}.${n}\n`).join('');

describe('acceptCommitted', () => {
  it('accepts hunks whose lines were committed', () => {
    const workspace = createSampleReview();
    commit(workspace, ten.replace('line 2', 'LINE 2'));
    expect(workspace.hunks(path)).toEqual([['line 7\n', 'LINE 7\n']]);
    commit(workspace, workspace.text(path));
    expect(workspace.model.pending).toEqual([]);
  });

  it('accepts nothing if something else was committed', () => {
    const workspace = createSampleReview();
    commit(workspace, ten.replace('line 2', 'else'));
    expect(workspace.hunks(path)).toHaveLength(2);
  });

  it('accepts nothing if the commit did not change the file or those lines', () => {
    const workspace = createSampleReview();
    const [old, now] = [ten.replace('line 2', 'LINE 2'), workspace.text(path)];
    workspace.model.dispatch({ kind: 'committed', path, head: asText(now), was: asText(now) });
    expect(workspace.hunks(path)).toHaveLength(2);
    workspace.model.dispatch({ kind: 'committed', path, head: asText(now), was: asText(old) });
    expect(workspace.hunks(path)).toEqual([['line 2\n', 'LINE 2\n']]);
    workspace.model.dispatch({ kind: 'committed', path, head: asText(now), was: absent });
    expect(workspace.model.pending).toEqual([]);
    workspace.agent(path, absent);
    workspace.model.dispatch({ kind: 'committed', path, head: absent, was: absent });
    expect(workspace.model.pending).toHaveLength(1);
  });

  it('does not accept a deletion when another line was committed', () => {
    const workspace = createSampleReview(ten, ten.replace('line 2\n', ''));
    commit(workspace, ten.replace('line 9', 'nine'));
    expect(workspace.hunks(path)).toEqual([['line 2\n', '']]);
  });

  it('accepts a deleted file, a new file and a deleted line', () => {
    const workspace = createSampleReview(ten, ten.replace('line 2\n', ''));
    commit(workspace, ten.replace('line 2\n', '').replace('line 9', 'nine'));
    expect(workspace.model.pending).toEqual([]);
    workspace.agent(path, absent);
    workspace.model.dispatch({ kind: 'committed', path, head: absent });
    expect(workspace.model.pending).toEqual([]);
    workspace.agent('new', 'x\n');
    workspace.model.dispatch({ kind: 'committed', path: 'new', head: asText('x\n') });
    expect(workspace.model.pending).toEqual([]);
  });

  it('ignores uncommitted edits by the user next to a hunk', () => {
    const workspace = createSampleReview();
    const head = workspace.text(path);
    workspace.user(path, head.replace('LINE 2\n', 'LINE 2\nmine\n'));
    commit(workspace, head);
    expect(workspace.model.pending).toEqual([]);
  });

  it('accepts exactly the committed hunks and changes no file', () => {
    const hunk = fc.record({
      removed: fc.nat(3),
      added: fc.nat(3),
      same: fc.integer({ min: 1, max: 3 }),
      isIn: fc.boolean(),
      wasIn: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(hunk, { minLength: 1, maxLength: 6 }), some => {
        const hunks = some.filter(({ removed, added }) => removed + added > 0);
        const text = (isChanged: (one: (typeof hunks)[number]) => boolean): string =>
          hunks
            .map((one, at) => {
              const changed = isChanged(one)
                ? lines('new', at, one.added)
                : lines('old', at, one.removed);
              return changed + lines('same', at, one.same);
            })
            .join('');
        fc.pre(hunks.length > 0);
        const workspace = createSampleReview(
          text(() => false),
          text(() => true),
        );
        workspace.model.dispatch({
          kind: 'committed',
          path,
          head: asText(text(({ isIn }) => isIn)),
          was: asText(text(({ wasIn }) => wasIn)),
        });
        const left = hunks.flatMap((one, at) =>
          one.isIn && !one.wasIn
            ? []
            : [[lines('old', at, one.removed), lines('new', at, one.added)]],
        );
        expect(workspace.model.pending.length === 0 ? [] : workspace.hunks(path)).toEqual(left);
        expect(workspace.text(path)).toBe(text(() => true));
      }),
    );
  });
});
