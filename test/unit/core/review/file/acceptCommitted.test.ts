import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff } from '../../../../../src/core/diff/lineDiff.ts';
import { applyEvent } from '../../../../../src/core/review/model/applyEvent.ts';
import { createReviewSnapshot } from '../../../../../src/core/review/model/reviewSnapshot.ts';
import { splitLines } from '../../../../../src/core/text/lines.ts';
import { createSampleReview, path, ten } from '../sampleReview.ts';
import { absent, asText, type SimulatedWorkspace } from '../simulatedWorkspace.ts';

/** Both ways to tell of a commit come to the same: what stands in it, and where that differs from the file. */
function commit(world: SimulatedWorkspace, head: string): void {
  const text = { kind: 'committed', path, head: asText(head) } as const;
  const changes = lineDiff(splitLines(head), world.file(path).current.lines);
  const changed = { kind: 'committed', path, head: { kind: 'differing', changes } } as const;
  const { state } = world.log;
  expect(createReviewSnapshot(applyEvent(state, changed).state)).toEqual(
    createReviewSnapshot(applyEvent(state, text).state),
  );
  world.log.dispatch(changed);
}

/** Lines of which there are no others like them. */
const lines = (what: string, at: number, count: number): string =>
  Array.from({ length: count }, (_, n) => `${what} ${at}.${n}\n`).join('');

describe('a commit', () => {
  it('of exactly those lines accepts them', () => {
    const world = createSampleReview();
    commit(world, ten.replace('line 2', 'LINE 2'));
    expect(world.hunks(path)).toEqual([['line 7\n', 'LINE 7\n']]);
    commit(world, world.text(path));
    expect(world.log.pending).toEqual([]);
  });

  it('of something else accepts nothing', () => {
    const world = createSampleReview();
    commit(world, ten.replace('line 2', 'else'));
    expect(world.hunks(path)).toHaveLength(2);
  });

  it('that did not touch the file, or those lines, accepts nothing', () => {
    const world = createSampleReview();
    const [old, now] = [ten.replace('line 2', 'LINE 2'), world.text(path)];
    world.log.dispatch({ kind: 'committed', path, head: asText(now), was: asText(now) });
    expect(world.hunks(path)).toHaveLength(2);
    world.log.dispatch({ kind: 'committed', path, head: asText(now), was: asText(old) });
    expect(world.hunks(path)).toEqual([['line 2\n', 'LINE 2\n']]);
    world.log.dispatch({ kind: 'committed', path, head: asText(now), was: absent });
    expect(world.log.pending).toEqual([]);
    world.agent(path, absent);
    world.log.dispatch({ kind: 'committed', path, head: absent, was: absent });
    expect(world.log.pending).toHaveLength(1);
  });

  it('of another line does not accept a deletion', () => {
    const world = createSampleReview(ten, ten.replace('line 2\n', ''));
    commit(world, ten.replace('line 9', 'nine'));
    expect(world.hunks(path)).toEqual([['line 2\n', '']]);
  });

  it('accepts a deletion, a new file, a lost line', () => {
    const world = createSampleReview(ten, ten.replace('line 2\n', ''));
    commit(world, ten.replace('line 2\n', '').replace('line 9', 'nine'));
    expect(world.log.pending).toEqual([]);
    world.agent(path, absent);
    world.log.dispatch({ kind: 'committed', path, head: absent });
    expect(world.log.pending).toEqual([]);
    world.agent('new', 'x\n');
    world.log.dispatch({ kind: 'committed', path: 'new', head: asText('x\n') });
    expect(world.log.pending).toEqual([]);
  });

  it('goes by the lines, not by what the user typed beside and did not commit', () => {
    const world = createSampleReview();
    const head = world.text(path);
    world.user(path, head.replace('LINE 2\n', 'LINE 2\nmine\n'));
    commit(world, head);
    expect(world.log.pending).toEqual([]);
  });

  it('accepts just the hunks that it brought, whichever those were, and changes no file', () => {
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
        const world = createSampleReview(
          text(() => false),
          text(() => true),
        );
        world.log.dispatch({
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
        expect(world.log.pending.length === 0 ? [] : world.hunks(path)).toEqual(left);
        expect(world.text(path)).toBe(text(() => true));
      }),
    );
  });
});
