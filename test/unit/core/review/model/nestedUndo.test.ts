import { describe, expect, it } from 'vitest';
import { isPending } from '../../../../../src/core/review/file/reviewedFile.ts';
import { randomFrom, seedMultiplier } from '../../text/randomTexts.ts';
import { checkInvariants, SimulatedWorkspace } from '../simulatedWorkspace.ts';

const PATH = 'a';

describe('undoing several decisions about parts of one hunk', () => {
  it('restores the order of lines that were deleted', () => {
    const world = new SimulatedWorkspace({ [PATH]: 'B0\nB1\nB2\nB3\nB4\n' });
    world.agent(PATH, 'B0\nB4\n');
    decideLines(world, 'accept', 'base', [3, 4]);
    decideLines(world, 'reject', 'base', [1, 2]);
    decideLines(world, 'accept', 'base', [2, 3]);
    world.undo();
    world.undo();
    world.undo();
    world.rejectAll();
    expect(world.text(PATH)).toBe('B0\nB1\nB2\nB3\nB4\n');
  });

  it('does not repeat the last line of a file without a final line ending', () => {
    const world = new SimulatedWorkspace({ [PATH]: 'B0\nB1' });
    world.agent(PATH, 'B0\nB1\nA0\nA1\n');
    decideLines(world, 'reject', 'current', [2, 3]);
    expect(world.text(PATH)).toBe('B0\nB1\nA1\n');
    decideLines(world, 'accept', 'current', [2, 3]);
    world.rejectAll();
    expect(world.text(PATH)).toBe('B0\nB1\nA1\n');
    world.undo();
    world.undo();
    world.undo();
    world.rejectAll();
    expect(world.text(PATH)).toBe('B0\nB1');
  });

  it('does not repeat the last line if both sides of its hunk have as many lines', () => {
    const world = new SimulatedWorkspace({ [PATH]: 'B0\nB1\nB2\nB3' });
    world.agent(PATH, 'B0\nA1\nB3\nA2\n');
    decideLines(world, 'accept', 'current', [2, 3]);
    world.rejectAll();
    expect(world.text(PATH)).toBe('B0\nB1\nB2\nB3\n');
  });

  it('does not repeat lines of a hunk that a rejected line was added to', () => {
    const world = new SimulatedWorkspace({ [PATH]: 'B0\nB1\nB2' });
    world.agent(PATH, 'B0\nA1\nB2\nA3\n');
    decideLines(world, 'reject', 'current', [3, 4]);
    expect(world.text(PATH)).toBe('B0\nA1\nB2\n');
    world.undo();
    world.rejectAll();
    expect(world.text(PATH)).toBe('B0\nB1\nB2');
  });

  it('restores each earlier state exactly, and redoes each decision, in random runs', () => {
    for (let seed = 1; seed <= 3_000 * seedMultiplier; seed++) {
      try {
        decideAndUndo(seed);
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
  }, 600_000);
});

function decideLines(
  world: SimulatedWorkspace,
  verdict: 'accept' | 'reject',
  side: 'base' | 'current',
  [start, end]: readonly [number, number],
): void {
  const { revision } = world.file(PATH);
  const selection = { side, range: { start, end } };
  world.do(model =>
    model[verdict]({ kind: 'lines', path: PATH, revision, selection }, { force: true }),
  );
}

/** Decides about random lines, then undoes everything, redoes everything and undoes everything again. */
function decideAndUndo(seed: number): void {
  const random = randomFrom(seed);
  const original = Array.from({ length: 4 + random(8) }, (_, line) => `base ${line}\n`);
  const world = new SimulatedWorkspace({ [PATH]: original.join('') });
  const lines = [...original];
  for (let edit = 0; edit < 1 + random(4); edit++) {
    const added = Array.from({ length: random(4) }, (_, line) => `agent ${edit}.${line}\n`);
    lines.splice(random(lines.length + 1), random(4), ...added);
  }
  world.agent(PATH, lines.join(''));
  const states = [describeState(world)];
  for (let count = 2 + random(6); count > 0; count--) {
    const { done } = world.model.state;
    decideRandomLines(world, random);
    checkInvariants(world);
    if (world.model.state.done !== done) {
      states.push(describeState(world));
    }
  }
  const earlier = states.slice(0, -1).toReversed();
  expect(earlier.map(() => step(world, 'undo'))).toEqual(earlier);
  const later = states.slice(1);
  expect(later.map(() => step(world, 'redo'))).toEqual(later);
  expect(earlier.map(() => step(world, 'undo'))).toEqual(earlier);
  world.rejectAll();
  expect(world.text(PATH)).toBe(original.join(''));
}

function decideRandomLines(world: SimulatedWorkspace, random: (below: number) => number): void {
  const file = world.model.getFile(PATH);
  const hunk = file?.hunks[random(file.hunks.length)];
  if (!hunk) {
    return;
  }
  const side = random(2) ? 'base' : 'current';
  const start = hunk[side].start + random(hunk[side].end - hunk[side].start + 1);
  decideLines(world, random(2) ? 'accept' : 'reject', side, [start, start + 1 + random(2)]);
}

function step(world: SimulatedWorkspace, direction: 'undo' | 'redo'): unknown {
  world[direction]();
  checkInvariants(world);
  return describeState(world);
}

/** What a user sees: the text, and the pending changes as pairs of old and new lines. */
function describeState(world: SimulatedWorkspace): unknown {
  const file = world.model.getFile(PATH);
  return {
    text: world.text(PATH),
    hunks: file && isPending(file) ? world.hunks(PATH) : [],
  };
}
